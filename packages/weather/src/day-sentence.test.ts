import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { cleanDaySentence } from './render-points.ts'

describe('daySentence', () => {
  it('is true next to any day', () => {
    const cases: readonly [string | null, string | null][] = [
      ['There will be clear sky today', 'There will be clear sky'],
      ['There will be rain today.', 'There will be rain.'],
      ['Expect a day of partly cloudy with rain', 'Expect a day of partly cloudy with rain'],
      ['There will be snow until morning, then partly cloudy', 'There will be snow until morning, then partly cloudy'],
      [
        'You can expect partly cloudy in the morning, with rain in the afternoon',
        'You can expect partly cloudy in the morning, with rain in the afternoon',
      ],
      ['Hazy tonight and windy starting tomorrow morning.', null],
      ['Today will be dry', null],
      ['Rain today, then snow', null],
      ['Snow next Friday', null],
      ['Snow showers know no nowcast', 'Snow showers know no nowcast'],
      [null, null],
    ]
    for (const [sent, shown] of cases) assert.equal(cleanDaySentence(sent), shown)
  })

  it('never speaks of today, tonight or tomorrow, and changes nothing else', () => {
    const words = fc.array(fc.constantFrom('rain', 'today', 'Tomorrow', 'tonight', 'then', 'clear', 'Today.'), {
      minLength: 1,
      maxLength: 6,
    })
    fc.assert(
      fc.property(words, (sentence) => {
        const sent = sentence.join(' ')
        const shown = cleanDaySentence(sent)
        assert.doesNotMatch(shown ?? '', /today|tonight|tomorrow/i)
        if (!/today|tonight|tomorrow/i.test(sent)) assert.equal(shown, sent)
      }),
    )
  })
})
