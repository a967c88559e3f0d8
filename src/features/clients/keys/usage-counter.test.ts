import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createUsageCounter, formatUsageDay } from './usage-counter.ts'
import type { UsageCount, UsageTotals } from './usage-store.ts'

const START = Date.UTC(2026, 6, 30, 23, 59, 50)
const KEY = 'a'

/** A counter over a table in memory, which other nodes may fill, too. */
function setUp(t: TestContext) {
  const clock = { ms: START, now: () => clock.ms }
  const rows: UsageCount[] = []
  const errors: string[] = []
  const store = {
    failing: '' as '' | 'add' | 'totals',
    /** Awaited by the next writing, and by the next reading of totals. */
    writing: Promise.resolve(),
    reading: Promise.resolve(),
    async add(counts: readonly UsageCount[]) {
      if (store.failing === 'add') throw new Error('away')
      await store.writing
      rows.push(...counts.map((count) => ({ ...count })))
    },
    async totals(keyIds: readonly string[], day: string): Promise<UsageTotals[]> {
      if (store.failing === 'totals') throw new Error('away')
      const sum = (counts: readonly UsageCount[]) => counts.reduce((total, { requests }) => total + requests, 0)
      const found = keyIds.map((keyId) => {
        const own = rows.filter((row) => row.keyId === keyId && row.day <= day && row.day.slice(0, 7) === day.slice(0, 7))
        return { keyId, today: sum(own.filter((row) => row.day === day)), month: sum(own) }
      })
      await store.reading
      return found
    },
  }
  const counter = createUsageCounter({ store, clock, onError: (_error, what) => errors.push(what) })
  t.after(() => counter.close())
  const count = (times = 1, isRefused = false) => {
    for (let i = 0; i < times; i++) counter.count(KEY, 'weather', isRefused, clock.ms)
  }
  const used = () => {
    const { today, month } = counter.used(KEY, clock.ms)
    return [today, month]
  }
  const elsewhere = (requests: number, day = formatUsageDay(clock.ms)) =>
    rows.push({ keyId: KEY, day, scope: 'tiles', requests, refused: 0, lastAt: clock.ms })
  return { clock, store, rows, errors, counter, count, used, elsewhere }
}

describe('the requests of a key', () => {
  it('are known at once, and those of other nodes with the next exchange', async (t) => {
    const { rows, counter, count, used, elsewhere } = setUp(t)
    count(2)
    count(1, true)
    assert.deepEqual(used(), [2, 2])
    elsewhere(5)
    elsewhere(7, '2026-07-01')
    elsewhere(9, '2026-06-30')
    await counter.flush()
    assert.deepEqual(used(), [7, 14])
    assert.deepEqual(rows.at(-1), { keyId: KEY, day: '2026-07-30', scope: 'weather', requests: 2, refused: 1, lastAt: START })
    // Nothing is pending.
    const before = rows.length
    await counter.flush()
    assert.equal(rows.length, before)
  })

  it('that arrive during an exchange are counted once', async (t) => {
    const { store, counter, count, used } = setUp(t)
    const { promise, resolve } = Promise.withResolvers<void>()
    store.reading = promise
    count()
    const flushed = counter.flush()
    await new Promise(setImmediate)
    count(3)
    resolve()
    await flushed
    assert.deepEqual(used(), [4, 4])
    await counter.flush()
    assert.deepEqual(used(), [4, 4])
  })

  it('are its own, also those that arrive during an exchange', async (t) => {
    const { clock, store, counter, count, used } = setUp(t)
    const { promise, resolve } = Promise.withResolvers<void>()
    store.reading = promise
    count()
    const flushed = counter.flush()
    await new Promise(setImmediate)
    for (let i = 0; i < 7; i++) counter.count('b', 'weather', false, clock.ms)
    resolve()
    await flushed
    assert.deepEqual(used(), [1, 1])
    assert.equal(counter.used('b', clock.ms).today, 7)
  })

  it('begin anew with the day and with the month', async (t) => {
    const { clock, counter, count, used } = setUp(t)
    count(2)
    clock.ms += 20_000
    assert.deepEqual(used(), [0, 2])
    count()
    await counter.flush()
    assert.deepEqual(used(), [1, 3])
    clock.ms = Date.UTC(2026, 7, 1)
    assert.deepEqual(used(), [0, 0])
    count()
    await counter.flush()
    assert.deepEqual(used(), [1, 1])
  })

  it('of the day before that are still pending belong to the month only', async (t) => {
    const { clock, store, counter, count, used } = setUp(t)
    const { promise, resolve } = Promise.withResolvers<void>()
    store.writing = promise
    count()
    const flushed = counter.flush()
    await new Promise(setImmediate)
    count()
    clock.ms += 20_000
    count()
    resolve()
    await flushed
    assert.deepEqual(used(), [1, 3])
    await counter.flush()
    assert.deepEqual(used(), [1, 3])
  })

  it('wait while they cannot be written, and stay as they are while they cannot be read', async (t) => {
    const { clock, store, rows, errors, counter, count, used } = setUp(t)
    store.failing = 'add'
    count(2)
    await counter.flush()
    clock.ms += 1_000
    count(1)
    assert.deepEqual({ used: used(), rows: rows.length }, { used: [3, 3], rows: 0 })
    store.failing = 'totals'
    await counter.flush()
    assert.deepEqual(used(), [3, 3])
    assert.deepEqual(rows, [{ keyId: KEY, day: '2026-07-30', scope: 'weather', requests: 3, refused: 0, lastAt: START + 1_000 }])
    assert.deepEqual(errors, ['counting the requests of client keys', 'reading the requests of client keys'])
  })
})
