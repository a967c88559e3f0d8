import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Matrix, solve } from 'ml-matrix'
import { mergeMemories } from './memory.ts'
import { computeBiasPrior } from './neighbours.ts'
import { createQuantityMemory, learnQuantityCase, type QuantityCase, type QuantityMemory, toHourClass } from './quantity-memory.ts'
import { blendQuantity, computeQuantityCoefficients, computeValueWithout, mixQuantityCoefficients } from './quantity.ts'
import { computeSigma } from './spread.ts'
import { createRandom, createSeries, playSeries, type SyntheticSource } from './testing/synthetic.ts'

const SOURCES: readonly SyntheticSource[] = [
  { family: 'a', bias: 1.5, noise: 1 },
  { family: 'b', bias: -0.8, slope: 0.2, noise: 2 },
  { family: 'c', bias: 0, noise: 3 },
]
const FAMILIES = SOURCES.map(({ family }) => family)
const SEEDS = Array.from({ length: 40 }, (_, seed) => seed + 1)

const near = (actual: number, expected: number, within: number) =>
  assert.ok(Math.abs(actual - expected) <= within, `${actual} is not ${expected} ± ${within}`)

const meanOf = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length

describe('errors that were planted', () => {
  const played = SEEDS.map((seed) => playSeries(createSeries(SOURCES, 400, seed), FAMILIES))
  /** Mean over the seeds, and four standard errors of it. */
  const found = (pick: (each: (typeof played)[number]) => number) => {
    const values = played.map(pick)
    const mean = meanOf(values)
    return { mean, margin: 4 * Math.sqrt(meanOf(values.map((each) => (each - mean) ** 2)) / values.length) }
  }

  it('are found: bias at the usual forecast, within the interval', () => {
    for (const [i, { bias }] of SOURCES.entries()) {
      const { mean, margin } = found(({ coefficients }) => {
        const { intercepts, slope } = coefficients.biases[i] ?? { intercepts: [NaN], slope: NaN }
        return (intercepts[0] as number) + slope * (10 + bias)
      })
      // Shrinking takes up to a fiftieth of it.
      near(mean, bias, margin + 0.02 * Math.abs(bias))
    }
  })

  it('are found: a slope on the forecast, but for its shrinkage', () => {
    const { mean, margin } = found(({ coefficients }) => coefficients.biases[1]?.slope ?? NaN)
    // Regression of the error on the forecast 1.2 · truth + noise of 2: cov / var = (1.2 · 0.2 · 25 + 4) / (1.44 · 25 + 4), shrunk by 50 cases.
    const n = (1 - Math.exp(-0.001 * 400)) / 0.001
    near(mean, (0.25 * n) / (n + 50), margin + 0.01)
  })

  it('decide the weights: the surer source has more, those of all sum to 1', () => {
    const weights = SOURCES.map((_, i) => found(({ coefficients }) => coefficients.weights[i] as number).mean)
    assert.ok((weights[0] as number) > (weights[1] as number) && (weights[1] as number) > (weights[2] as number), String(weights))
    near(meanOf(weights) * 3, 1, 1e-9)
  })

  it('leave a blend that is better than each source freed of its bias', () => {
    const late = played.flatMap(({ issued }, seed) => {
      const series = createSeries(SOURCES, 400, seed + 1)
      return issued.slice(100).map((blended, i) => ({ blended, truth: series[i + 100]?.truth ?? NaN }))
    })
    const errors = SOURCES.map((_, i) => meanOf(late.map(({ blended, truth }) => Math.abs((blended.corrected[i] as number) - truth))))
    const blend = meanOf(late.map(({ blended, truth }) => Math.abs(blended.value - truth)))
    assert.ok(blend < 0.97 * Math.min(...errors), `${blend} against ${errors}`)
    const inside = late.filter(({ blended: { low, high }, truth }) => truth >= (low as number) && truth <= (high as number)).length
    near(inside / late.length, 0.8, 0.015)
  })
})

describe('a bias that changes through the year', () => {
  /** What is subtracted from a forecast of 10, so many days after the last case. */
  const subtractedAfter = (days: number, aheadDays: number, source: SyntheticSource, seed: number) => {
    const memory = createQuantityMemory(1, 1)
    for (const each of createSeries([source], days, seed)) learnQuantityCase(memory, { ...each, hourClass: 0, issued: null })
    const [bias] = computeQuantityCoefficients(memory, ['a'], [], aheadDays).biases
    return (bias?.intercepts[0] ?? NaN) + 10 * (bias?.slope ?? NaN)
  }
  const rootMeanSquare = (errors: readonly number[]) => Math.sqrt(meanOf(errors.map((each) => each ** 2)))

  it('is known a season ahead after two years, but for its shrinkage', () => {
    for (const aheadDays of [7, 91, 182, 273]) {
      const errors = SEEDS.map((seed) => {
        const expected = 1 + 4 * Math.sin((2 * Math.PI * (729 + aheadDays)) / 365.2425)
        return subtractedAfter(730, aheadDays, { family: 'a', bias: 1, amplitude: 4, noise: 1 }, seed) - expected
      })
      assert.ok(rootMeanSquare(errors) < 0.7, `${rootMeanSquare(errors)} after ${aheadDays} days`)
    }
  })

  it('is what a ridge regression on the cases themselves gives', () => {
    const { normal } = createRandom(8)
    const cases = Array.from({ length: 270 }, (_, i) => {
      const [day, truth] = [40 + i, 12 + 6 * normal()]
      return { day, truth, forecast: truth + 1 + 0.2 * (truth - 10) + 3 * Math.cos((2 * Math.PI * (day - 100)) / 365.2425) + normal() }
    })
    const memory = createQuantityMemory(1, 1)
    for (const { day, truth, forecast } of cases)
      learnQuantityCase(memory, { day, hourClass: 0, forecasts: [forecast], truth, issued: null })
    const [last, ahead] = [309, 9]
    const [bias] = computeQuantityCoefficients(memory, ['a'], [], ahead).biases

    const season = (day: number) => [Math.sin, Math.cos].map((wave) => wave((2 * Math.PI * day) / 365.2425)) as [number, number]
    const rows = cases.map(({ day, truth, forecast }) => ({ age: last - day, error: forecast - truth, x: [forecast, ...season(day)] }))
    const weigh = (rate: number) => {
      const n = rows.reduce((sum, { age }) => sum + Math.exp(-rate * age), 0)
      return {
        n,
        mean: (pick: (row: (typeof rows)[number]) => number) =>
          rows.reduce((sum, row) => sum + Math.exp(-rate * row.age) * pick(row), 0) / n,
      }
    }
    const [slow, fast] = [weigh(0.001), weigh(0.15)]
    const [means, error] = [[0, 1, 2].map((i) => slow.mean(({ x }) => x[i] as number)), slow.mean((row) => row.error)]
    const centred = (row: (typeof rows)[number], i: number) => (row.x[i] as number) - (means[i] as number)
    const products = [0, 1, 2].map((i) => [0, 1, 2].map((j) => slow.n * slow.mean((row) => centred(row, i) * centred(row, j))))
    const ridge = [(50 / slow.n) * (products[0]?.[0] as number), 25, 25]
    const slopes = solve(
      new Matrix(products.map((row, i) => row.map((each, j) => (i === j ? each + (ridge[i] as number) : each)))),
      Matrix.columnVector([0, 1, 2].map((i) => slow.n * slow.mean((row) => centred(row, i) * (row.error - error)))),
    )
      .to1DArray()
      .map((each) => each * (slow.n / (slow.n + 5)))
    const usual = (slow.n * error) / (slow.n + 5)
    const at = (x: readonly number[]) => usual + slopes.reduce((sum, each, i) => sum + each * ((x[i] as number) - (means[i] as number)), 0)
    const left = fast.mean((row) => row.error) - at([0, 1, 2].map((i) => fast.mean(({ x }) => x[i] as number)))
    const recent = fast.n * Math.exp(-0.15 * ahead)
    const lately = (recent * left + 12 * ((recent * left) / (recent + 12))) / (recent + 12)
    near((bias?.intercepts[0] ?? NaN) + (bias?.slope ?? NaN) * 20, at([20, ...season(last + ahead)]) + lately, 1e-9)
  })

  it('counts the hours of a day as one case', () => {
    const interceptOf = (classes: number) => {
      const memory = createQuantityMemory(1, classes)
      for (let day = 0; day < 300; day += 1) {
        for (let hourClass = 0; hourClass < classes; hourClass += 1)
          learnQuantityCase(memory, { day, hourClass, forecasts: [10], truth: 10 - 3 * Math.sin(day / 58), issued: null })
      }
      return computeQuantityCoefficients(memory, ['a'], [], 60).biases[0]?.intercepts[0] ?? NaN
    }
    near(interceptOf(8), interceptOf(1), 1e-9)
  })

  it('is not read into a month: a steady bias is found there as if no season were looked for', () => {
    for (const aheadDays of [1, 7]) {
      const errors = SEEDS.map((seed) => subtractedAfter(30, aheadDays, { family: 'a', bias: 2, noise: 1 }, seed) - 2)
      // 0.270 and 0.290 without a season at all.
      assert.ok(rootMeanSquare(errors) < 0.3, `${rootMeanSquare(errors)} after ${aheadDays} days`)
    }
  })
})

describe('equal weights', () => {
  const equals: readonly SyntheticSource[] = ['a', 'b', 'c', 'd'].map((family) => ({ family, bias: 0, noise: 1, sharedNoise: 0 }))
  const families = equals.map(({ family }) => family)
  /** RMSE over many series at a number of cases: with the weights, with equal ones. */
  const compare = (sources: readonly SyntheticSource[], days: number) => {
    const squares = Array.from({ length: 150 }, (_, seed) => {
      const series = createSeries(sources, days + 1, seed + 1)
      const { coefficients } = playSeries(series.slice(0, days), families)
      const { truth = NaN, forecasts = [] } = series[days] ?? {}
      const ours = blendQuantity(coefficients, forecasts, 0)?.value ?? NaN
      const equally = blendQuantity({ ...coefficients, weights: [0.25, 0.25, 0.25, 0.25] }, forecasts, 0)?.value ?? NaN
      return [(ours - truth) ** 2, (equally - truth) ** 2] as const
    })
    return [Math.sqrt(meanOf(squares.map(([a]) => a))), Math.sqrt(meanOf(squares.map(([, b]) => b)))] as const
  }

  it('are hard to beat below a hundred cases: sources of like skill lose nothing, as theirs stay near them', () => {
    for (const days of [10, 40, 90]) {
      const [ours, equally] = compare(equals, days)
      assert.ok(ours < 1.02 * equally, `${ours} against ${equally} after ${days} days`)
    }
  })

  it('are left when sources differ: little after ten cases, clearly after two hundred', () => {
    const unlike = equals.map((source, i) => ({ ...source, noise: [0.5, 1, 2, 3][i] as number }))
    const gain = (days: number) => {
      const [ours, equally] = compare(unlike, days)
      return 1 - ours / equally
    }
    const [early, late] = [gain(10), gain(200)]
    assert.ok(early < late && late > 0.1, `${early}, ${late}`)
  })

  it('are those of families: three runs of one model count little more than one other', () => {
    const { weights } = computeQuantityCoefficients(createQuantityMemory(4, 1), ['m', 'm', 'm', 'other'], [], 1)
    near(weights[3] as number, 0.5, 0.03)
    near(
      weights.reduce((sum, each) => sum + each, 0),
      1,
      1e-12,
    )
  })
})

const aForecast = fc.option(fc.double({ min: -40, max: 40, noNaN: true }), { nil: null })
const aCase: fc.Arbitrary<QuantityCase> = fc.record({
  day: fc.integer({ min: 0, max: 200 }),
  hourClass: fc.nat(7),
  forecasts: fc.tuple(aForecast, aForecast, aForecast),
  truth: fc.double({ min: -40, max: 40, noNaN: true }),
  issued: fc.option(
    fc.record({
      value: fc.double({ min: -40, max: 40, noNaN: true }),
      sigma: fc.option(fc.double({ min: 0.1, max: 9, noNaN: true }), { nil: null }),
      corrected: fc.tuple(aForecast, aForecast, aForecast),
      disagreement: fc.double({ min: 0, max: 30, noNaN: true }),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { nil: null },
  ),
})

function learnAll(cases: readonly QuantityCase[]): QuantityMemory {
  const memory = createQuantityMemory(3)
  for (const each of cases) learnQuantityCase(memory, each)
  return memory
}

const assertSame = (a: QuantityMemory, b: QuantityMemory) => {
  for (const part of ['slow', 'fast', 'skill'] as const) {
    for (const [i, value] of a[part].entries()) near(value, b[part][i] as number, 1e-8 * Math.max(1, Math.abs(value)))
  }
}

describe('a memory', () => {
  it('of two sets of cases is the sum of both, in whatever order they were learned', () => {
    fc.assert(
      fc.property(fc.array(aCase, { minLength: 1, maxLength: 20 }), fc.nat(20), (cases, cut) => {
        const [first, second] = [cases.slice(0, cut), cases.slice(cut)]
        const merged = { ...mergeMemories(learnAll(first), learnAll(second)), sources: 3, classes: 8 }
        assertSame(learnAll(cases), merged)
        assertSame(merged, { ...mergeMemories(learnAll(second), learnAll(first)), sources: 3, classes: 8 })
        assertSame(learnAll(cases), learnAll(cases.toReversed()))
      }),
    )
  })

  it('gives weights of at least 0 that sum to 1, whatever was learned', () => {
    fc.assert(
      fc.property(fc.array(aCase, { maxLength: 20 }), (cases) => {
        const { weights } = computeQuantityCoefficients(learnAll(cases), ['a', 'a', 'b'], [], 1)
        assert.ok(weights.every((each) => each >= 0))
        near(
          weights.reduce((sum, each) => sum + each, 0),
          1,
          1e-9,
        )
      }),
    )
  })

  it('knows nothing of what comes after: other truths later change nothing that was issued before', () => {
    const series = createSeries(SOURCES, 80, 3)
    const { normal } = createRandom(9)
    const other = series.map((each) => (each.day < 50 ? each : { ...each, truth: 20 * normal() }))
    const [issued, otherwise] = [playSeries(series, FAMILIES).issued, playSeries(other, FAMILIES).issued]
    assert.deepEqual(issued.slice(0, 51), otherwise.slice(0, 51))
    assert.notDeepEqual(issued.slice(52), otherwise.slice(52))
  })
})

describe('a source that goes', () => {
  const { coefficients } = playSeries(createSeries(SOURCES, 100, 5), FAMILIES)
  const value = (forecasts: readonly (number | null)[], available?: readonly number[]) =>
    blendQuantity(coefficients, forecasts, 0, available)?.value ?? NaN

  it('fades to what the blend is without it, without a jump', () => {
    const steps = Array.from({ length: 101 }, (_, i) => value([12, 8, 15], [1, 1 - i / 100, 1]))
    near(steps[0] as number, value([12, 8, 15]), 1e-12)
    near(steps[100] as number, value([12, null, 15]), 1e-12)
    const [first, last] = [steps[0] as number, steps[100] as number]
    for (const [i, each] of steps.slice(1).entries())
      assert.ok(Math.abs(each - (steps[i] as number)) <= 0.03 * Math.abs(last - first) + 1e-9)
  })

  it('leaves the others, one of weight 0 too, or nothing', () => {
    assert.equal(blendQuantity(coefficients, [null, null, null], 0), null)
    const single = blendQuantity({ ...coefficients, weights: [1, 0, 0] }, [null, 8, null], 0)
    assert.deepEqual(single?.weights, [0, 1, 0])
  })
})

describe('a new place', () => {
  it('takes over what its neighbours say, brought to its height and coast', () => {
    const { normal } = createRandom(4)
    const neighbours = Array.from({ length: 60 }, () => {
      const [higherKm, moreCoastal] = [normal(), normal()]
      const bias = 1 + 2 * higherKm - moreCoastal
      const series = createSeries([{ family: 'a', bias, noise: 1 }], 60, Math.floor(1e6 * Math.abs(normal())))
      return { memory: playSeries(series, ['a']).memory, distanceKm: 20, higherKm, moreCoastal }
    })
    const { offsets, cases } = computeBiasPrior(neighbours)
    near(offsets[0] as number, 1, 0.2)
    assert.ok(cases >= 2 && cases <= 20, String(cases))
    const none = computeBiasPrior([])
    assert.deepEqual({ offsets: none.offsets, skill: none.skill }, { offsets: [], skill: null })
  })

  it('has no band, and no bias without neighbours', () => {
    const blended = blendQuantity(computeQuantityCoefficients(createQuantityMemory(2, 1), ['a', 'b'], [], 1), [4, 6], 0)
    assert.deepEqual(
      { value: blended?.value, low: blended?.low, subtracted: blended?.subtracted },
      { value: 5, low: null, subtracted: [0, 0] },
    )
  })
})

it('coefficients between two bands are between theirs', () => {
  const [a, b] = [7, 8].map((seed) => playSeries(createSeries(SOURCES, 60, seed), FAMILIES).coefficients)
  assert.ok(a !== undefined && b !== undefined)
  const at = (part: number) => blendQuantity(mixQuantityCoefficients(a, b, part), [12, 8, 15], 0)?.value ?? NaN
  near(at(0), blendQuantity(a, [12, 8, 15], 0)?.value ?? NaN, 1e-9)
  near(at(1), blendQuantity(b, [12, 8, 15], 0)?.value ?? NaN, 1e-9)
})

describe('a blended value without one of its sources', () => {
  it('is what the others say, who share its weight', () => {
    const without = (source: number, weights: readonly number[] = [0.5, 0.3, 0.2, 0]) =>
      computeValueWithout({ corrected: [10, 20, 30, null], weights }, source)
    near(without(0) ?? NaN, (0.3 * 20 + 0.2 * 30) / 0.5, 1e-9)
    near(without(2) ?? NaN, (0.5 * 10 + 0.3 * 20) / 0.8, 1e-9)
    near(without(0, [1, 0, 0, 0]) ?? NaN, 25, 1e-9)
  })

  it('is unknown where the source had no part in it, or was alone', () => {
    const weights = [0.5, 0.5]
    assert.equal(computeValueWithout({ corrected: [10, null], weights }, 1), null)
    assert.equal(computeValueWithout({ corrected: [10, null], weights }, 0), null)
    assert.equal(computeValueWithout({ corrected: [10, 20], weights }, 2), null)
  })
})

it('hours of the day are eight classes of three', () => {
  assert.deepEqual(
    [0, 2, 3, 11, 12, 21, 23].map((hour) => toHourClass(hour)),
    [0, 0, 1, 3, 4, 7, 7],
  )
})

it('what sources disagree about widens the band to twice its width at most, and narrows it to half', () => {
  const sigmaOf = (today: number) => computeSigma({ variance: 9, slope: 2, disagreement: 3, low: -1, high: 1 }, today)
  assert.deepEqual([-100, 3, 4, 100].map(sigmaOf), [1.5, 3, Math.sqrt(11), 6])
})
