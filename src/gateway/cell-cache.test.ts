import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type CellScope, buildFreshnessWindows, toCell } from '@isobar/weather'
import { buildTestAlert } from '../../packages/weather/src/hazards/testing/alert.ts'
import { createTestClock } from '../../test/helpers/clock.ts'
import { createMemoryLevel } from '../platform/cache/testing/memory-level.ts'
import { HOUR_MS, MINUTE_MS } from '../time.ts'
import { type CellBlend, encodeCellBlend, toBlendKey } from './cell-blend.ts'
import { type CellCacheOptions, createCellCache } from './cell-cache.ts'
import { type CellEntry, findScopeRecord } from './cell-entry.ts'
import { type AlertRecord, buildAlertRecord, type ScopeRecord } from './record.ts'
import { buildCellBlend } from './testing/cell-blend.ts'
import { buildScopeRecord, createTestWeatherSource } from './testing/records.ts'

const CELL = toCell(52.52, 13.41)
const WEATHER = { groups: [['current', 'hourly', 'extended', 'alert']] } as const
const NOTHING: CellEntry = { records: {}, alerts: [], absentUntil: {} }
const SOURCES = [
  createTestWeatherSource('a', { ...WEATHER, absentMs: MINUTE_MS }),
  createTestWeatherSource('b', WEATHER),
  createTestWeatherSource('nws', { kind: 'feed', groups: [['alert']], isPartial: true }),
  createTestWeatherSource('own', { kind: 'warnings', groups: [['alert']] }),
]

/** A node's cache; `level`: that of another node. `a` is the first of the weather providers. */
function setUp(level = createMemoryLevel(), clock = createTestClock(), blending?: CellCacheOptions['blending']) {
  const cache = createCellCache({
    level,
    clock,
    ...(blending && { blending }),
    windows: () => buildFreshnessWindows(),
    sources: () => SOURCES,
    firstOf: () => 'a',
    maxBytes: 1_000_000,
  })
  const record = <S extends CellScope>(scope: S, source: string, change: Partial<ScopeRecord<S>> = {}): ScopeRecord<S> =>
    buildScopeRecord(scope, source, { fetchedAt: clock.now(), ...change })
  const alerts = (source: string, ...ids: readonly string[]): AlertRecord =>
    buildAlertRecord({ alerts: ids.map((id) => buildTestAlert({ id, source, end: null })), simulated: false }, source, clock.now())
  return { cache, level, clock, record, alerts }
}
const sourcesIn = (entry: CellEntry | undefined, scope: CellScope) => entry?.records[scope]?.map(({ source }) => source)

describe('a cell in the cache', () => {
  it('keeps the newest record of each scope and source, in the order of the sources', () => {
    const { cache, record, clock } = setUp()
    const [old, other] = [record('current', 'a'), record('current', 'b', { admittedAt: clock.now() })]
    cache.store(CELL, [other, old])
    assert.deepEqual(sourcesIn(cache.peek(CELL), 'current'), ['a', 'b'])
    const older = record('current', 'a', { fetchedAt: clock.now() - 1_000 })
    cache.store(CELL, [older])
    assert.equal(findScopeRecord(cache.peek(CELL), 'current', 'a'), old)
    cache.store(CELL, [record('current', 'a')])
    assert.equal(findScopeRecord(cache.peek(CELL), 'current', 'a'), old)
    clock.advance({ seconds: 1 })
    const newer = record('current', 'a')
    cache.store(CELL, [newer])
    assert.equal(findScopeRecord(cache.peek(CELL), 'current', 'a'), newer)
    assert.equal(findScopeRecord(cache.peek(CELL), 'hourly', 'a'), undefined)
  })

  it('does not lose a usable series to one that the source lacks now', () => {
    const { cache, record, clock } = setUp()
    const known = record('hourly', 'a')
    cache.store(CELL, [known])
    clock.advance({ hours: 24 })
    cache.store(CELL, [record('hourly', 'a', { available: false })])
    assert.equal(findScopeRecord(cache.peek(CELL), 'hourly', 'a'), known)
    clock.advance({ seconds: 1 })
    const lacking = record('hourly', 'a', { available: false })
    cache.store(CELL, [lacking])
    assert.equal(findScopeRecord(cache.peek(CELL), 'hourly', 'a'), lacking)
  })

  it('keeps an admission, which is the source’s, with its next record', () => {
    const { cache, record, clock } = setUp()
    const at = clock.now()
    cache.store(CELL, [record('current', 'b', { admittedAt: at })])
    clock.advance({ minutes: 5 })
    cache.store(CELL, [record('current', 'b')])
    const known = findScopeRecord(cache.peek(CELL), 'current', 'b')
    assert.deepEqual({ fetchedAt: known?.fetchedAt, admittedAt: known?.admittedAt }, { fetchedAt: clock.now(), admittedAt: at })
    // A record may be admitted after it was fetched.
    cache.store(CELL, [record('current', 'b', { admittedAt: clock.now() })])
    assert.equal(findScopeRecord(cache.peek(CELL), 'current', 'b')?.admittedAt, clock.now())
    cache.store(CELL, [record('current', 'b', { admittedAt: at })])
    assert.equal(findScopeRecord(cache.peek(CELL), 'current', 'b')?.admittedAt, clock.now())
  })

  it('has a whole series whose write ends while it is being read', async () => {
    const inner = createMemoryLevel()
    const asked = Promise.withResolvers<void>()
    let written: Promise<void> | undefined
    const { cache, record, clock } = setUp({
      ...inner,
      async put(entries) {
        await asked.promise
        await inner.put(entries)
      },
      async get(keys) {
        const found = await inner.get(keys)
        asked.resolve()
        await written
        return found
      },
    })
    ;({ written } = cache.store(CELL, [record('extended', 'a', { extent: { hours: clock.now(), steps: clock.now(), days: clock.now() } })]))
    assert.deepEqual(sourcesIn(await cache.read(CELL, true), 'extended'), ['a'])
  })

  it('has a source’s whole series in memory where somebody has asked for it, else in the second level', async () => {
    const level = createMemoryLevel()
    const { cache, record, clock } = setUp(level)
    const series = record('extended', 'a', { extent: { hours: clock.now(), steps: clock.now(), days: clock.now() } })
    await cache.store(CELL, [series]).written
    assert.equal(cache.peek(CELL)?.records.extended, undefined)
    assert.deepEqual(await cache.extended(CELL, 'a'), series)
    assert.equal(await cache.extended(CELL, 'b'), undefined)
    await cache.load(CELL, true)
    cache.store(CELL, [record('current', 'a')])
    level.get = () => assert.fail('memory has it')
    assert.deepEqual(await cache.extended(CELL, 'a'), series)
  })

  it('has in memory what people are shown, and alerts of all sources', () => {
    const { cache, record, alerts } = setUp()
    const { entry } = cache.store(CELL, [record('current', 'a'), record('current', 'b'), record('hourly', 'b'), alerts('nws', 'x')])
    assert.deepEqual(sourcesIn(entry, 'current'), ['a', 'b'])
    assert.deepEqual(
      [sourcesIn(cache.peek(CELL), 'current'), sourcesIn(cache.peek(CELL), 'hourly'), sourcesIn(cache.peek(CELL), 'alert')],
      [['a'], [], ['nws']],
    )
  })

  it('is not put into memory for a caller that visits many places, but brought up to date there', async () => {
    const { cache, record, level, clock } = setUp()
    const nothing: CellEntry = { records: {}, alerts: [], absentUntil: {} }
    await cache.store(CELL, [record('current', 'a')], nothing).written
    assert.equal(cache.peek(CELL), undefined)
    assert.deepEqual([...level.entries.keys()], [`cell:${CELL.id}:current:a`])
    await cache.load(CELL)
    clock.advance({ minutes: 1 })
    const next = record('current', 'a')
    cache.store(CELL, [next], nothing)
    assert.equal(findScopeRecord(cache.peek(CELL), 'current', 'a'), next)
    const other = toCell(1, 1)
    cache.take(other, { ...nothing, records: { current: [next] } })
    assert.equal(findScopeRecord(cache.peek(other), 'current', 'a'), next)
  })
})

describe('the second level', () => {
  it('has what one node stored for the others, until it can no longer be used', async () => {
    const { cache, level, record, clock } = setUp()
    await cache.store(CELL, [record('current', 'a'), record('hourly', 'b')]).written
    const expiries = [...level.entries.values()].map(({ key, expiresAt }) => [key, (expiresAt - clock.now()) / HOUR_MS])
    assert.deepEqual(expiries, [
      [`cell:${CELL.id}:current:a`, 6],
      [`cell:${CELL.id}:hourly:b`, 24],
    ])
    const other = setUp(level, clock).cache
    const read = await other.read(CELL)
    assert.deepEqual([sourcesIn(read, 'current'), sourcesIn(read, 'hourly'), other.peek(CELL)], [['a'], ['b'], undefined])
    const loaded = await other.load(CELL)
    assert.deepEqual(
      { sourcesInLoaded: sourcesIn(loaded, 'hourly'), sourcesInPeek: sourcesIn(other.peek(CELL), 'hourly') },
      { sourcesInLoaded: ['b'], sourcesInPeek: [] },
    )
  })

  it('gets only records that win', async () => {
    const { cache, level, record, clock } = setUp()
    await cache.store(CELL, [record('current', 'a')]).written
    const [before] = level.entries.values()
    await cache.store(CELL, [record('current', 'a', { fetchedAt: clock.now() - 1_000 })]).written
    assert.deepEqual([level.entries.size, [...level.entries.values()][0] === before], [1, true])
  })

  it('knows until when the first source has nothing at a place', async () => {
    const { cache, level, clock } = setUp()
    const until = clock.now() + MINUTE_MS
    await cache.storeAbsent(CELL, 'a', until)
    assert.deepEqual(cache.peek(CELL)?.absentUntil, { a: until })
    assert.equal(level.entries.get(`cell:${CELL.id}:absent:a`)?.expiresAt, until)
    assert.deepEqual((await setUp(level, clock).cache.read(CELL)).absentUntil, { a: until })
    const job = setUp(level, clock).cache
    await job.storeAbsent(CELL, 'a', until, { records: {}, alerts: [], absentUntil: {} })
    assert.equal(job.peek(CELL), undefined)
    // What is in memory is brought up to date.
    await cache.storeAbsent(CELL, 'a', until + 1, { records: {}, alerts: [], absentUntil: {} })
    assert.deepEqual(cache.peek(CELL)?.absentUntil, { a: until + 1 })
  })

  it('is read once for the places that are not fresh in memory', async () => {
    const { cache, level, record, clock } = setUp()
    const [fresh, stale, elsewhere, unknown] = [toCell(1, 1), toCell(2, 2), toCell(3, 3), toCell(4, 4)]
    cache.store(stale, [record('current', 'a')])
    clock.advance({ minutes: 10 })
    cache.store(fresh, [record('current', 'a')])
    const node = setUp(level, clock)
    await node.cache.store(elsewhere, [node.record('current', 'b', { admittedAt: clock.now() }), node.record('hourly', 'a')]).written
    await node.cache.store(stale, [node.record('current', 'a')]).written
    const reads: (readonly string[])[] = []
    const { get } = level
    level.get = (keys) => (reads.push(keys), get(keys))
    const found = await cache.shownAt([fresh, stale, elsewhere, unknown], 'current')
    assert.deepEqual(
      [...found].map(([id, { source, fetchedAt }]) => [id, source, fetchedAt]),
      [
        [fresh.id, 'a', clock.now()],
        [stale.id, 'a', clock.now()],
        [elsewhere.id, 'b', clock.now()],
      ],
    )
    assert.deepEqual([reads.length, reads[0]?.some((key) => key.includes(`:${fresh.id}:`))], [1, false])
    assert.equal(cache.peek(elsewhere), undefined)
    await cache.shownAt([fresh], 'current')
    assert.equal(reads.length, 1)
  })

  it('is read twice where it is blended, however many places, and once for what a blend does not change', async () => {
    const level = createMemoryLevel()
    const seen: (readonly (string | undefined)[])[] = []
    const { cache, record, clock } = setUp(level, undefined, {
      isOn: (_, blend): blend is CellBlend => blend !== undefined,
      hasScope: (scope) => scope === 'hourly',
      apply(_, entry, shown) {
        seen.push(entry?.records.extended?.map(({ source }) => source) ?? [])
        return shown
      },
    })
    const cells = [toCell(1, 1), toCell(2, 2), toCell(3, 3)]
    const extent = { hours: clock.now(), steps: clock.now(), days: clock.now() }
    for (const cell of cells)
      await cache.store(cell, [record('current', 'a'), record('hourly', 'a'), record('extended', 'a', { extent })], NOTHING).written
    const value = encodeCellBlend(buildCellBlend({ a: 2 })) ?? assert.fail('it can be stored')
    for (const { id } of cells.slice(1)) await level.put([{ key: toBlendKey(id), value, expiresAt: 8e15 }])
    let reads = 0
    const { get } = level
    level.get = (keys) => ((reads += 1), get(keys))
    assert.equal((await cache.shownAt(cells, 'hourly')).size, 3)
    assert.deepEqual({ reads, seen }, { reads: 2, seen: [[], ['a'], ['a']] })
    assert.equal((await cache.shownAt(cells, 'current')).size, 3)
    assert.deepEqual({ reads, applied: seen.length }, { reads: 3, applied: 3 })
  })
})

describe('alerts in the cache', () => {
  it('are one list for as long as nothing in it changes', () => {
    const { cache, record, alerts, clock } = setUp()
    cache.store(CELL, [alerts('a', 'x'), record('current', 'a')])
    const before = cache.peek(CELL)?.alerts
    clock.advance({ minutes: 1 })
    cache.store(CELL, [record('current', 'a')])
    assert.equal(cache.peek(CELL)?.alerts, before)
    cache.store(CELL, [alerts('nws', 'y')])
    const both = cache.peek(CELL)?.alerts
    assert.notEqual(both, before)
    clock.advance({ minutes: 1 })
    cache.store(CELL, [alerts('nws', 'z')])
    assert.notEqual(cache.peek(CELL)?.alerts, both, 'one of two has changed')
    const { entry } = cache.store(CELL, [alerts('own', 'w')])
    const all = cache.peek(CELL)?.alerts
    cache.take(CELL, entry)
    assert.equal(cache.peek(CELL)?.alerts, all, 'the same look-up again')
  })

  it('can be read by id, also while they are being written', async () => {
    const { cache, level, alerts } = setUp()
    const writing = Promise.withResolvers<void>()
    const { put } = level
    level.put = (entries) => writing.promise.then(() => put(entries))
    const { written } = cache.store(CELL, [alerts('a', 'x-1', 'x-2')])
    assert.deepEqual(
      (await cache.alert('x-1'))?.listed.map(({ id }) => id),
      ['x-1', 'x-2'],
    )
    writing.resolve()
    await written
    assert.equal((await cache.alert('x-1'))?.alert.id, 'x-1')
    const elsewhere = setUp(level).cache
    assert.deepEqual(
      (await elsewhere.alert('x-2'))?.listed.map(({ id }) => id),
      ['x-1', 'x-2'],
    )
    assert.deepEqual(
      { alertX3: await cache.alert('x-3'), cacheAlert: await cache.alert('no/id') },
      { alertX3: undefined, cacheAlert: undefined },
    )
  })

  it('are not served as being written once that has failed', async () => {
    const { cache, level, alerts } = setUp()
    level.put = () => Promise.reject(new Error('disk full'))
    await assert.rejects(cache.store(CELL, [alerts('a', 'x-1')]).written, /disk full/)
    assert.equal(await cache.alert('x-1'), undefined)
  })

  it('of our own store are those of the latest look-up, though it finds none', () => {
    const { cache, alerts } = setUp()
    cache.store(CELL, [alerts('own')])
    const next = { ...alerts('own'), available: false }
    cache.store(CELL, [next])
    assert.equal(findScopeRecord(cache.peek(CELL), 'alert', 'own')?.available, false)
  })

  it('are kept in the second level until the last one has ended', async () => {
    const { cache, level, clock } = setUp()
    const alert = buildTestAlert({ id: 'x', source: 'a', end: '2026-08-01T00:00:00Z' })
    await cache.store(CELL, [buildAlertRecord({ alerts: [alert], simulated: false }, 'a', clock.now())]).written
    assert.equal(level.entries.get(`cell:${CELL.id}:alert:a`)?.expiresAt, Date.parse('2026-08-01T00:00:00Z'))
  })
})
