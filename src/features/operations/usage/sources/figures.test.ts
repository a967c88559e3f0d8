import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAY_MS } from '../../../../time.ts'
import type { CallSum } from '../read-store.ts'
import { listDayFigures, computeCallFigures } from './figures.ts'

const DAY = Date.UTC(2026, 6, 1)

const sum = (dimension: CallSum['dimension'], key: string, calls: number, changes: Partial<CallSum> = {}): CallSum => ({
  startsAt: DAY,
  product: 'a/forecast',
  dimension,
  key,
  calls,
  failed: 0,
  weight: calls,
  ...changes,
})

describe('figures of calls', () => {
  it('count each call once', () => {
    const sums = [sum('cause', '', 3, { failed: 1 }), sum('duration', '100', 3, { failed: 1 })]
    assert.deepEqual(computeCallFigures(sums), { calls: 3, failed: 1, latency: { medianMs: 100, p95Ms: 100 } })
    assert.deepEqual(computeCallFigures([]), { calls: 0, failed: 0, latency: null })
  })

  it('have the durations that half, and 95 of 100, of the calls did not exceed, whatever the order of the keys', () => {
    const latency = (...counts: readonly (readonly [key: string, calls: number])[]) =>
      computeCallFigures(counts.map(([key, calls]) => sum('duration', key, calls))).latency
    assert.deepEqual(latency(['1000', 5], ['90', 50], ['200', 45]), { medianMs: 90, p95Ms: 200 })
    assert.deepEqual(latency(['1000', 6], ['90', 49], ['200', 45]), { medianMs: 200, p95Ms: 1_000 })
    assert.deepEqual(latency(['', 90], ['200', 1]), { medianMs: 200, p95Ms: 200 }, 'calls under way have no duration')
    assert.equal(latency(['', 90]), null)
  })

  it('of a day are those of its hours; the account of the first product is charged', () => {
    const products = [
      { id: 'a/forecast', weight: 1.1 },
      { id: 'a/air', weight: 1, account: 'a/forecast' },
      { id: 'a/tiles', weight: 1 },
    ]
    const sums = [
      sum('cause', 'request', 2, { weight: 2.2000000000000002 }),
      sum('cause', 'job', 1, { product: 'a/air', startsAt: DAY + 5 * 3_600_000 }),
      sum('cause', 'tile', 4, { product: 'a/tiles', failed: 4 }),
      sum('cause', 'request', 7, { startsAt: DAY + DAY_MS }),
    ]
    const [before, day, after] = listDayFigures(sums, products, { firstDay: DAY - DAY_MS, days: 3 })
    assert.deepEqual(before, { startsAt: DAY - DAY_MS, calls: 0, failed: 0, latency: null, charged: 0, cost: 0 })
    assert.deepEqual(day, { startsAt: DAY, calls: 7, failed: 4, latency: null, charged: 3.2, cost: 7.2 })
    assert.deepEqual({ calls: after?.calls, charged: after?.charged }, { calls: 7, charged: 7 })
  })
})
