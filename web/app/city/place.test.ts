import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RouterContextProvider } from 'react-router'
import { type Visit, visitContext } from '../visit/context.ts'
import { knownPlace } from './place.server.ts'

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

/** A visit for which the API gives this answer. */
function visit(status: number, body: unknown): RouterContextProvider {
  const context = new RouterContextProvider()
  const answer: Pick<Visit, 'ask'> = { ask: async () => ({ status, headers: {}, body }) }
  context.set(visitContext, answer as Visit)
  return context
}

const place = (name: string) => ({ name, lat: 52.52, lon: 13.4 })
const named = (body: object, name: string) => knownPlace(visit(200, body), place(name), 'de', 'de-DE')

describe('knownPlace', () => {
  it('is called as the reader calls it, and has the same address for everybody', async () => {
    const munich = town('Munich', { localName: 'München', state: 'Bavaria' })
    const known = await named({ places: [munich], near: [munich] }, 'munchen')
    assert.deepEqual(known, {
      name: 'München',
      region: 'Bavaria, Deutschland',
      addressName: 'munich',
      isLasting: true,
      isNamed: true,
      listedAt: { lat: 52.52, lon: 13.4 },
    })
  })

  it('takes the name of a place for what lies there, unless the name is one of the places around', async () => {
    const answer = { places: [town('Mitte')], near: [town('Berlin'), town('Mitte')] }
    assert.equal((await named(answer, 'anything')).addressName, 'mitte')
    const berlin = await named(answer, 'berlin')
    assert.deepEqual([berlin.name, berlin.addressName, berlin.listedAt], ['Berlin', 'berlin', null])
  })

  it('never takes a name from the address: the nearest town names the point, or what is near, or the coordinates', async () => {
    const paris = await named({ places: [], near: [town('Paris', { distanceKm: 0.5 }), town('Vincennes', { distanceKm: 4 })] }, 'london')
    assert.deepEqual([paris.name, paris.addressName, paris.isNamed], ['Paris', 'paris', true])
    const near = await named({ places: [], near: [town('Storkow', { distanceKm: 9 })] }, 'grandmas-house')
    assert.deepEqual([near.name, near.addressName, near.isNamed, near.isLasting], ['Bei Storkow', 'place', false, false])
    const nowhere = await named({ places: [], near: [] }, 'grandmas-house')
    assert.deepEqual([nowhere.name, nowhere.addressName, nowhere.region], ['52,52°\u00a0N, 13,40°\u00a0O', 'place', ''])
  })

  it('lets the address choose between towns that are there, and no farther ones', async () => {
    const near = [town('Berlin', { distanceKm: 13 }), town('Spandau', { distanceKm: 2 }), town('Falkensee', { distanceKm: 6 })]
    const chosen = async (name: string) => (await named({ places: [], near }, name)).name
    assert.deepEqual(await Promise.all(['berlin', 'spandau', 'falkensee'].map(chosen)), ['Berlin', 'Spandau', 'Spandau'])
  })

  it('shows the coordinates and leaves the address alone when names are not to be had', async () => {
    const known = await knownPlace(visit(503, { error: 'service_unavailable' }), place('new-york'), 'en', 'en')
    assert.deepEqual([known.name, known.region, known.addressName], ['52.52°\u00a0N, 13.40°\u00a0E', '', 'new-york'])
  })
})
