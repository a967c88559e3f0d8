import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Gazetteer } from '../gazetteer/gazetteer.ts'
import { addPlaceLabel } from '../geocode/found-place.ts'
import type { PlaceName } from '../store.ts'
import { createNaming } from './service.ts'

const POINT = { lat: 50.93, lon: 6.95 }
const town = (name: string, change: object = {}) => addPlaceLabel({ name, country: 'DE', state: null, ...POINT, ...change })

/** The names of a point with these towns in its cell and around it, and what a search has found in its cell. */
async function namesOf({
  within = [],
  near = [],
  found,
  lang = 'de',
}: Partial<Awaited<ReturnType<Gazetteer['around']>>> & { found?: PlaceName | Error; lang?: string } = {}) {
  const errors: unknown[] = []
  const { nameOf } = createNaming({
    gazetteer: { around: async () => ({ within, near }) } as unknown as Gazetteer,
    store: { findName: async () => (found instanceof Error ? Promise.reject(found) : found) },
    onError: (error) => void errors.push(error),
  })
  const answer = await nameOf(POINT, lang)
  const texts = (places: typeof answer.places) =>
    places.map(({ name, localName, inGazetteer }) => `${name}/${localName}${inGazetteer ? '' : ' (searched)'}`)
  return { places: texts(answer.places), near: texts(answer.near), answer, errors }
}
const searched = (name: string, localNames: Record<string, string> | null = null, change: Partial<PlaceName> = {}): PlaceName => ({
  cell: 1,
  name,
  country: 'DE',
  state: null,
  ...POINT,
  localNames,
  ...change,
})

describe('the names of a point', () => {
  it('are its towns, with the local name that a search has found for one of them', async () => {
    const found = searched('Cologne', { de: 'Köln', fr: 'Cologne' })
    const towns = { within: [town('Koln'), town('Deutz')], near: [town('Köln'), town('Bonn')] }
    assert.deepEqual((await namesOf({ ...towns, found })).places, ['Koln/Köln', 'Deutz/Deutz'])
    assert.deepEqual((await namesOf({ ...towns, found })).near, ['Köln/Köln', 'Bonn/Bonn'])
    assert.deepEqual((await namesOf({ ...towns, found, lang: 'fr' })).places[0], 'Koln/Cologne')
    // A language in which it has no name of its own.
    assert.deepEqual((await namesOf({ ...towns, found, lang: 'ja' })).places[0], 'Koln/Cologne')
    assert.deepEqual((await namesOf(towns)).places, ['Koln/Koln', 'Deutz/Deutz'])
  })

  it('include the place that a search found if it is none of the towns: another name, country or cell', async () => {
    const found = searched('Dom', { de: 'Der Dom' })
    assert.deepEqual((await namesOf({ within: [town('Köln')], found })).places, ['Köln/Köln', 'Dom/Der Dom (searched)'])
    for (const change of [{ country: 'FR' }, { lat: 51 }])
      assert.deepEqual((await namesOf({ within: [town('Dom')], found: searched('Dom', null, change) })).places, [
        'Dom/Dom',
        'Dom/Dom (searched)',
      ])
  })

  it('are at most five, of which the one that was searched for is one', async () => {
    const within = Array.from({ length: 7 }, (_, index) => town(`Town ${index}`))
    const { places } = await namesOf({ within, found: searched('Dom') })
    assert.deepEqual([places.length, places.at(-1), places.at(-2)], [5, 'Dom/Dom (searched)', 'Town 3/Town 3'])
    assert.equal((await namesOf({ within })).places.length, 5)
    assert.equal((await namesOf({ within, found: searched('Town 6') })).places.at(-1), 'Town 4/Town 4')
  })

  it('state the distance to a decimal', async () => {
    const { answer } = await namesOf({ near: [town('Bonn', { lat: 50.73, lon: 7.1 })] })
    assert.equal(answer.near[0]?.distanceKm, 24.6)
  })

  it('do without what cannot be read', async () => {
    const { places, errors } = await namesOf({ within: [town('Köln')], found: new Error('the database is down') })
    assert.deepEqual({ places, errors: errors.length }, { places: ['Köln/Köln'], errors: 1 })
  })
})
