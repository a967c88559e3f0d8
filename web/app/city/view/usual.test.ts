import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LANGUAGES } from '../../../../src/messages/languages.ts'
import { getTranslator } from '../../../../src/messages/messages.ts'
import { EN, normaliseSpaces } from '../testing/teller.ts'
import { buildTestCurrent, buildTestDaily, buildPlaceWeatherAnswer } from '../testing/weather.ts'
import type { Usual } from '../weather.ts'
import { buildHeroView } from './hero.ts'
import { buildProvenanceView } from './provenance.ts'
import { listUsualFacts, describeUsualDifference } from './usual.ts'

const { units } = buildTestCurrent()
const usual: Usual = {
  day: { monthDay: '11-21', temperatureMin: 1, temperatureMax: 5, temperatureMinTenth: -4, temperatureMaxTenth: 10, precipitation: 1.5 },
  period: '1991-2020',
  units,
  attribution: { name: 'A', text: 'Normals by A', url: 'https://a.example/', license: 'CC BY 4.0' },
}
const range = (temperatureMin: number | null, temperatureMax: number | null) => ({ temperatureMin, temperatureMax })

describe('what is usual', () => {
  it('is compared by the mean of highest and lowest, from two degrees on', () => {
    const texts = (
      [
        [4, 8],
        [3, 6.9],
        [1, 5],
        [-1, 2.9],
        [-3, 4.9],
        [-6, -2],
      ] as const
    ).map(([low, high]) => describeUsualDifference(range(low, high), usual, EN))
    assert.deepEqual(texts, ['3° warmer than usual', null, null, '2° colder than usual', '2° colder than usual', '7° colder than usual'])
  })

  it('is compared from the same difference on in Fahrenheit', () => {
    const fahrenheit = { ...usual, units: { ...units, temperature: '°F' as const } }
    const text = (by: number) => describeUsualDifference(range(1 + by, 5 + by), fahrenheit, EN)
    assert.deepEqual([text(3.5), text(3.6), text(-5.4)], [null, '4° warmer than usual', '5° colder than usual'])
  })

  it('is not said of what is not known', () => {
    for (const [day, known] of [
      [range(null, 8), usual],
      [null, usual],
      [range(9, 20), null],
      [range(9, 20), undefined],
    ] as const)
      assert.equal(describeUsualDifference(day, known, EN), null)
  })

  it('stands in the hero, with its credit among the sources', () => {
    const weather = buildPlaceWeatherAnswer({ daily: buildTestDaily([{ date: '2026-11-21', ...range(5, 9) }]), usual })
    assert.deepEqual(buildHeroView(weather, { lat: 52, lon: 13 }, EN).range, ['High 9°', 'Low 5°', '4° warmer than usual'])
    assert.ok(buildProvenanceView(weather, ['openweather'], EN).credits.some(({ text }) => text === 'Normals by A'))
  })

  it('is told as facts, and in every language', () => {
    assert.deepEqual(
      listUsualFacts(usual, EN).map(([name, value]) => [name, normaliseSpaces(value)]),
      [
        ['Average high', '5°'],
        ['Average low', '1°'],
        ['One day in ten is warmer than', '10°'],
        ['One day in ten is colder than', '\u22124°'],
        ['Rain and snow a day', '1.5 mm'],
      ],
    )
    for (const lang of LANGUAGES) {
      const text = describeUsualDifference(range(4, 8), usual, { ...EN, lang, locale: lang, t: getTranslator(lang).t })
      assert.match(text ?? '', /3°/, lang)
    }
  })
})
