import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ProviderFailure } from '@isobar/providers/port'
import { buildFreshnessWindows, toCell } from '@isobar/weather'
import { createTestClock } from '../../test/helpers/clock.ts'
import { createMemoryLevel } from '../platform/cache/testing/memory-level.ts'
import { MINUTE_MS } from '../time.ts'
import type { CallContext } from './call-context.ts'
import { createCellCache } from './cell-cache.ts'
import { BudgetSpent } from './failure.ts'
import type { ScopeRecord } from './record.ts'
import type { OpenSource, SourceFetch } from './source-fetch.ts'
import { buildScopeRecord, createTestWeatherSource } from './testing/records.ts'
import { createWait, type Wanted } from './wait.ts'

const CELL = toCell(52.52, 13.41)
const DOWN = new ProviderFailure('unavailable', 'status 503')
const OWN_SHARE_SPENT = new BudgetSpent('a/weather', 'person', 60, { name: 'upstream', windowSeconds: 60, limit: 1 })

type Answers = Readonly<Record<string, () => readonly ScopeRecord[]>>

/** Sources `a` to `c` in their order, each of which answers as the test says, and fetches current weather and hours together. */
function setUp() {
  const [clock, level] = [createTestClock(), createMemoryLevel()]
  const errors: string[] = []
  const calls: string[] = []
  const world = { answers: {} as Answers, followUp: undefined as Promise<void> | undefined }
  const definitions = ['a', 'b', 'c'].map((id) => createTestWeatherSource(id, { groups: [['current', 'hourly']] }))
  const cells = createCellCache({
    level,
    clock,
    windows: () => buildFreshnessWindows(),
    sources: () => definitions,
    firstOf: () => 'a',
    maxBytes: 1_000_000,
  })
  const sources = definitions.map((source): OpenSource => {
    const fetching: Pick<SourceFetch, 'fetch' | 'following'> = {
      async fetch(cell, _scopes, { purpose }) {
        calls.push(purpose === undefined ? source.id : `${source.id} as ${purpose}`)
        const { entry, written } = cells.store(cell, world.answers[source.id]?.() ?? [])
        written.catch(() => undefined)
        return entry
      },
      following: () => world.followUp,
    }
    return { ...source, fetching: fetching as SourceFetch }
  })
  const waiting = createWait({
    sources,
    cells,
    clock,
    windows: () => buildFreshnessWindows(),
    upstreamTimeoutMs: 10_000,
    onError: (error, what) => errors.push(`${what}: ${(error as Error).message}`),
  })
  const fails = (failure: Error) => () => {
    throw failure
  }
  const current = (source: string, change: Partial<ScopeRecord<'current'>> = {}) =>
    buildScopeRecord('current', source, { fetchedAt: clock.now(), ...change })
  const hours = (source: string) => buildScopeRecord('hourly', source, { fetchedAt: clock.now() })
  const wait = (answers: Answers, change: Partial<Wanted<'current'>> = {}, context: Partial<CallContext> = {}) => {
    world.answers = answers
    return waiting.wait({
      cell: CELL,
      scope: 'current',
      entry: cells.peek(CELL),
      choice: { kind: 'wait', sources: ['a', 'b', 'c'], reserve: undefined },
      context: {
        cause: 'request',
        trigger: null,
        requestId: null,
        cellId: CELL.id,
        client: null,
        caller: 'person',
        spend: { calls: 0, closed: false },
        ...context,
      },
      deadlineMs: 5_000,
      ...change,
    })
  }
  const shown = (scope: 'current' | 'hourly') => cells.shownIn(CELL, cells.peek(CELL), scope)?.source
  return { clock, level, cells, errors, calls, world, waiting, wait, fails, current, hours, shown }
}
const reserveOf = (reserve: ScopeRecord<'current'>) => ({ choice: { kind: 'wait', sources: ['a', 'b', 'c'], reserve } }) as const

describe('waiting for sources', () => {
  it('ends with the first that answers, whose record people are shown', async () => {
    const { wait, current, calls, shown, errors } = setUp()
    const record = current('a')
    const waited = await wait({ a: () => [record] })
    assert.deepEqual([waited.isServed && waited.record, calls, shown('current'), errors], [record, ['a'], 'a', []])
  })

  it('asks the next after a failure, which is no error of ours; people are shown everything that came with its answer', async () => {
    const { wait, fails, current, hours, calls, shown, errors } = setUp()
    const waited = await wait({ a: fails(DOWN), b: () => [current('b'), hours('b')] })
    assert.equal(waited.isServed && waited.record.source, 'b')
    assert.deepEqual({ calls, errors }, { calls: ['a', 'b as fallback'], errors: [] })
    assert.deepEqual({ shownCurrent: shown('current'), shownHourly: shown('hourly') }, { shownCurrent: 'b', shownHourly: 'b' })
  })

  it('shows people nothing older than before', async () => {
    const { wait, fails, current, hours, shown, cells, clock } = setUp()
    cells.store(CELL, [hours('a')])
    await wait({ a: fails(DOWN), b: () => [current('b'), hours('b')] })
    assert.deepEqual({ shownCurrent: shown('current'), shownHourly: shown('hourly') }, { shownCurrent: 'b', shownHourly: 'a' })
    clock.advance({ hours: 2 })
    await wait({ a: fails(DOWN), b: () => [current('b'), hours('b')] })
    assert.deepEqual({ shownCurrent: shown('current'), shownHourly: shown('hourly') }, { shownCurrent: 'b', shownHourly: 'b' })
  })

  it('shows people the other source as of the last time that a person waited in vain for the first', async () => {
    const { wait, fails, current, cells, clock } = setUp()
    for (const hours of [0, 2, 2]) {
      clock.advance({ hours })
      await wait({ a: fails(DOWN), b: () => [current('b')] })
      const shown = cells.shownIn(CELL, cells.peek(CELL), 'current')
      assert.deepEqual(
        { source: shown?.source, fetchedAt: shown?.fetchedAt, admittedAt: shown?.admittedAt },
        { source: 'b', fetchedAt: clock.now(), admittedAt: clock.now() },
      )
    }
  })

  it('decides for people only if a person waited', async () => {
    for (const caller of ['refresh', 'prefetch', 'crawler', 'job'] as const) {
      const { wait, fails, current, shown } = setUp()
      const waited = await wait({ a: fails(DOWN), b: () => [current('b')] }, {}, { caller })
      assert.deepEqual([waited.isServed && waited.record.source, shown('current')], ['b', undefined], caller)
    }
  })

  it('reports a fault of an adapter, and asks the next', async () => {
    const { wait, fails, current, errors } = setUp()
    const waited = await wait({ a: fails(new TypeError('x is undefined')), b: () => [current('b')] })
    assert.equal(waited.isServed && waited.record.source, 'b')
    assert.deepEqual(errors, ['fetching a cell: x is undefined'])
  })

  it('takes an answer without the scope, or with a record that has expired, for a failure', async () => {
    const { wait, current, hours, clock } = setUp()
    const lacking = await wait({
      a: () => [hours('a')],
      b: () => [current('b', { fetchedAt: clock.now() - 48 * 60 * MINUTE_MS })],
      c: () => [],
    })
    assert.ok(!lacking.isServed && lacking.failure instanceof ProviderFailure)
    assert.equal(lacking.failure.kind, 'invalid_body')
  })

  it('calls no other source that was read a moment ago', async () => {
    const { wait, fails, current, cells, calls, clock } = setUp()
    cells.store(CELL, [current('b', { admittedAt: clock.now() })])
    assert.equal((await wait({ a: fails(DOWN) })).isServed, true)
    assert.deepEqual(calls, ['a'])
    clock.advance({ minutes: 20 })
    const waited = await wait({ a: fails(DOWN), b: () => [current('b')] })
    assert.equal(waited.isServed && waited.record.fetchedAt, clock.now())
    assert.deepEqual(calls, ['a', 'a', 'b as fallback'])
  })

  it('gives a client whose own share is spent what is known, however old, and buys nothing for it', async () => {
    const { wait, fails, current, calls, clock } = setUp()
    const reserve = current('c', { fetchedAt: clock.now() - 5 * 60 * MINUTE_MS })
    const waited = await wait({ a: fails(OWN_SHARE_SPENT) }, reserveOf(reserve))
    assert.deepEqual([waited.isServed && waited.record, calls], [reserve, ['a']])
    const { wait: waitAnew, fails: failAnew, current: anew, shown } = setUp()
    const bought = await waitAnew({ a: failAnew(OWN_SHARE_SPENT), b: () => [anew('b')] })
    assert.deepEqual([bought.isServed && bought.record.source, shown('current')], ['b', undefined])
  })

  it('prefers what is known to a series that the source lacks', async () => {
    const { wait, fails, current } = setUp()
    const lacking = { a: fails(DOWN), b: () => [current('b', { available: false })] }
    const reserve = current('c')
    const waited = await wait(lacking, reserveOf(reserve))
    assert.deepEqual(waited.isServed && [waited.record, waited.fetched], [reserve, undefined])
    const nothingBetter = await wait(lacking, reserveOf(current('c', { available: false })))
    assert.equal(nothingBetter.isServed && nothingBetter.record.source, 'b')
  })

  it('says why the first failed if none answers, and that it was late if its time is over', async () => {
    const { wait, fails, world, waiting, clock } = setUp()
    const failed = await wait({ a: fails(DOWN), b: fails(new ProviderFailure('timeout', 'late')), c: fails(new Error('c')) })
    assert.deepEqual(failed, { isServed: false, failure: DOWN })
    const { promise, resolve } = Promise.withResolvers<void>()
    world.followUp = promise
    const late = await wait(
      { a: () => [buildScopeRecord('current', 'a', { fetchedAt: clock.now() })] },
      { deadlineMs: 20 },
      { caller: 'job' },
    )
    assert.deepEqual(late, { isServed: false, failure: undefined })
    resolve()
    await waiting.drain()
  })

  it('waits for follow-up calls for a job, and for no person', async () => {
    const { wait, world, current, cells } = setUp()
    const { promise, resolve } = Promise.withResolvers<void>()
    world.followUp = promise
    assert.equal((await wait({ a: () => [current('a')] })).isServed, true)
    const ofJob = wait({ a: () => [current('a')] }, {}, { caller: 'job' })
    let hasEnded = false
    void ofJob.then(() => (hasEnded = true))
    await new Promise((next) => setImmediate(next))
    assert.equal(hasEnded, false)
    await cells.store(CELL, [buildScopeRecord('hourly', 'a', { fetchedAt: 1 })]).written
    resolve()
    const waited = await ofJob
    assert.equal(waited.isServed && waited.fetched?.records.hourly?.length, 1)
  })

  it('is over for a stopping process when what people are shown is in the second level', async () => {
    const { wait, fails, current, level, waiting, errors, clock } = setUp()
    const { put } = level
    const { promise, resolve } = Promise.withResolvers<void>()
    level.put = async (entries) => promise.then(() => put(entries))
    await wait({ a: fails(DOWN), b: () => [current('b')] })
    let isDrained = false
    const drained = waiting.drain().then(() => (isDrained = true))
    await new Promise((next) => setImmediate(next))
    assert.equal(isDrained, false)
    resolve()
    await drained
    level.put = () => Promise.reject(new Error('no connection'))
    clock.advance({ hours: 2 })
    await wait({ a: fails(DOWN), b: () => [current('b')] })
    await waiting.drain()
    assert.ok(errors.includes('writing admitted records: no connection'), errors.join())
  })
})
