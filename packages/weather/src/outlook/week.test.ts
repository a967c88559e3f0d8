import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { judgeWetness } from './week.ts'

describe('the wording for rain and snow, over any probabilities and amounts', () => {
  const chance = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100)
  const amount = fc.integer({ min: 0, max: 80 }).map((tenths) => tenths / 10)
  const day = fc.record({ precipitationProbability: fc.option(chance), precipitation: fc.option(amount) })
  const days = fc.array(day, { minLength: 1, maxLength: 7 })
  const sum = (values: readonly (number | null)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0)

  it('is unlikely only if each day is known and all together have a low probability and a small amount', () => {
    fc.assert(
      fc.property(days, (week) => {
        const isDry = judgeWetness(week)?.kind === 'dry'
        const chances = week.map(({ precipitationProbability }) => precipitationProbability ?? 0)
        const isKnown = week.every(
          ({ precipitation, precipitationProbability }) => precipitation !== null || precipitationProbability !== null,
        )
        const staysDry = chances.reduce((product, one) => product * (1 - one), 1)
        const isLittle = sum(week.map(({ precipitation }) => precipitation)) < 1 && staysDry >= 2 / 3
        assert.equal(isDry, isKnown && isLittle)
        if (isDry) assert.ok(chances.every((one) => one < 0.34))
      }),
    )
  })

  it('is likely on exactly the days with an even chance, or with a wetting amount if no chance is stated', () => {
    fc.assert(
      fc.property(days, (week) => {
        const wet = week.filter((one) => (one.precipitationProbability ?? ((one.precipitation ?? 0) >= 1 ? 1 : 0)) >= 0.5)
        const verdict = judgeWetness(week)
        assert.deepEqual(verdict?.kind === 'likely' ? verdict.days : [], wet)
      }),
    )
  })

  it('never becomes drier with a higher probability or a greater amount', () => {
    const wetter = fc.record({ precipitationProbability: chance, precipitation: amount })
    const known = fc.array(fc.tuple(wetter, wetter), { minLength: 1, maxLength: 7 })
    const rank = (week: Parameters<typeof judgeWetness>[0]) => ['dry', 'possible', 'likely'].indexOf(judgeWetness(week)?.kind ?? '')
    fc.assert(
      fc.property(known, (pairs) => {
        const more = pairs.map(([a, b]) => ({
          precipitationProbability: Math.max(a.precipitationProbability, b.precipitationProbability),
          precipitation: Math.max(a.precipitation, b.precipitation),
        }))
        assert.ok(rank(more) >= rank(pairs.map(([a]) => a)))
      }),
    )
  })
})
