import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { UnitSystem } from '../../../domain/units.ts'
import { measuresOf } from './measures.ts'
import { mailWords } from './words.ts'

function told(tag: string, units: UnitSystem): string[] {
  const measures = measuresOf(mailWords(tag, units), units)
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
  assert.deepEqual(told('en', 'metric'), ['−5~°C', '0°', '1.2~°C', '60~km/h', '4.2~mm', '4~mm/h'])
  assert.deepEqual(told('de', 'metric'), ['−5~°C', '0°', '1,2~°C', '60~km/h', '4,2~mm', '4~mm/h'])
  assert.deepEqual(told('en', 'imperial'), ['24~°F', '31°', '2.2~°F', '37~mph', '0.17~in', '0.16~in/h'])
  assert.deepEqual(told('en', 'uk'), ['−5~°C', '0°', '1.2~°C', '37~mph', '4.2~mm', '4~mm/h'])
  assert.deepEqual(told('fr', 'si'), ['−5~°C', '0°', '1,2~°C', '17~m/s', '4,2~mm', '4~mm/h'])
})

it('keeps null', () => {
  assert.equal(measuresOf(mailWords('en', 'metric'), 'metric').temperature(null), null)
})
