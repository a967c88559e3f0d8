import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compareSources, scoreErrors, scoreEvents, scoreProbabilities } from './scores.ts'
import { addTo, buildErrorCase, buildEventCase, buildProbabilityCase, type Tally } from './tally.ts'

const NONE = { persistence: null, climatology: null }

/** The tally of a day with these cases. */
function dayOf(...cases: readonly Tally[]): Tally {
  const [first = [], ...others] = cases
  const sum = [...first]
  for (const each of others) addTo(sum, each)
  return sum
}
const days = (count: number, ...cases: readonly Tally[]): Tally[] => Array.from({ length: count }, () => dayOf(...cases))
const exactly = (value: number) => ({ value, interval: { low: value, high: value } })

describe('scores of errors', () => {
  it('are those of all cases, with the baselines on the cases that both have', () => {
    const score = scoreErrors(
      days(30, buildErrorCase(3, { persistence: -4, climatology: 6 }), buildErrorCase(-1, { persistence: null, climatology: 2 })),
      1,
    )
    assert.deepEqual(score, {
      n: 60,
      days: 30,
      enough: true,
      bias: exactly(1),
      mae: exactly(2),
      rmse: exactly(Math.sqrt(5)),
      persistence: { n: 30, score: 4, skill: exactly(0.25) },
      climatology: { n: 60, score: 4, skill: exactly(0.5) },
    })
  })

  it('need thirty days', () => {
    assert.deepEqual(scoreErrors(days(29, buildErrorCase(1, NONE)), 1), { n: 29, days: 29, enough: false })
    assert.deepEqual(scoreErrors([], 1), { n: 0, days: 0, enough: false })
  })

  it('leave out a baseline that is known for less than half of the cases, and a skill against a perfect one', () => {
    const known = buildErrorCase(2, { persistence: 0, climatology: 1 })
    const half = scoreErrors(days(30, known, buildErrorCase(2, NONE)), 1)
    assert.ok(half.enough)
    assert.deepEqual(
      { persistence: half.persistence, score: half.climatology?.score },
      { persistence: { n: 30, score: 0, skill: null }, score: 1 },
    )
    const third = scoreErrors(days(30, known, buildErrorCase(2, NONE), buildErrorCase(2, NONE)), 1)
    assert.ok(third.enough)
    assert.deepEqual({ persistence: third.persistence, climatology: third.climatology }, { persistence: null, climatology: null })
  })
})

describe('scores of amounts', () => {
  it('count each threshold from its own amount on', () => {
    const [{ thresholds }] = [
      scoreEvents([dayOf(buildEventCase(0.2, 1), buildEventCase(1, 0.9), buildEventCase(0.19, 5), buildEventCase(0, 0))], 1),
    ]
    assert.deepEqual(
      thresholds.map(({ leastMm, hits, falseAlarms, misses, correctNegatives }) => [leastMm, hits, falseAlarms, misses, correctNegatives]),
      [
        [0.2, 2, 0, 1, 1],
        [1, 0, 1, 2, 1],
        [5, 0, 0, 1, 3],
      ],
    )
  })

  it('need thirty days, twenty observed events and twenty forecast ones', () => {
    const [hit, miss, falseAlarm, dry] = [buildEventCase(9, 9), buildEventCase(0, 9), buildEventCase(9, 0), buildEventCase(0, 0)]
    const enough = (...all: readonly Tally[]) => scoreEvents(all, 1).thresholds[0]?.enough
    const rest = (count: number) => days(count, dry)
    assert.equal(enough(...days(20, hit), ...rest(10)), true)
    assert.equal(enough(...days(20, hit), ...rest(9)), false)
    assert.equal(enough(...days(19, hit), ...rest(11)), false)
    assert.equal(enough(...days(19, hit), ...days(1, miss), ...rest(10)), false)
    assert.equal(enough(...days(19, hit), ...days(1, falseAlarm), ...rest(10)), false)
    assert.equal(enough(...days(19, hit), ...days(1, falseAlarm), ...days(1, miss), ...rest(10)), true)
  })

  it('come with the interval of each score', () => {
    const score = scoreEvents(days(40, buildEventCase(9, 9), buildEventCase(9, 0), buildEventCase(0, 9), buildEventCase(9, 9)), 1)
    const [first] = score.thresholds
    assert.deepEqual({ n: score.n, days: score.days }, { n: 160, days: 40 })
    assert.ok(first?.enough)
    assert.deepEqual(
      { pod: first.pod, far: first.far, csi: first.csi, frequencyBias: first.frequencyBias },
      { pod: 2 / 3, far: 1 / 3, csi: 0.5, frequencyBias: 1 },
    )
    for (const name of ['pod', 'far', 'csi', 'ets', 'frequencyBias'] as const)
      assert.deepEqual(first.intervals[name], { low: first[name], high: first[name] })
  })
})

describe('scores of probabilities', () => {
  const forecast = (p: number, observed: boolean, baselines: { persistence: number | null; climatology: number | null } = NONE) =>
    buildProbabilityCase(p, observed, baselines)

  it('are the Brier score, its terms and the diagram', () => {
    const score = scoreProbabilities(
      days(30, forecast(0.8, true, { persistence: 1, climatology: 0.5 }), forecast(0, false, { persistence: 1, climatology: 0.5 })),
      1,
    )
    assert.ok(score.enough)
    assert.deepEqual({ n: score.n, days: score.days, baseRate: score.baseRate }, { n: 60, days: 30, baseRate: 0.5 })
    assert.ok(Math.abs(score.brier.value - 0.02) < 1e-9)
    assert.ok(Math.abs(score.reliability - score.resolution + score.uncertainty - 0.02) < 1e-9)
    assert.deepEqual({ n: score.persistence?.n, score: score.persistence?.score }, { n: 60, score: 0.5 })
    assert.ok(Math.abs((score.climatology?.skill?.value ?? 0) - 0.92) < 1e-9)
    const bins = score.bins.map((bin) => [bin.n, Number(bin.forecast.toFixed(6)), bin.enough && bin.observed])
    assert.deepEqual(bins, [
      [30, 0, 0],
      [30, 0.8, 1],
    ])
  })

  it('have a tally of one length, whichever baselines are known', () => {
    assert.equal(forecast(0.5, true).length, forecast(0.5, true, { persistence: 0, climatology: 0 }).length)
  })

  it('need thirty days and twenty wet hours', () => {
    const enough = (wet: number, all: number) =>
      scoreProbabilities([...days(wet, forecast(0.5, true)), ...days(all - wet, forecast(0.5, false))], 1).enough
    assert.deepEqual([enough(20, 30), enough(19, 30), enough(20, 29)], [true, false, false])
  })

  it('state no frequency of a bin with fewer than twenty forecasts', () => {
    const score = scoreProbabilities([...days(19, forecast(0.3, true)), ...days(20, forecast(0.6, true))], 1)
    assert.ok(score.enough)
    assert.deepEqual(
      score.bins.map((bin) => [bin.n, bin.enough]),
      [
        [19, false],
        [20, true],
      ],
    )
  })
})

describe('two sources', () => {
  const pairs = (count: number, first: number, second: number) =>
    Array.from({ length: count }, () => [buildErrorCase(first, NONE), buildErrorCase(second, NONE)] as const)

  it('differ by the mean of the first minus that of the second', () => {
    assert.deepEqual(compareSources('errors', pairs(30, -1, 3), 1), {
      n: 30,
      days: 30,
      enough: true,
      difference: exactly(-2),
      isDecided: true,
    })
    const wet = Array.from({ length: 30 }, () => [buildProbabilityCase(0.5, true, NONE), buildProbabilityCase(1, true, NONE)] as const)
    const compared = compareSources('probability', wet, 1)
    assert.ok(compared.enough)
    assert.deepEqual({ value: compared.difference.value, isDecided: compared.isDecided }, { value: 0.25, isDecided: true })
  })

  it('are undecided if the interval has zero in it or at its end, and not compared in fewer than thirty days', () => {
    const isDecided = (days: Parameters<typeof compareSources>[1]) => {
      const compared = compareSources('errors', days, 1)
      return compared.enough && compared.isDecided
    }
    assert.equal(isDecided([...pairs(30, 1, 2), ...pairs(30, 2, 1)]), false)
    assert.equal(isDecided(pairs(30, 1, 1)), false)
    assert.equal(isDecided(pairs(30, 2, 1)), true)
    assert.deepEqual(compareSources('errors', pairs(29, 1, 2), 1), { n: 29, days: 29, enough: false })
    assert.deepEqual(compareSources('errors', [], 1), { n: 0, days: 0, enough: false })
  })
})
