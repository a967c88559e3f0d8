import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRandom } from '../../../../packages/weather/src/blend/testing/synthetic.ts'
import { addDayErrors, type DayErrors, judgeSkill, PROOF_DAYS, WORSE_CHANCES } from './proof.ts'

/** Days on which the blend is better by so many K on average, and varies. */
function buildErrors(days: number, better: number, seed: number): DayErrors[] {
  const { normal } = createRandom(seed)
  return Array.from({ length: days }, (_, day) => ({ day, n: 10, blend: 10 * (1.5 - better + 0.3 * normal()), first: 10 * 1.5 }))
}

describe('the proof of a blend', () => {
  it('needs thirty days', () => {
    const skill = judgeSkill(buildErrors(29, 1, 1))
    assert.deepEqual(skill, { days: 29, n: 290, difference: null, low: null, high: null, isProved: false })
    assert.equal(judgeSkill([]).isProved, false)
    assert.equal(judgeSkill(buildErrors(30, 1, 1)).isProved, true)
  })

  it('is its interval below 0: what is better or worse by chance is not proved, nor what is proved to be worse', () => {
    const better = judgeSkill(buildErrors(60, 0.5, 2))
    assert.ok(better.isProved && (better.high ?? 1) < 0 && Math.abs((better.difference ?? 0) + 0.5) < 0.15, JSON.stringify(better))
    assert.equal(judgeSkill(buildErrors(60, -0.5, 2)).isProved, false)
    const proved = Array.from({ length: 200 }, (_, seed) => judgeSkill(buildErrors(60, 0, seed)).isProved)
    // One side of a 95 % interval, with room for the block bootstrap of sixty days.
    assert.ok(proved.filter(Boolean).length <= 14, `${proved.filter(Boolean).length} of 200 by chance`)
  })

  it('ends within days where the first source is mended, and hardly by days that are worse by chance', () => {
    const before = buildErrors(50, 1, 4)
    const after = (days: number) => buildErrors(days, -0.6, 5).map((each) => ({ ...each, day: each.day + 50 }))
    assert.equal(judgeSkill([...before, ...after(1)]).isProved, true)
    assert.equal(judgeSkill([...before, ...after(6)]).isProved, false)
    const stepsBack = Array.from({ length: 200 }, (_, seed) => !judgeSkill(buildErrors(60, 0.25, seed)).isProved)
    assert.ok(stepsBack.filter(Boolean).length <= 4, `${stepsBack.filter(Boolean).length} of 200`)
  })

  it('of chances of rain does not end in dry days, in which 1 % is a little worse than none, but where the source is mended', () => {
    const { uniform } = createRandom(6)
    const wet = Array.from({ length: 40 }, (_, day): DayErrors => {
      const first = 10 * (0.2 + 0.2 * uniform())
      return { day, n: 10, blend: first - 0.6 * uniform(), first }
    })
    const dry = Array.from({ length: 4 }, (_, day): DayErrors => ({ day: 40 + day, n: 10, blend: 0.001, first: 0 }))
    assert.deepEqual([judgeSkill([...wet, ...dry]).isProved, judgeSkill([...wet, ...dry], WORSE_CHANCES).isProved], [false, true])
    const mended = dry.map((each, at) => ({ ...each, blend: 0.4 + 0.1 * at, first: 0.1 }))
    assert.equal(judgeSkill([...wet, ...mended], WORSE_CHANCES).isProved, false)
  })

  it('counts the last sixty days, each once, in any order', () => {
    const [first, ...rest] = buildErrors(PROOF_DAYS + 5, 1, 3) as [DayErrors, ...DayErrors[]]
    const all = [...rest.toReversed(), first].reduce<DayErrors[]>((known, each) => addDayErrors(known, each), [])
    assert.deepEqual(
      all.map(({ day }) => day),
      rest.slice(4).map(({ day }) => day),
    )
    const replaced = addDayErrors(all, { day: 64, n: 1, blend: 2, first: 3 })
    assert.deepEqual([replaced.length, replaced.at(-1)], [PROOF_DAYS, { day: 64, n: 1, blend: 2, first: 3 }])
    assert.deepEqual(addDayErrors([], { day: 3, n: 0, blend: 0, first: 0 }), [])
  })
})
