import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Api } from '../api/ask.ts'
import { findPlace } from './find-place.ts'

const place = (name: string, match: 'exact' | 'partial' | 'similar') => ({
  name,
  country: 'DE',
  state: null,
  lat: 52.123_456,
  lon: 13,
  label: name,
  match,
})

/** An API whose search finds these places. */
const searching = (...places: ReturnType<typeof place>[]) => ({ get: async () => places }) as unknown as Api

const reader = { lang: 'en', locale: 'en' } as const

describe('the one place that a name means', () => {
  it('is the first that is called exactly so, with its namesakes', async () => {
    const found = await findPlace(
      searching(place('Berlin', 'exact'), place('Berlin', 'exact'), place('Berlinchen', 'partial')),
      'Berlin',
      reader,
    )
    assert.deepEqual(
      { name: found?.name, lat: found?.lat, namesakes: found?.namesakes.length },
      { name: 'Berlin', lat: 52.1235, namesakes: 1 },
    )
  })

  it('is none if no place is called so: not one that begins so or is spelt similarly', async () => {
    for (const match of ['partial', 'similar'] as const)
      assert.equal(await findPlace(searching(place('Berlin', match)), 'Berl', reader), null)
  })
})
