import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { DigestDay } from './data.ts'
import { headlineOf, wetnessOf } from './headline.ts'
import { measures, plain, week, words } from './testing/week.ts'

describe('the headline', () => {
  const wetness = (...days: Partial<DigestDay>[]): string | null => headlineOf(week(...days), words, measures)

  it('names up to three days that are likely to be wet, then counts them', () => {
    const wet = { precipitationProbability: 0.5 }
    assert.equal(wetness(wet, { precipitationProbability: 0.49 }, wet), 'rain or snow likely on Mon and Wed')
    assert.equal(wetness(wet, wet, wet, wet), 'rain or snow likely on 4 days')
  })

  it('uses the amount if no probability is stated', () => {
    assert.equal(wetness({ precipitation: 1 }, { precipitation: 0.9 }), 'rain or snow likely on Mon')
  })

  it('promises dry weather only if each day is known to be dry', () => {
    assert.equal(wetness({ precipitation: 0 }, { precipitationProbability: 0 }), 'rain or snow unlikely')
    assert.equal(wetness({ precipitation: 0 }, {}), null)
    assert.equal(wetness(), null)
  })

  it('does not call rain unlikely over seven days of 45 % and 6 mm', () => {
    const days = Array.from({ length: 7 }, () => ({ precipitationProbability: 0.45, precipitation: 6 }))
    assert.equal(wetness(...days), 'rain or snow possible')
    assert.equal(wetness(...days.map(({ precipitationProbability }) => ({ precipitationProbability }))), 'rain or snow possible')
  })

  it('spans all days, and states no range of some of them', () => {
    const days = [
      { temperatureMin: 3, temperatureMax: 4 },
      { temperatureMin: -2, temperatureMax: 9 },
    ]
    assert.equal(plain(wetness(...days)), '−2 °C to 9 °C')
    assert.equal(wetness(...days, {}), null)
    assert.equal(wetness({ temperatureMin: 3 }), null)
  })
})

describe('the wording for rain and snow, over any probabilities and amounts', () => {
  const chance = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100)
  const amount = fc.integer({ min: 0, max: 80 }).map((tenths) => tenths / 10)
  const day = fc.record({ precipitationProbability: fc.option(chance), precipitation: fc.option(amount) })
  const days = fc.array(day, { minLength: 1, maxLength: 7 })
  const sum = (values: readonly (number | null)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0)

  it('is unlikely only if each day is known and all together have a low probability and a small amount', () => {
    fc.assert(
      fc.property(days, (week) => {
        const isDry = wetnessOf(week)?.kind === 'dry'
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
        const verdict = wetnessOf(week)
        assert.deepEqual(verdict?.kind === 'likely' ? verdict.days : [], wet)
      }),
    )
  })

  it('never becomes drier with a higher probability or a greater amount', () => {
    const wetter = fc.record({ precipitationProbability: chance, precipitation: amount })
    const known = fc.array(fc.tuple(wetter, wetter), { minLength: 1, maxLength: 7 })
    const rank = (week: Parameters<typeof wetnessOf>[0]) => ['dry', 'possible', 'likely'].indexOf(wetnessOf(week)?.kind ?? '')
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
