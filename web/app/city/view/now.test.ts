import assert from 'node:assert/strict'
import { it } from 'node:test'
import { EN, plain } from '../testing/teller.ts'
import { fallText, uvText, uvWord } from './now.ts'

it('a UV index has the word of its class, by the whole number', () => {
  const words = [0, 2.4, 2.5, 5.4, 5.5, 7.4, 7.5, 10.4, 10.5, 15].map((index) => uvWord(index, EN))
  const classes = ['city.uvLow', 'city.uvModerate', 'city.uvHigh', 'city.uvVeryHigh', 'city.uvExtreme'] as const
  assert.deepEqual(
    words,
    classes.flatMap((key) => [EN.t(key), EN.t(key)]),
  )
  assert.deepEqual([uvText(null, EN), uvText(6.2, EN)], ['–', `6, ${EN.t('city.uvHigh')}`])
})

it('an amount with snow in it says that it is water', () => {
  const text = (precipitation: number | null, snow: number | null) =>
    plain(fallText({ precipitation, snow } as Parameters<typeof fallText>[0], 'mm', EN))
  assert.deepEqual([text(null, null), text(null, 1), text(2, 0), text(2, null)], ['–', '–', '2.0 mm', '2.0 mm'])
  assert.equal(text(2, 1), plain(EN.t('measure.asWater', { amount: '2.0 mm' })))
})
