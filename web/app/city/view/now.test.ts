import assert from 'node:assert/strict'
import { it } from 'node:test'
import { EN, normaliseSpaces } from '../testing/teller.ts'
import { formatFall, formatUvIndex, describeUvClass } from './now.ts'

it('a UV index has the word of its class, by the whole number', () => {
  const words = [0, 2.4, 2.5, 5.4, 5.5, 7.4, 7.5, 10.4, 10.5, 15].map((index) => describeUvClass(index, EN))
  const classes = ['city.uvLow', 'city.uvModerate', 'city.uvHigh', 'city.uvVeryHigh', 'city.uvExtreme'] as const
  assert.deepEqual(
    words,
    classes.flatMap((key) => [EN.t(key), EN.t(key)]),
  )
  assert.deepEqual([formatUvIndex(null, EN), formatUvIndex(6.2, EN)], ['–', `6, ${EN.t('city.uvHigh')}`])
})

it('an amount with snow in it has its depth, and says that it is water', () => {
  const text = (precipitation: number | null, snow: number | null, warmth = {}) =>
    normaliseSpaces(formatFall({ precipitation, rain: null, snow, ...warmth }, { temperature: '°C', precipitation: 'mm' }, EN))
  assert.deepEqual([text(null, null), text(null, 1), text(2, 0), text(2, null)], ['–', '–', '2.0 mm', '2.0 mm'])
  assert.equal(text(2, 2), 'about 2 cm (2.0 mm as water)')
  assert.equal(text(2, 1), '2.0 mm as water with about 1 cm of snow')
  assert.equal(text(2, 2, { temperature: -10 }), 'about 3 cm (2.0 mm as water)')
  assert.equal(text(2, 2, { temperatureMin: -12, temperatureMax: -8 }), 'about 3 cm (2.0 mm as water)')
  assert.equal(text(0.05, 0.05), '0.1 mm as water')
  const inches = formatFall({ precipitation: 1.2, rain: 0, snow: 1.2, temperature: 32 }, { temperature: '°F', precipitation: 'in' }, EN)
  assert.equal(normaliseSpaces(inches), 'about 10 in (1.20 in as water)')
})
