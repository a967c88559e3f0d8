import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ProviderFailure, type ProviderFailureKind } from '@isobar/providers/port'
import { buildFreshnessWindows, toCell } from '@isobar/weather'
import { createTestClock } from '../../test/helpers/clock.ts'
import { createMemoryLevel } from '../platform/cache/testing/memory-level.ts'
import { DAY_MS } from '../time.ts'
import type { CallContext } from './call-context.ts'
import { createCellCache } from './cell-cache.ts'
import { BudgetSpent } from './failure.ts'
import type { Caller } from './policy.ts'
import { createSourceFetch } from './source-fetch.ts'
import type { Source } from './sources.ts'
import { createFreeMeter } from './testing/free-meter.ts'
import { buildScopeRecord, createTestWeatherSource } from './testing/records.ts'

const [CELL, ELSEWHERE] = [toCell(52.52, 13.41), toCell(48.14, 11.58)]
const SCOPES = ['current'] as const

/** Fetches from a source that does what the test says. */
function setUp(change: Partial<Source> = {}) {
  const [clock, level] = [createTestClock(), createMemoryLevel()]
  const errors: string[] = []
  const record = () => buildScopeRecord('current', 'a', { fetchedAt: clock.now() })
  const world: { fetch: Source['fetch'] } = { fetch: async () => ({ records: [record()] }) }
  const source = createTestWeatherSource('a', { ...change, fetch: (...asked) => world.fetch(...asked) })
  const cells = createCellCache({
    level,
    clock,
    windows: () => buildFreshnessWindows(),
    sources: () => [source],
    firstOf: () => 'a',
    maxBytes: 1_000_000,
  })
  const fetching = createSourceFetch({
    source,
    cells,
    level,
    meter: createFreeMeter(),
    clock,
    upstreamTimeoutMs: 10_000,
    onError: (error, what) => errors.push(`${what}: ${(error as Error).message}`),
  })
  const contextOf = (caller: Caller, client: string | null = null): CallContext => ({
    cause: 'request',
    trigger: null,
    requestId: null,
    cellId: CELL.id,
    client,
    caller,
    spend: { calls: 0, closed: false },
  })
  const fetch = (caller: Caller = 'person', client: string | null = null) =>
    fetching.fetch(CELL, SCOPES, contextOf(caller, client), cells.peek(CELL))
  async function fail(failure: ProviderFailure, caller: Caller, client: string | null = null): Promise<void> {
    world.fetch = () => Promise.reject(failure)
    await assert.rejects(fetch(caller, client), failure)
  }
  const isBackedOffElsewhere = (caller: Caller, client: string | null = null) => fetching.isBackedOff(ELSEWHERE, SCOPES, { caller, client })
  return { clock, level, cells, errors, world, fetching, fetch, fail, isBackedOffElsewhere, record }
}
const failureOf = (kind: ProviderFailureKind, retryAfterSeconds?: number) => new ProviderFailure(kind, kind, { retryAfterSeconds })

describe('work that nobody waits for', () => {
  it('pauses everywhere after a failure that does not depend on the place, as long as that says, at most ten seconds', async () => {
    for (const kind of ['budget_spent', 'circuit_open', 'refused_key', 'no_subscription', 'quota'] as const) {
      const { clock, fail, isBackedOffElsewhere } = setUp()
      for (const [retryAfter, seconds] of [
        [undefined, 5],
        [3, 3],
        [60, 10],
      ] as const) {
        await fail(failureOf(kind, retryAfter), 'prefetch')
        assert.equal(isBackedOffElsewhere('prefetch'), true, kind)
        clock.advance({ seconds: seconds - 1 })
        assert.equal(isBackedOffElsewhere('prefetch'), true, kind)
        clock.advance({ seconds: 1 })
        assert.equal(isBackedOffElsewhere('prefetch'), false, kind)
      }
    }
  })

  it('does not pause elsewhere after any other failure, or one of a person who waited', async () => {
    for (const kind of ['timeout', 'unavailable', 'invalid_body', 'not_found'] as const) {
      const { fail, isBackedOffElsewhere, fetching } = setUp()
      await fail(failureOf(kind, 60), 'prefetch')
      assert.equal(isBackedOffElsewhere('prefetch'), false, kind)
      assert.equal(fetching.isBackedOff(CELL, SCOPES, { caller: 'prefetch' }), true, kind)
    }
    const { fail, isBackedOffElsewhere } = setUp()
    await fail(failureOf('quota', 60), 'person')
    assert.equal(isBackedOffElsewhere('prefetch'), false)
  })

  it('for cheaper callers does not pause that for dearer ones', async () => {
    const { fail, isBackedOffElsewhere } = setUp()
    await fail(failureOf('circuit_open', 9), 'prefetch')
    // What is done behind a person’s answer has the rank between.
    assert.deepEqual(
      {
        isBackedOffElsewherePerson: isBackedOffElsewhere('person'),
        isBackedOffElsewhereRefresh: isBackedOffElsewhere('refresh'),
        isBackedOffElsewherePrefetch: isBackedOffElsewhere('prefetch'),
        isBackedOffElsewhereJob: isBackedOffElsewhere('job'),
      },
      {
        isBackedOffElsewherePerson: false,
        isBackedOffElsewhereRefresh: false,
        isBackedOffElsewherePrefetch: true,
        isBackedOffElsewhereJob: true,
      },
    )
    await fail(failureOf('circuit_open', 9), 'refresh')
    assert.equal(isBackedOffElsewhere('person'), true)
  })

  it('pauses for one client only if that one’s share is spent', async () => {
    const { fail, isBackedOffElsewhere, clock } = setUp()
    const spent = new BudgetSpent('a/weather', 'prefetch', 4, { name: 'upstream', windowSeconds: 60, limit: 1 })
    await fail(spent, 'prefetch', 'greedy')
    assert.deepEqual(
      [isBackedOffElsewhere('prefetch', 'greedy'), isBackedOffElsewhere('prefetch', 'other'), isBackedOffElsewhere('prefetch')],
      [true, false, false],
    )
    clock.advance({ seconds: 4 })
    assert.equal(isBackedOffElsewhere('prefetch', 'greedy'), false)
  })
})

describe('a fetch', () => {
  it('is news for memory and for the other nodes', async () => {
    const { fetch, fetching, cells, level } = setUp()
    const entry = await fetch()
    assert.deepEqual(cells.peek(CELL)?.records, entry.records)
    await fetching.drain()
    assert.equal(
      [...level.entries.keys()].some((key) => key.startsWith(`cell:${CELL.id}:current`)),
      true,
    )
  })

  it('of a caller that visits many places fills no memory', async () => {
    const { fetch, cells } = setUp()
    assert.equal((await fetch('job')).records.current?.length, 1)
    assert.equal(cells.peek(CELL), undefined)
  })

  it('is one for all who want it at once, who fail with it unless only its own share is spent', async () => {
    const { fetch, world, record, clock } = setUp()
    let calls = 0
    const share = new BudgetSpent('a/weather', 'person', 60, { name: 'upstream', windowSeconds: 60, limit: 1 })
    const outcomes = async (failure: ProviderFailure, ...clients: readonly string[]) => {
      clock.advance({ hours: 1 })
      calls = 0
      world.fetch = async () => {
        calls += 1
        if (calls === 1) throw failure
        return { records: [record()] }
      }
      const answers = await Promise.allSettled(clients.map((client) => fetch('person', client)))
      return [answers.map(({ status }) => status), calls]
    }
    assert.deepEqual(await outcomes(failureOf('unavailable'), 'x', 'y', 'x'), [['rejected', 'rejected', 'rejected'], 1])
    assert.deepEqual(await outcomes(share, 'x', 'y', 'z'), [['rejected', 'fulfilled', 'fulfilled'], 2])
    assert.deepEqual(await outcomes(share, 'x', 'x'), [['rejected', 'rejected'], 1])
  })

  it('that finds nothing there is remembered as long as the source says, if that proves anything', async () => {
    for (const [absentMs, expected] of [
      [DAY_MS, DAY_MS],
      [0, undefined],
    ]) {
      const { fail, fetching, cells, clock } = setUp({ absentMs: absentMs as number })
      await fail(failureOf('not_found'), 'person')
      await fetching.drain()
      const until = (await cells.load(CELL))?.absentUntil['a']
      assert.equal(until === undefined ? undefined : until - clock.now(), expected)
    }
  })

  it('is followed by further calls, whose records are added; their failure is no error of ours, a fault of the adapter is', async () => {
    const { fetch, fetching, world, cells, record, errors, clock } = setUp({ groups: [['current', 'alert']] })
    const hours = () => buildScopeRecord('hourly', 'a', { fetchedAt: clock.now() })
    const { promise, resolve } = Promise.withResolvers<void>()
    world.fetch = async () => ({ records: [record()], follow: () => promise.then(() => [hours()]) })
    await fetch()
    assert.notEqual(fetching.following(CELL, SCOPES), undefined)
    resolve()
    await fetching.drain()
    const { current, hourly } = cells.peek(CELL)?.records ?? {}
    assert.deepEqual({ current: current?.length, hourly: hourly?.length }, { current: 1, hourly: 1 })
    assert.equal(fetching.following(CELL, SCOPES), undefined)
    for (const [failure, reported] of [
      [failureOf('unavailable'), 0],
      [new TypeError('x is undefined'), 1],
    ] as const) {
      clock.advance({ minutes: 1 })
      world.fetch = async () => ({ records: [record()], follow: () => Promise.reject(failure) })
      await fetch()
      await fetching.drain()
      assert.equal(errors.length, reported, errors.join())
    }
  })
})
