import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRandom } from '../../../../packages/weather/src/blend/testing/synthetic.ts'
import { DAY_MS, toUtcDay } from '../../../time.ts'
import type { BlendCase } from './cases.ts'
import { computeGains, type GainOfDay, judgeGains } from './gains.ts'
import { buildTestIssue } from './testing/issue.ts'

const START = Date.parse('2026-03-01T00:00:00Z')

/** An hour that was 10°, forecast by sources with these corrected values and weights. */
function buildCase(corrected: readonly (number | null)[], weights: readonly number[] | null): BlendCase & { readonly truth: number } {
  const value = corrected.reduce<number>((sum, each, at) => sum + (each ?? 0) * (weights?.[at] ?? 0), 0)
  return {
    issue: { ...buildTestIssue(1, START), sources: ['first', 'second', 'third'] },
    validAt: START,
    leadHours: 4,
    offsetHours: 4,
    hourClass: 1,
    raw: corrected,
    truth: 10,
    amount: null,
    stated: corrected.map(() => null),
    rain: null,
    issued: { value, sigma: null, disagreement: 0, confidence: 0.5, corrected, weights },
  }
}

/** Days on which the blend was off by `blend` K, and without each source by as much more, give or take some. */
function buildDays(count: number, more: Readonly<Record<string, number>>, seed = 1): GainOfDay[] {
  const { normal } = createRandom(seed)
  return Array.from({ length: count }, (_, day) =>
    Object.entries(more).map(([source, each]) => {
      const cases = 40
      const blend = cases * 1.2
      return { day: toUtcDay(START + day * DAY_MS), source, places: 5, cases, blend, without: blend + cases * (each + 0.1 * normal()) }
    }),
  ).flat()
}

describe('what the blend gains from a source', () => {
  it('is what its error would be without it, on the same hours: the others share its weight', () => {
    const gains = computeGains([buildCase([9, 11, 14], [0.5, 0.25, 0.25])])
    assert.deepEqual(
      gains.map(({ source, cases, blend, without }) => [source, cases, blend, without.toFixed(6)]),
      [
        // 12.5, 10.67 and 9.67 instead of 10.75.
        ['first', 1, 0.75, '2.500000'],
        ['second', 1, 0.75, '0.666667'],
        ['third', 1, 0.75, '0.333333'],
      ],
    )
  })

  it('is unknown where it was missing or alone, or nothing was issued, or weights were not frozen', () => {
    const without = [{ ...buildCase([9, 11, 14], [0.5, 0.25, 0.25]), issued: null }, buildCase([9, 11, 14], null)]
    assert.deepEqual(computeGains([...without, buildCase([9, null, null], [1, 0, 0])]), [])
    const gains = computeGains([buildCase([9, null, 12], [1, 0, 0])])
    assert.deepEqual(
      gains.map(({ source, without }) => [source, without]),
      [
        ['first', 2],
        ['third', 1],
      ],
    )
  })

  it('is judged over days: by what share the error would grow, with its interval', () => {
    const [first, second, third] = judgeGains(buildDays(40, { second: 0, first: 0.12, third: -0.15 }))
    assert.deepEqual([first?.source, first?.days, first?.places, first?.cases, first?.isDecided], ['first', 40, 5, 1_600, true])
    assert.deepEqual([first?.firstDay, first?.lastDay], ['2026-03-01', '2026-04-09'])
    const { value = NaN, low = NaN, high = NaN } = first?.worse ?? {}
    assert.ok(Math.abs(value - 0.1) < 0.03 && low !== null && high !== null && low < value && value < high, `${value} ${low} ${high}`)
    assert.ok(Math.abs((first?.errorWithout ?? NaN) / (first?.error ?? NaN) - 1 - value) < 1e-9)
    assert.deepEqual([second?.source, second?.isDecided], ['second', false])
    assert.deepEqual([third?.source, third?.isDecided], ['third', true])
  })

  it('is decided by chance alone as seldom as the interval says', () => {
    const decided = Array.from({ length: 200 }, (_, seed) => judgeGains(buildDays(60, { only: 0 }, seed + 1))[0]?.isDecided)
    assert.ok(decided.filter(Boolean).length < 30, `${decided.filter(Boolean).length} of 200`)
  })

  it('has no figure while days are missing, and says how many', () => {
    const [enough, few] = judgeGains([...buildDays(12, { few: 1 }), ...buildDays(30, { enough: 0.1 })])
    assert.deepEqual([enough?.missingDays, few?.missingDays], [0, 18])
    assert.deepEqual([few?.error, few?.errorWithout, few?.worse, few?.isDecided, few?.cases], [null, null, null, false, 480])
    assert.notEqual(enough?.worse, null)
    assert.deepEqual(judgeGains([]), [])
  })
})
