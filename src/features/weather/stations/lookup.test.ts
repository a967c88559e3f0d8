import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { createTestClock } from '../../../../test/helpers/clock.ts'
import { createStationLookup, type LookupOptions, NO_STATION } from './lookup.ts'
import { buildTestStationReport } from './testing/source.ts'

const CELL = toCell(52.52, 13.41)
const FOUND = { ...buildTestStationReport('2026-11-21T11:50:00Z'), simulated: false, usedAt: null }

function lookupOver(store: Partial<LookupOptions['store']>, timeoutMs = 60_000) {
  const clock = createTestClock('2026-11-21T12:00:00Z')
  const errors: unknown[] = []
  let queries = 0
  const lookup = createStationLookup({
    store: {
      listInTiles: async () => [FOUND],
      noteUsed: async () => {},
      async findHeight() {
        queries++
        return 40
      },
      ...store,
    },
    sources: () => ['aviation-weather'],
    timeoutMs,
    clock,
    onError: (error) => void errors.push(error),
  })
  return { ...lookup, clock, errors, queries: () => queries }
}

describe('the look-up of stations', () => {
  it('asks once for a place, however many ask at once, and again behind an answer after a minute', async () => {
    const { find, peek, clock, queries } = lookupOver({})
    assert.equal(peek(CELL, clock.now()), undefined)
    const [first, second] = await Promise.all([find(CELL), find(CELL)])
    assert.equal(first, second)
    assert.equal(first.report?.station.id, 'EDDB')
    assert.equal(queries(), 1)
    clock.advance({ seconds: 59 })
    assert.equal(peek(CELL, clock.now()), first)
    assert.equal(queries(), 1)
    clock.advance({ seconds: 2 })
    assert.equal(peek(CELL, clock.now()), first)
    assert.equal(queries(), 2)
    // Nothing has changed, so that what was rendered stays.
    assert.equal(await find(CELL), first)
    clock.advance({ minutes: 11 })
    assert.equal(peek(CELL, clock.now()), undefined)
  })

  it('notes that a station is used, at most every six hours', async () => {
    const HOUR_MS = 3_600_000
    const now = Date.parse('2026-11-21T12:00:00Z')
    for (const [usedAt, notes] of [
      [null, 1],
      [now - 6 * HOUR_MS - 1, 1],
      [now - 6 * HOUR_MS, 0],
      [now - HOUR_MS, 0],
    ] as const) {
      const noted: string[] = []
      const { find } = lookupOver({
        listInTiles: async () => [{ ...FOUND, usedAt }],
        noteUsed: async (stations) => void noted.push(...stations.map(({ id }) => id)),
      })
      await find(CELL)
      assert.equal(noted.length, notes, String(usedAt))
    }
  })

  it('answers without stations when the database fails, and asks it again after half a minute', async () => {
    let fails = true
    const listInTiles = async () => {
      if (fails) throw new Error('away')
      return [FOUND]
    }
    const { find, clock, errors } = lookupOver({ listInTiles })
    assert.equal(await find(CELL), NO_STATION)
    assert.equal(await find(CELL), NO_STATION)
    assert.equal(errors.length, 1)
    fails = false
    clock.advance({ seconds: 31 })
    await find(CELL)
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal((await find(CELL)).report?.station.id, 'EDDB')
  })

  it('does not wait for a database that does not answer, and not with each answer; what comes at last is used', async () => {
    const { promise, resolve } = Promise.withResolvers<(typeof FOUND)[]>()
    const { find, peek, clock } = lookupOver({ listInTiles: () => promise }, 20)
    assert.equal(await find(CELL), NO_STATION)
    assert.equal(peek(CELL, clock.now()), NO_STATION)
    clock.advance({ seconds: 31 })
    assert.equal(peek(CELL, clock.now()), undefined)
    resolve([FOUND])
    await new Promise((done) => setImmediate(done))
    assert.equal(peek(CELL, clock.now())?.report?.station.id, 'EDDB')
  })
})
