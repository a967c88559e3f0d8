import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ProviderFailure } from '@isobar/providers/port'
import { buildFreshnessWindows, toCell } from '@isobar/weather'
import { createTestClock } from '../../test/helpers/clock.ts'
import { createMemoryLevel } from '../platform/cache/testing/memory-level.ts'
import { MINUTE_MS } from '../time.ts'
import { createAnswerAlerts } from './answer-alerts.ts'
import { createCellCache } from './cell-cache.ts'
import type { Caller } from './policy.ts'
import { mergeOfficialAlerts } from './read.ts'
import { type AlertRecord, buildAlertRecord } from './record.ts'
import type { OpenSource, SourceFetch } from './source-fetch.ts'
import type { WarningStore } from './sources.ts'
import { createTestWeatherSource } from './testing/records.ts'

const CELL = toCell(40, -98)
const REQUESTER = { cause: 'request', trigger: null, requestId: null, caller: 'person' } as const
const FRESH_MS = 5 * MINUTE_MS

/** A feed of the country of `CELL`, and a store of warnings that is in use. */
function setUp() {
  const clock = createTestClock()
  const errors: string[] = []
  const calls: string[] = []
  const world = {
    answer: async (id: string): Promise<readonly AlertRecord[]> => [recordOf(id)],
    isInUse: true,
    changedAt: 0,
    isInFlight: false,
    isBackedOff: false,
    covers: true,
  }
  const recordOf = (id: string): AlertRecord => buildAlertRecord({ alerts: [], simulated: false }, id, clock.now())
  const definitions = [
    createTestWeatherSource('nws', {
      kind: 'feed',
      groups: [['alert']],
      isPartial: true,
      absence: 'nws:alerts',
      absentMs: 60_000,
      covers: () => world.covers,
    }),
    createTestWeatherSource('own', { kind: 'warnings', groups: [['alert']] }),
  ]
  const cells = createCellCache({
    level: createMemoryLevel(),
    clock,
    windows: () => buildFreshnessWindows(),
    sources: () => definitions,
    firstOf: () => undefined,
    maxBytes: 1_000_000,
  })
  const [feed, own] = definitions.map((source): OpenSource => {
    const fetching: Pick<SourceFetch, 'fetch' | 'isInFlight' | 'isBackedOff'> = {
      async fetch(cell) {
        calls.push(source.id)
        return cells.store(cell, await world.answer(source.id)).entry
      },
      isInFlight: () => world.isInFlight,
      isBackedOff: () => world.isBackedOff,
    }
    return { ...source, fetching: fetching as SourceFetch }
  }) as [OpenSource, OpenSource]
  const warnings: WarningStore = {
    id: 'own',
    isInUse: () => world.isInUse,
    changedAt: () => world.changedAt,
    find: () => assert.fail('read'),
  }
  const options = {
    cells,
    clock,
    freshMs: () => FRESH_MS,
    timeoutMs: 60_000,
    onError: (error: unknown, what: string) => void errors.push(`${what}: ${(error as Error).message}`),
  }
  const alerts = createAnswerAlerts({ ...options, feeds: [feed], stored: { warnings, source: own } })
  const withoutStore = createAnswerAlerts({ ...options, feeds: [], stored: undefined })
  const refresh = async (caller: Caller = 'person') => {
    alerts.refresh(CELL, { ...REQUESTER, client: null, caller } as Parameters<typeof alerts.refresh>[1])
    await new Promise((next) => setImmediate(next))
  }
  const lookUp = (known: readonly AlertRecord[] = [], patienceMs?: number) => alerts.lookUp(CELL, REQUESTER, known, patienceMs)
  return { clock, errors, calls, world, cells, alerts, withoutStore, refresh, lookUp, recordOf }
}
const fails = (failure: Error) => () => Promise.reject(failure)
const DOWN = new ProviderFailure('unavailable', 'status 503')

describe('a national feed', () => {
  it('is read behind answers when what is known of it is no longer fresh', async () => {
    const { refresh, calls, clock, cells, alerts } = setUp()
    const isWaiting = () => alerts.isWaiting(CELL, cells.peek(CELL), false, clock.now())
    assert.equal(isWaiting(), true)
    await refresh()
    assert.equal(isWaiting(), false)
    clock.advance({ seconds: 299 })
    await refresh()
    assert.deepEqual(calls, ['nws'])
    clock.advance({ seconds: 1 })
    assert.equal(isWaiting(), true)
    await refresh()
    assert.deepEqual(calls, ['nws', 'nws'])
  })

  it('is read for no crawler, elsewhere, where it has nothing, twice at a time, or while it is backed off', async () => {
    const { refresh, calls, world, cells, clock } = setUp()
    for (const caller of ['crawler', 'job'] as const) await refresh(caller)
    world.covers = false
    await refresh()
    world.covers = true
    for (const hindrance of ['isInFlight', 'isBackedOff'] as const) {
      world[hindrance] = true
      await refresh()
      world[hindrance] = false
    }
    await cells.storeAbsent(CELL, 'nws:alerts', clock.now() + 60_000)
    await refresh()
    assert.deepEqual(calls, [])
    clock.advance({ minutes: 1 })
    await refresh()
    assert.deepEqual(calls, ['nws'])
  })

  it('is read sixteen times at once at most', async () => {
    const { refresh, calls, world, clock, recordOf } = setUp()
    const { promise, resolve } = Promise.withResolvers<readonly AlertRecord[]>()
    world.answer = () => promise
    for (let i = 0; i < 20; i++) await refresh()
    assert.equal(calls.length, 16)
    resolve([recordOf('nws')])
    await promise
    await new Promise((next) => setImmediate(next))
    clock.advance({ minutes: 5 })
    await refresh()
    assert.equal(calls.length, 17)
  })

  it('may fail; a fault of its adapter is reported', async () => {
    const { refresh, world, errors } = setUp()
    world.answer = fails(DOWN)
    await refresh()
    assert.deepEqual(errors, [])
    world.answer = fails(new TypeError('x is undefined'))
    await refresh()
    assert.deepEqual(errors, ['fetching national alerts: x is undefined'])
  })
})

describe('stored warnings', () => {
  it('are looked up for an answer, once until they change or are no longer fresh', async () => {
    const { lookUp, calls, clock, world, alerts, cells } = setUp()
    const found = await lookUp()
    assert.deepEqual({ source: found?.source, calls }, { source: 'own', calls: ['own'] })
    const known = [found as AlertRecord]
    assert.equal(await lookUp(known), undefined)
    world.changedAt = clock.now()
    assert.equal(await lookUp(known), undefined)
    assert.equal(alerts.isWaiting(CELL, cells.peek(CELL), true, clock.now()), true, 'for the feed')
    await alerts.lookUp(CELL, REQUESTER, known)
    clock.advance({ seconds: 1 })
    world.changedAt = clock.now()
    assert.notEqual(await lookUp(known), undefined)
    world.changedAt = 0
    clock.advance({ seconds: 298 })
    assert.equal(await lookUp(known), undefined)
    clock.advance({ seconds: 1 })
    assert.notEqual(await lookUp(known), undefined)
    assert.equal(calls.length, 3)
  })

  it('are not looked up without a feed that is in use, nor by whoever will not wait', async () => {
    const { lookUp, calls, world, withoutStore } = setUp()
    assert.equal(await lookUp([], 0), undefined)
    world.isInUse = false
    assert.equal(await lookUp(), undefined)
    assert.equal(await withoutStore.lookUp(CELL, REQUESTER, []), undefined)
    assert.deepEqual(calls, [])
  })

  it('that fail or are late leave the answer without them; an error is reported', async () => {
    const { lookUp, world, errors } = setUp()
    world.answer = fails(DOWN)
    assert.deepEqual({ lookUp: await lookUp(), errors }, { lookUp: undefined, errors: [] })
    world.answer = fails(new Error('no connection'))
    assert.equal(await lookUp(), undefined)
    assert.deepEqual(errors, ['looking up official warnings: no connection'])
    const { promise, resolve } = Promise.withResolvers<readonly AlertRecord[]>()
    world.answer = () => promise
    assert.equal(await lookUp([], 5), undefined)
    assert.equal(errors.length, 1)
    resolve([])
  })

  it('that are not known make a list of alerts incomplete, the same one each time', async () => {
    const { alerts, world, clock, recordOf, withoutStore } = setUp()
    const list = [recordOf('openweather')]
    const marked = alerts.withMark(list, clock.now())
    assert.deepEqual(
      marked.map(({ source }) => source),
      ['openweather', 'own'],
    )
    assert.equal(alerts.withMark(list, clock.now()), marked)
    const whole = [...list, recordOf('own')]
    assert.equal(alerts.withMark(whole, clock.now()), whole)
    assert.equal(withoutStore.withMark(list, clock.now()), list)
    world.isInUse = false
    assert.equal(alerts.withMark(list, clock.now()), list)
  })

  it('replace those of a former look-up in the answer of a caller that fills no memory', () => {
    const { recordOf, clock } = setUp()
    const [other, former] = [recordOf('openweather'), recordOf('own')]
    clock.advance({ seconds: 1 })
    const found = recordOf('own')
    assert.deepEqual(mergeOfficialAlerts([former, other], found), [other, found])
    const alerts = [other, former]
    assert.equal(mergeOfficialAlerts(alerts, undefined), alerts)
  })
})
