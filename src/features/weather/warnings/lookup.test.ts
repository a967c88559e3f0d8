import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Cell } from '@isobar/weather'
import { createWarningLookup, type FeedKnowledge } from './lookup.ts'
import type { Candidate } from './place-store.ts'
import { toArrival } from './stored-warning.ts'
import { buildOfficialWarning, buildRectangle } from './testing/warning.ts'

const HERE: Cell = { id: 1, lat: 52.5, lon: 13.5 }
const NOW = Date.parse('2026-07-01T12:00:00Z')

/** Shapes by number: around the place, two kilometres north of it, and far away. */
const SHAPES: Readonly<Record<number, ReturnType<typeof buildRectangle>>> = {
  1: buildRectangle(13, 52, 14, 53),
  2: buildRectangle(13, 52.51, 14, 53),
  3: buildRectangle(20, 52, 21, 53),
  4: buildRectangle(13.51, 52, 14, 53),
}
const coded = { name: 'By code', polygons: [], circles: [], codes: [{ scheme: 'EMMA_ID', code: 'XX001' }] }

const candidate = (change: Partial<Candidate> = {}, warning: Parameters<typeof buildOfficialWarning>[0] = {}): Candidate => ({
  id: 1,
  feed: 'dwd',
  state: 'running',
  state_at: new Date(NOW),
  message: toArrival(buildOfficialWarning(warning)).message,
  simulated: false,
  position: 0,
  shape: 1,
  is_inside: false,
  ...change,
})

function lookup(candidates: readonly Candidate[], known: Partial<FeedKnowledge> = {}) {
  const read: number[][] = []
  const { find } = createWarningLookup({
    store: {
      listCandidates: async () => [...candidates],
      async listGeometry(shapes) {
        read.push([...shapes])
        return shapes.map((id) => ({ id, geometry: JSON.stringify({ polygons: [SHAPES[id]], circles: [] }) }))
      },
    },
    speaking: async () => new Map([['dwd', { isKnown: true, covers: () => true, ...known }]]),
  })
  return { find: () => find(HERE, NOW), read }
}

describe('the warnings of a place', () => {
  it('are those whose area holds it: exactly tested where a border runs through its tile', async () => {
    const { find, read } = lookup([
      candidate({ id: 1, shape: 1 }, { key: 'A' }),
      candidate({ id: 2, shape: 3 }, { key: 'B' }),
      candidate({ id: 3, shape: 4, is_inside: true }, { key: 'C' }),
    ])
    const { alerts, sources } = await find()
    assert.equal(alerts.length, 2)
    assert.deepEqual(sources, [{ id: 'dwd', isAtPlace: true }])
    assert.deepEqual(read, [[1, 3]])
    await find()
    assert.equal(read.length, 1, 'geometry is read once')
  })

  it('are one for all areas of a warning, which are named in their order', async () => {
    const areas = ['A', 'B', 'C'].map((name) => ({ ...coded, name }))
    const of = (position: number) => candidate({ position, shape: 1 }, { areas })
    const { alerts } = await lookup([of(2), of(0), of(2)]).find()
    assert.deepEqual(
      alerts.map((alert) => alert.areas),
      [['A', 'C']],
    )
  })

  it('are simulated if one of them is', async () => {
    assert.equal((await lookup([candidate()]).find()).simulated, false)
    assert.equal((await lookup([candidate(), candidate({ id: 2, simulated: true })]).find()).simulated, true)
    // One that is elsewhere says nothing about this place.
    assert.equal((await lookup([candidate({ shape: 3, simulated: true })]).find()).simulated, false)
  })

  it('of a feed that is not in use are not shown', async () => {
    const { alerts, sources } = await lookup([candidate({ feed: 'other' })]).find()
    assert.deepEqual({ alerts, sources }, { alerts: [], sources: [{ id: 'dwd', isAtPlace: true }] })
  })
})

describe('the silence of a feed', () => {
  const sourcesOf = async (...parameters: Parameters<typeof lookup>) => (await lookup(...parameters).find()).sources
  const [here, elsewhere] = [[{ id: 'dwd', isAtPlace: true }], [{ id: 'dwd', isAtPlace: false }]]

  it('counts at places that it covers, once it was read', async () => {
    assert.deepEqual(await sourcesOf([]), here)
    assert.deepEqual(await sourcesOf([], { covers: () => false }), elsewhere)
    assert.deepEqual(await sourcesOf([], { isKnown: false }), [])
    assert.deepEqual(await sourcesOf([candidate()], { isKnown: false, covers: () => false }), here)
  })

  it('does not count just outside the outline of a register, which is simplified', async () => {
    const outlined = (change: Partial<Candidate>) => [candidate(change, { areas: [coded] })]
    assert.deepEqual(await sourcesOf(outlined({ shape: 2 })), elsewhere)
    assert.deepEqual(await sourcesOf(outlined({ shape: 4 })), elsewhere)
    assert.deepEqual(await sourcesOf(outlined({ shape: 3 })), here)
    assert.deepEqual(await sourcesOf(outlined({ shape: 2, state: 'ended' })), here)
    // Its own geometry is as its issuer drew it.
    assert.deepEqual(await sourcesOf([candidate({ shape: 2 })]), here)
  })
})
