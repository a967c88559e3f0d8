import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { blendAmount, computeAmountMaps } from './amounts.ts'
import { type ChanceCase, type ChanceMemory, createChanceMemory, learnChanceCase } from './chance-memory.ts'
import { blendChance, type BlendedChance, computeChanceCoefficients, fitCalibration } from './chance.ts'
import { mergeMemories } from './memory.ts'
import { createRandom } from './testing/synthetic.ts'

const KINDS = ['probability', 'amount'] as const
const FAMILIES = ['a', 'b']
const toShare = (logit: number) => 1 / (1 + Math.exp(-logit))
const near = (actual: number, expected: number, within: number) =>
  assert.ok(Math.abs(actual - expected) <= within, `${actual} is not ${expected} ± ${within}`)

/** The true chance varies; one source states it twice too surely, the other an amount that grows with it. */
function play(days: number, seed: number) {
  const { normal, uniform } = createRandom(seed)
  const memory = createChanceMemory(KINDS)
  const issued: { blended: BlendedChance; stated: number; happened: boolean; chance: number }[] = []
  for (let day = 0; day < days; day += 1) {
    const logit = 1.2 * normal() - 0.5
    const happened = uniform() < toShare(logit)
    const stated = toShare(2 * logit)
    const forecasts = [stated, Math.max(0, logit + 1 + 0.5 * normal()) ** 3 / 4] as const
    const blended = blendChance(computeChanceCoefficients(memory, FAMILIES), forecasts)
    if (blended === null) throw new Error('no source')
    issued.push({ blended, stated, happened, chance: toShare(logit) })
    learnChanceCase(memory, { day, forecasts, happened, amount: happened ? 2 * uniform() : 0, issued: blended })
  }
  return { memory, issued }
}

describe('a chance', () => {
  it('is calibrated where a source is too sure, and scores better than it', () => {
    const late = Array.from({ length: 8 }, (_, seed) => play(500, seed + 1).issued.slice(150)).flat()
    const brier = (pick: (each: (typeof late)[number]) => number) =>
      late.reduce((sum, each) => sum + (pick(each) - Number(each.happened)) ** 2, 0) / late.length
    const [ours, stated, best] = [brier(({ blended }) => blended.chance), brier((each) => each.stated), brier(({ chance }) => chance)]
    assert.ok(ours < 0.97 * stated && ours < best + 0.005, `${ours}, ${stated}, ${best}`)
    for (const [from, to] of [
      [0, 0.3],
      [0.3, 0.6],
      [0.6, 1],
    ] as const) {
      const bin = late.filter(({ blended: { chance } }) => chance >= from && chance < to)
      const mean = bin.reduce((sum, { blended }) => sum + blended.chance, 0) / bin.length
      const share = bin.filter(({ happened }) => happened).length / bin.length
      near(share, mean, 3 * Math.sqrt((mean * (1 - mean)) / bin.length) + 0.01)
    }
  })

  it('believes what is stated while there are no cases, and takes nothing from a source that is missing', () => {
    const coefficients = computeChanceCoefficients(createChanceMemory(KINDS), FAMILIES)
    near(blendChance(coefficients, [0.3, null])?.chance ?? NaN, 0.3, 1e-9)
    assert.deepEqual(blendChance(coefficients, [0.3, null])?.weights, [1, 0])
    assert.equal(blendChance(coefficients, [null, null]), null)
    const fading = blendChance(coefficients, [0.3, 20], [1, 1e-9])?.chance ?? NaN
    near(fading, 0.3, 1e-6)
  })

  it('takes a source of no weight where no other is left', () => {
    const known = computeChanceCoefficients(createChanceMemory(KINDS), FAMILIES)
    const blended = blendChance({ ...known, weights: [0, 1] }, [0.3, null])
    near(blended?.chance ?? NaN, 0.3, 1e-9)
    assert.deepEqual(blended?.weights, [1, 0])
  })

  it('never falls as a source states more, and is never certain', () => {
    const { memory } = play(200, 2)
    const coefficients = computeChanceCoefficients(memory, FAMILIES)
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 300, noNaN: true }),
        (p, q, mm) => {
          const chance = (stated: number) => blendChance(coefficients, [stated, mm])?.chance ?? NaN
          assert.ok(chance(Math.min(p, q)) <= chance(Math.max(p, q)) + 1e-12)
          assert.ok(chance(p) >= 0.005 && chance(p) <= 0.995)
        },
      ),
    )
  })

  it('does not turn against a source whose forecasts were worse than chance', () => {
    const wrong = fitCalibration(
      [
        { n: 400, x: -2, happened: 300 },
        { n: 400, x: 2, happened: 100 },
      ],
      'probability',
    )
    assert.equal(wrong.slope, 0)
    near(wrong.intercept, 0, 1e-9)
  })
})

const aChance = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null })
const aCase: fc.Arbitrary<ChanceCase> = fc.record({
  day: fc.integer({ min: 0, max: 300 }),
  forecasts: fc.tuple(aChance, aChance),
  happened: fc.boolean(),
  amount: fc.option(fc.double({ min: 0, max: 80, noNaN: true }), { nil: null }),
  issued: fc.option(fc.record({ logit: fc.double({ min: -5, max: 5, noNaN: true }), chances: fc.tuple(aChance, aChance) }), { nil: null }),
})

it('a memory of chances of two sets of cases is the sum of both', () => {
  const learnAll = (cases: readonly ChanceCase[]): ChanceMemory => {
    const memory = createChanceMemory(KINDS)
    for (const each of cases) learnChanceCase(memory, each)
    return memory
  }
  fc.assert(
    fc.property(fc.array(aCase, { minLength: 1, maxLength: 20 }), fc.nat(20), (cases, cut) => {
      const [all, merged] = [learnAll(cases), mergeMemories(learnAll(cases.slice(0, cut)), learnAll(cases.slice(cut)))]
      for (const part of ['slow', 'skill'] as const)
        for (const [i, value] of all[part].entries()) near(value, merged[part][i] as number, 1e-8 * Math.max(1, Math.abs(value)))
    }),
  )
})

describe('amounts', () => {
  it('are mapped to what comes as often: a source of twice as much is halved', () => {
    const { uniform } = createRandom(3)
    const memory = createChanceMemory(['amount'])
    for (let day = 0; day < 1_000; day += 1) {
      const amount = uniform() < 0.4 ? 0 : -6 * Math.log(uniform() + 1e-9)
      learnChanceCase(memory, { day, forecasts: [2 * amount], happened: amount > 0, amount, issued: null })
    }
    const maps = computeAmountMaps(memory)
    for (const amount of [2, 5, 10, 20]) near(blendAmount(maps, [amount], [1], ['amount']) ?? NaN, amount / 2, 0.15 * amount)
    assert.equal(blendAmount(maps, [0], [1], ['amount']), 0)
  })

  it('stay as they are below a hundred wet cases, and are unknown without a source that states any', () => {
    const { memory } = play(50, 1)
    assert.deepEqual(computeAmountMaps(memory), [null, null])
    near(blendAmount([null, null], [0.4, 3], [0.5, 0.5], KINDS) ?? NaN, 3, 1e-12)
    assert.equal(blendAmount([null, null], [0.4, null], [1, 0], KINDS), null)
  })
})
