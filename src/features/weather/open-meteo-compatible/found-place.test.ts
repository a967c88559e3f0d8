import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { completeGeocodedPlace } from './found-place.ts'

const BERLIN = { name: 'Berlin', country: 'DE', state: null, lat: 52.52, lon: 13.41, label: 'Berlin, DE' }

describe('a place that a search found', () => {
  it('is one without the towns, too, and their failure is reported', async () => {
    const failure = new Error('no towns')
    const reported: unknown[] = []
    const gazetteer = { townNear: () => Promise.reject(failure), findAreaIds: () => Promise.reject(failure) }
    const place = await completeGeocodedPlace(BERLIN, gazetteer, 'en', (error) => void reported.push(error))
    assert.deepEqual(
      { name: place.name, id: place.id, population: place.population },
      { name: 'Berlin', id: toCell(52.52, 13.41).id, population: undefined },
    )
    assert.deepEqual(reported, [failure])
  })
})
