import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MIN_DAYS, buildErrorCase, buildEventCase } from '@isobar/weather'
import { DAY_MS, toUtcDay } from '../../../../time.ts'
import type { LeadSums } from './model.ts'
import { computeLeadScores, type SumsOfDay } from './results.ts'

const NO_BASELINES = { persistence: null, climatology: null }

const sums = (change: Partial<LeadSums> = {}, error = 1): LeadSums => ({
  source: 'first',
  truth: { source: 'first', kind: 'analysis', station: null },
  versus: null,
  leadHours: 24,
  simulated: false,
  tallies: { temperature: buildErrorCase(error, NO_BASELINES) },
  ...change,
})
const daily = (from: number, count: number, each: LeadSums): SumsOfDay[] =>
  Array.from({ length: count }, (_, index) => ({ day: toUtcDay((from + index) * DAY_MS), sums: each }))

describe('the scores of daily sums', () => {
  it('are ordered by source, measured truths first, then by truth and lead time as a number', async () => {
    const measured = { source: 'station', kind: 'observation', station: null } as const
    const scores = await computeLeadScores(
      [
        sums({ source: 'second' }),
        sums({ leadHours: 168 }),
        sums({ truth: { source: 'zzz', kind: 'analysis', station: null } }),
        sums({ leadHours: 24 }),
        sums({ leadHours: 3 }),
        sums({ truth: measured, leadHours: 168 }),
      ].map((each) => ({ day: '2026-03-01', sums: each })),
      1,
    )
    assert.deepEqual(
      scores.map(({ source, truth, leadHours }) => `${source} ${truth.source} ${leadHours}`),
      ['first station 168', 'first first 3', 'first first 24', 'first first 168', 'first zzz 24', 'second first 24'],
    )
  })

  it('count the days of one source, truth and lead time together', async () => {
    const [score] = await computeLeadScores([...daily(0, MIN_DAYS, sums()), ...daily(0, 5, sums({ source: 'second' }))], 1)
    const { temperature } = score?.variables ?? {}
    assert.ok(temperature?.enough === true)
    assert.deepEqual({ n: temperature.n, days: temperature.days, value: temperature.bias.value }, { n: MIN_DAYS, days: MIN_DAYS, value: 1 })
    assert.deepEqual(Object.keys(score?.variables ?? {}), ['temperature'])
  })

  it('compare two sources on the days that both have, by what they have in common only', async () => {
    const first = daily(0, 40, sums({ versus: 'second' }, 1))
    const second = daily(5, 40, sums({ source: 'second', versus: 'first' }, 3))
    // Shared with a third source, on other cases.
    const third = daily(0, 40, sums({ source: 'second', versus: 'third' }, 50))
    const scores = await computeLeadScores(
      [...daily(0, 45, sums({}, 9)), ...daily(0, 45, sums({ source: 'second' }, 9)), ...first, ...second, ...third],
      1,
    )
    const compared = scores.map(({ source, comparisons }) => [
      source,
      comparisons.map(({ versus, variables: { temperature } }) => [
        versus,
        temperature?.days,
        temperature?.enough === true && temperature.difference.value,
      ]),
    ])
    assert.deepEqual(compared, [
      ['first', [['second', 35, -2]]],
      [
        'second',
        [
          ['first', 35, 2],
          ['third', undefined, false],
        ],
      ],
    ])
  })

  it('compare neither tables of events nor different lead times', async () => {
    const events = { tallies: { precipitation: buildEventCase(1, 1) } }
    const scores = await computeLeadScores(
      [
        ...daily(0, 1, sums(events)),
        ...daily(0, 1, sums({ ...events, versus: 'second' })),
        ...daily(0, 1, sums({ ...events, source: 'second', versus: 'first' })),
        ...daily(0, 1, sums({ leadHours: 48 })),
        ...daily(0, 1, sums({ leadHours: 48, versus: 'second' })),
        ...daily(0, 1, sums({ leadHours: 72, source: 'second', versus: 'first' })),
      ],
      1,
    )
    assert.deepEqual(
      scores.map(({ leadHours, comparisons }) => [leadHours, comparisons]),
      [24, 48].map((leadHours) => [leadHours, [{ versus: 'second', variables: {} }]]),
    )
  })
})
