import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { UnitSystem } from '@isobar/weather'
import { buildMeasures } from './measures.ts'
import { getMailWords } from './words.ts'

function written(tag: string, units: UnitSystem): string[] {
  const measures = buildMeasures(getMailWords(tag), units)
  return [
    measures.temperature(-4.5),
    measures.degrees(-0.4),
    measures.temperatureDifference(1.24),
    measures.wind(60 / 3.6),
    measures.precipitation(4.24),
    measures.precipitationRate(4),
  ].map((text) => text.replaceAll('\u00a0', '~'))
}

it('writes numbers with their unit in each system and language', () => {
  assert.deepEqual(written('en', 'metric'), ['−5~°C', '0°', '1.2~°C', '60~km/h', '4.2~mm', '4~mm/h'])
  assert.deepEqual(written('de', 'metric'), ['−5~°C', '0°', '1,2~°C', '60~km/h', '4,2~mm', '4~mm/h'])
  assert.deepEqual(written('en', 'imperial'), ['24~°F', '31°', '2.2~°F', '37~mph', '0.17~in', '0.16~in/h'])
  assert.deepEqual(written('en', 'uk'), ['−5~°C', '0°', '1.2~°C', '37~mph', '4.2~mm', '4~mm/h'])
  assert.deepEqual(written('fr', 'si'), ['−5~°C', '0°', '1,2~°C', '17~m/s', '4,2~mm', '4~mm/h'])
})

it('null stays null', () => {
  const { temperature, precipitationWithSnow, uvIndex } = buildMeasures(getMailWords('en'), 'metric')
  assert.deepEqual(
    { temperature: temperature(null), snow: precipitationWithSnow(null, null, null), uvIndex: uvIndex(null) },
    { temperature: null, snow: null, uvIndex: null },
  )
})

it('gives snow as depth and as water, and no unit where there is none', () => {
  const { temperatureUnit, precipitationWithSnow, uvIndex } = buildMeasures(getMailWords('en'), 'imperial')
  assert.deepEqual(
    { temperatureUnit, snow: precipitationWithSnow(4.24, 4.24, null), uvIndex: uvIndex(6.5) },
    { temperatureUnit: '°F', snow: 'about 1.7\u00a0in (0.17\u00a0in as water)', uvIndex: '7' },
  )
  assert.equal(buildMeasures(getMailWords('ar'), 'metric').temperatureUnit, '\u2068°C\u2069')
})
