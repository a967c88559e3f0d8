import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Api, createApi } from '../api/ask.ts'
import { resolvePlace } from './place.server.ts'

const town = (name: string, known: object = {}) => ({
  name,
  localName: name,
  country: 'DE',
  state: null,
  lat: 52.52,
  lon: 13.4,
  distanceKm: 0.2,
  inGazetteer: true,
  ...known,
})

/** An API with this answer to everything. */
const api = (status: number, body: unknown): Api => createApi(async () => ({ status, headers: {}, body }))

const place = (name: string) => ({ name, lat: 52.52, lon: 13.4 })
const named = (body: object, name: string) => resolvePlace(api(200, body), place(name), 'de', 'de-DE')

describe('knownPlace', () => {
  it('has the name in the reader’s language, and one address for all languages', async () => {
    const munich = town('Munich', { localName: 'München', state: 'Bavaria' })
    const known = await named({ places: [munich], near: [munich] }, 'munchen')
    assert.deepEqual(known, {
      name: 'München',
      plainName: 'Munich',
      region: 'Bavaria, Deutschland',
      addressName: 'munich',
      isLasting: true,
      isNamed: true,
      listedAt: { lat: 52.52, lon: 13.4 },
    })
  })

  it('uses the name of the place at that point, unless the address names a nearby one', async () => {
    const answer = { places: [town('Mitte')], near: [town('Berlin'), town('Mitte')] }
    assert.equal((await named(answer, 'anything')).addressName, 'mitte')
    const berlin = await named(answer, 'berlin')
    assert.deepEqual(
      { name: berlin.name, addressName: berlin.addressName, listedAt: berlin.listedAt },
      { name: 'Berlin', addressName: 'berlin', listedAt: null },
    )
  })

  it('never uses a name from the address alone: the nearest town names the point, then what is near, then the coordinates', async () => {
    const paris = await named({ places: [], near: [town('Paris', { distanceKm: 0.5 }), town('Vincennes', { distanceKm: 4 })] }, 'london')
    assert.deepEqual(
      { name: paris.name, addressName: paris.addressName, isNamed: paris.isNamed },
      { name: 'Paris', addressName: 'paris', isNamed: true },
    )
    const near = await named({ places: [], near: [town('Storkow', { distanceKm: 9 })] }, 'grandmas-house')
    assert.deepEqual(
      { name: near.name, addressName: near.addressName, isNamed: near.isNamed, isLasting: near.isLasting },
      { name: 'Bei Storkow', addressName: 'place', isNamed: false, isLasting: false },
    )
    const nowhere = await named({ places: [], near: [] }, 'grandmas-house')
    assert.deepEqual(
      { name: nowhere.name, addressName: nowhere.addressName, region: nowhere.region },
      { name: '52,52°\u00a0N, 13,40°\u00a0O', addressName: 'place', region: '' },
    )
  })

  it('lets the address choose among the towns around the point, but no farther ones', async () => {
    const near = [town('Berlin', { distanceKm: 13 }), town('Spandau', { distanceKm: 2 }), town('Falkensee', { distanceKm: 6 })]
    const chosen = async (name: string) => (await named({ places: [], near }, name)).name
    assert.deepEqual(await Promise.all(['berlin', 'spandau', 'falkensee'].map(chosen)), ['Berlin', 'Spandau', 'Spandau'])
  })

  it('shows the coordinates and keeps the address if names are unavailable', async () => {
    const known = await resolvePlace(api(503, { error: 'service_unavailable' }), place('new-york'), 'en', 'en')
    assert.deepEqual(
      { name: known.name, region: known.region, addressName: known.addressName },
      { name: '52.52°\u00a0N, 13.40°\u00a0E', region: '', addressName: 'new-york' },
    )
  })

  it('says on which side of the equator and of Greenwich a point is; on the lines themselves, north and east', async () => {
    const at = async (lat: number, lon: number) =>
      (await resolvePlace(api(200, { places: [], near: [] }), { name: '', lat, lon }, 'en', 'en')).name.replaceAll('\u00a0', ' ')
    assert.deepEqual(await Promise.all([at(0, 0), at(-1.5, -2.25)]), ['0.00° N, 0.00° E', '1.50° S, 2.25° W'])
  })
})
