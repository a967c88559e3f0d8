import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { HOUR_MS } from '../time.ts'
import { BASELINE_DAYS, computeBaselines, CLIMATE_DAYS } from './baselines.ts'
import { type Contingency, computeEventScores } from './contingency.ts'
import { computeErrorScores, computeSkill, sumErrors } from './errors.ts'
import { bootstrapIntervals, computeWilsonInterval } from './interval.ts'
import { BINS, type BinSums, toProbabilityBin, computeBrierScore, computeMurphyTerms, listReliabilityPoints } from './probability.ts'
import { judgeSample } from './sample.ts'
import { CALM_BELOW, computeDirectionError } from './wind.ts'

const near = (actual: number | null, expected: number, within = 1e-9) =>
  assert.ok(actual !== null && Math.abs(actual - expected) <= within * Math.max(1, Math.abs(expected)), `${actual} is not ${expected}`)

const aNumber = fc.double({ min: -60, max: 60, noNaN: true })
const aTable = fc.record({
  hits: fc.nat(500),
  falseAlarms: fc.nat(500),
  misses: fc.nat(500),
  correctNegatives: fc.nat(5_000),
}) satisfies fc.Arbitrary<Contingency>

describe('errors', () => {
  it('have a mean square of bias² plus variance', () => {
    fc.assert(
      fc.property(fc.array(aNumber, { minLength: 1, maxLength: 200 }), (errors) => {
        const scores = computeErrorScores(sumErrors(errors))
        assert.ok(scores !== null)
        const variance = errors.reduce((sum, error) => sum + (error - scores.bias) ** 2, 0) / errors.length
        near(scores.rmse ** 2, scores.bias ** 2 + variance)
        assert.ok(scores.mae <= scores.rmse + 1e-9 && Math.abs(scores.bias) <= scores.mae + 1e-9)
      }),
    )
  })

  it('have no score without cases, and no skill against a perfect baseline', () => {
    assert.equal(computeErrorScores(sumErrors([])), null)
    assert.deepEqual([computeSkill(1, 0), computeSkill(1, 2), computeSkill(3, 2)], [null, 0.5, -0.5])
  })
})

describe('a contingency table', () => {
  it('has a Heidke score of 2 ETS / (1 + ETS), and ratios within their ranges', () => {
    fc.assert(
      fc.property(aTable, (table) => {
        const { ets, hss, hk, csi, pod, far, pofd } = computeEventScores(table)
        if (ets !== null && hss !== null) near(hss, (2 * ets) / (1 + ets))
        for (const share of [csi, pod, far, pofd]) assert.ok(share === null || (share >= 0 && share <= 1))
        if (hk !== null && hss !== null) assert.equal(Math.sign(Math.round(hk * 1e9)), Math.sign(Math.round(hss * 1e9)))
      }),
    )
  })

  it('is null for a score of 0/0: always forecasting rain gives no misses, but false alarms', () => {
    const never = computeEventScores({ hits: 0, falseAlarms: 0, misses: 0, correctNegatives: 10 })
    assert.deepEqual(
      { pod: never.pod, far: never.far, csi: never.csi, frequencyBias: never.frequencyBias, ets: never.ets, hss: never.hss },
      { pod: null, far: null, csi: null, frequencyBias: null, ets: null, hss: null },
    )
    const always = computeEventScores({ hits: 30, falseAlarms: 70, misses: 0, correctNegatives: 0 })
    assert.deepEqual(
      { pod: always.pod, far: always.far, pofd: always.pofd, ets: always.ets, hk: always.hk, hss: always.hss },
      { pod: 1, far: 0.7, pofd: 1, ets: 0, hk: 0, hss: 0 },
    )
    near(always.frequencyBias, 100 / 30)
  })
})

describe('probabilities', () => {
  const aForecast = fc.record({ bin: fc.nat(BINS - 1), observed: fc.boolean() })

  it('have a Brier score of reliability − resolution + uncertainty if those of a bin are equal', () => {
    fc.assert(
      fc.property(fc.array(aForecast, { minLength: 1, maxLength: 300 }), (forecasts) => {
        const bins: BinSums[] = Array.from({ length: BINS }, (_, bin) => {
          const own = forecasts.filter((forecast) => forecast.bin === bin)
          return { n: own.length, forecast: own.length * (bin / 10), observed: own.filter(({ observed }) => observed).length }
        })
        const brier = forecasts.reduce((sum, { bin, observed }) => sum + computeBrierScore(bin / 10, observed), 0) / forecasts.length
        const terms = computeMurphyTerms(bins)
        assert.ok(terms !== null)
        near(brier, terms.reliability - terms.resolution + terms.uncertainty)
        assert.equal(
          listReliabilityPoints(bins).reduce((sum, { n }) => sum + n, 0),
          forecasts.length,
        )
      }),
    )
  })

  it('fall into the bin of their tenth', () => {
    assert.deepEqual([0, 0.04, 0.05, 0.349, 0.95, 1].map(toProbabilityBin), [0, 0, 1, 3, 10, 10])
    assert.equal(computeMurphyTerms([]), null)
  })
})

describe('wind', () => {
  it('is compared on the circle, and not at all if it is calm', () => {
    const from = (direction: number | null, speed: number | null = 5) => ({ direction, speed })
    assert.deepEqual(
      [computeDirectionError(from(350), from(10)), computeDirectionError(from(10), from(350)), computeDirectionError(from(270), from(90))],
      [-20, 20, 180],
    )
    assert.equal(computeDirectionError(from(10, CALM_BELOW - 0.1), from(20)), null)
    assert.equal(computeDirectionError(from(10), from(20, null)), null)
    assert.equal(computeDirectionError(from(null), from(20)), null)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 360 }), fc.integer({ min: 0, max: 360 }), (a, b) => {
        const error = computeDirectionError(from(a), from(b))
        assert.ok(error !== null && error > -180 && error <= 180)
        assert.equal((((b + error - a) % 360) + 360) % 360, 0)
      }),
    )
  })
})

describe('baselines', () => {
  const at = Date.parse('2026-07-20T15:00:00Z')
  /** A truth whose value at a moment is its number of days before `at`. */
  const daysBefore = (ms: number) => (at - ms) / (24 * HOUR_MS)

  it('use only what was known when the forecast was made', () => {
    for (const lead of [1, 3, 6, 12, 24, 48, 72, 96, 120, 144, 168]) {
      const asked: number[] = []
      computeBaselines((ms) => (asked.push(daysBefore(ms)), 1), at, lead)
      assert.ok(Math.min(...asked) * 24 >= lead && Math.max(...asked) <= BASELINE_DAYS)
    }
  })

  it('are the day before, and the mean of thirty days', () => {
    assert.deepEqual(computeBaselines(daysBefore, at, 24), { persistence: 1, climatology: 15.5 })
    assert.deepEqual(computeBaselines(daysBefore, at, 48), { persistence: 2, climatology: 16.5 })
    assert.equal(CLIMATE_DAYS, 30)
    assert.deepEqual(
      computeBaselines((ms) => (daysBefore(ms) <= 9 ? 4 : null), at, 24),
      { persistence: 4, climatology: null },
    )
  })
})

describe('an interval', () => {
  it('by Wilson matches Newcombe, and stays within 0 to 1', () => {
    const interval = computeWilsonInterval(15, 148)
    near(interval?.low ?? NaN, 0.0624, 1e-4)
    near(interval?.high ?? NaN, 0.1605, 1e-4)
    assert.equal(computeWilsonInterval(0, 20)?.low, 0)
    assert.equal(computeWilsonInterval(0, 0), null)
  })

  /** Days of errors with the mean `mean` and the day-to-day correlation `rho`; each day has ten cases with the same error. */
  const daysOf = (seed: number, count: number, rho: number, mean = 1): number[][] => {
    const draws = fc.sample(fc.double({ min: -1, max: 1, noNaN: true }), { numRuns: count, seed })
    let last = 0
    return draws.map((draw) => {
      last = rho * last + draw
      return [10, 10 * (last + mean)]
    })
  }
  const meanOf = (sums: Float64Array) => [sums[0] === 0 ? null : (sums[1] ?? 0) / (sums[0] ?? 1)]

  it('by bootstrap contains the true mean about as often as stated, even if days are correlated', () => {
    for (const rho of [0, 0.4]) {
      const held = Array.from({ length: 150 }, (_, seed) => bootstrapIntervals(daysOf(seed + 1, 125, rho), meanOf, seed, 400)[0])
      const share = held.filter((interval) => interval && interval.low <= 1 && interval.high >= 1).length / held.length
      assert.ok(share >= 0.86 && share <= 0.99, `${share} of the intervals for ${rho}`)
    }
  })

  it('is reproducible with a seed', () => {
    const days = daysOf(3, 60, 0)
    assert.deepEqual(bootstrapIntervals(days, meanOf, 7), bootstrapIntervals(days, meanOf, 7))
    assert.notDeepEqual(bootstrapIntervals(days, meanOf, 7), bootstrapIntervals(days, meanOf, 8))
  })

  it('is null if a statistic is undefined in a tenth of the samples, or more', () => {
    const intervals = (undefinedOnes: number) => {
      let sample = 0
      return bootstrapIntervals(daysOf(3, 60, 0), () => [(sample += 1) <= undefinedOnes ? null : 1], 1, 50)
    }
    assert.deepEqual([intervals(4), intervals(5)], [[{ low: 1, high: 1 }], [null]])
  })

  it('is null if most samples are undefined', () => {
    assert.deepEqual(
      bootstrapIntervals(daysOf(3, 60, 0), () => [null], 1, 50),
      [null],
    )
    assert.deepEqual(
      bootstrapIntervals([], () => [], 1, 50),
      [],
    )
  })

  it('of a paired difference reveals what overlapping intervals hide', () => {
    const days = daysOf(5, 90, 0, 0).map(([n = 0, error = 0]) => [n, error, error + 0.1 * n])
    const [first, second, difference] = bootstrapIntervals(days, ([n = 1, a = 0, b = 0]) => [a / n, b / n, (b - a) / n], 1)
    assert.ok(first && second && difference)
    assert.ok(first.high > second.low)
    near(difference.low, 0.1, 1e-6)
    near(difference.high, 0.1, 1e-6)
  })
})

describe('a sample', () => {
  it('that is too small has no score, which is not even computed', () => {
    const made = (): never => assert.fail('made')
    assert.deepEqual(judgeSample(false, made), { enough: false })
    assert.deepEqual(
      judgeSample(true, () => null),
      { enough: false },
    )
    assert.deepEqual(
      judgeSample(true, () => ({ mae: 1 })),
      { enough: true, mae: 1 },
    )
  })
})
