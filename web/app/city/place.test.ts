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
  inGazetteer: true,
  ...known,
})

/** A visit to whom the API answers so. */
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

  it('keeps the name of the address where nobody knows another, and says what is near where there is none', async () => {
    const own = await named({ places: [], near: [] }, 'grandmas-house')
    assert.deepEqual([own.name, own.addressName, own.listedAt], ['Grandmas House', 'grandmas-house', null])
    const near = await named({ places: [], near: [town('Storkow')] }, 'place')
    assert.deepEqual([near.name, near.addressName, near.isNamed], ['Bei Storkow', 'place', false])
    assert.equal((await named({ places: [], near: [] }, 'place')).name, '52.52, 13.4')
  })

  it('does without when names are not to be had', async () => {
    const known = await knownPlace(visit(503, { error: 'service_unavailable' }), place('new-york'), 'en', 'en')
    assert.deepEqual([known.name, known.region], ['New York', ''])
  })
})
