import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAY_SECONDS } from '../time.ts'
import {
  computeBudgetStatus,
  computeBudgetCeiling,
  type JobBudget,
  computeJobCallsLeft,
  MINUTE_SECONDS,
  MONTH_SECONDS,
  computeSecondsUntilReset,
  computeWindowEnd,
  computeWindowStart,
} from './budget.ts'

const SHARES = { warning: 0.8, softBlock: 0.95 }

describe('budgetStatus', () => {
  it('warns at 80 %, blocks background work at 95 % and everything at 100 %', () => {
    const at = (used: number) => computeBudgetStatus(used, 1_000, SHARES)
    assert.deepEqual([0, 799, 800, 949, 950, 999, 1_000, 1_001].map(at), [
      'ok',
      'ok',
      'warning',
      'warning',
      'soft_block',
      'soft_block',
      'hard_block',
      'hard_block',
    ])
  })
})

describe('ceilingOf', () => {
  it('leaves the last twentieth to people who are waiting', () => {
    assert.equal(computeBudgetCeiling(1_000, 'person', SHARES), 1_000)
    assert.equal(computeBudgetCeiling(1_000, 'job', SHARES), 950)
  })
})

describe('windows', () => {
  const noonAndABit = Date.parse('2026-07-01T12:00:59.400Z')

  it('are aligned to UTC', () => {
    assert.equal(new Date(computeWindowStart(noonAndABit, MINUTE_SECONDS)).toISOString(), '2026-07-01T12:00:00.000Z')
    assert.equal(new Date(computeWindowStart(noonAndABit, DAY_SECONDS)).toISOString(), '2026-07-01T00:00:00.000Z')
  })

  it('are calendar months, whatever their length', () => {
    for (const [now, start, end] of [
      ['2026-02-28T23:59:59Z', '2026-02-01', '2026-03-01'],
      ['2026-03-01T00:00:00Z', '2026-03-01', '2026-04-01'],
      ['2026-12-31T12:00:00Z', '2026-12-01', '2027-01-01'],
    ] as const) {
      const instant = Date.parse(now)
      assert.deepEqual(
        { windowStart: computeWindowStart(instant, MONTH_SECONDS), windowEnd: computeWindowEnd(instant, MONTH_SECONDS) },
        { windowStart: Date.parse(start), windowEnd: Date.parse(end) },
      )
    }
    assert.equal(computeSecondsUntilReset(Date.parse('2026-02-28T12:00:00Z'), MONTH_SECONDS), 43_200)
  })

  it('tell when they end, never less than a second ahead', () => {
    assert.equal(computeSecondsUntilReset(noonAndABit, MINUTE_SECONDS), 1)
    assert.equal(computeSecondsUntilReset(Date.parse('2026-07-01T12:00:00Z'), MINUTE_SECONDS), 60)
    assert.equal(computeSecondsUntilReset(Date.parse('2026-07-01T12:00:00Z'), DAY_SECONDS), 43_200)
  })
})

describe('jobCallsLeft', () => {
  const budget: JobBudget = { limit: 1_000, backgroundLimit: 950, used: 0, usedByJobs: 0, share: 0.4, weight: 1 }
  const at = (time: string, changes: Partial<JobBudget> = {}) =>
    computeJobCallsLeft({ ...budget, ...changes }, Date.parse(`2026-07-01T${time}Z`))

  it('grows evenly over the UTC day, in quarters of an hour, and lasts until its end', () => {
    const times = ['00:00:00', '00:14:59', '00:15:00', '11:59:59', '12:00:00', '23:44:59', '23:45:00', '23:59:59']
    assert.deepEqual(
      times.map((time) => at(time)),
      [4, 4, 8, 200, 204, 395, 400, 400],
    )
  })

  it('is reduced by what jobs have used, never below zero', () => {
    assert.deepEqual([at('12:00:00', { used: 150, usedByJobs: 150 }), at('12:00:00', { used: 205, usedByJobs: 205 })], [54, 0])
  })

  it('ends at the soft block, whoever used the budget', () => {
    assert.deepEqual([at('23:45:00', { used: 900 }), at('23:45:00', { used: 950 }), at('23:45:00', { used: 1_000 })], [50, 0, 0])
  })

  it('is a whole number of calls of their weight', () => {
    assert.deepEqual([at('23:45:00', { weight: 2.5 }), at('00:00:00', { weight: 5 }), at('23:45:00', { share: 0 })], [160, 0, 0])
  })
})
