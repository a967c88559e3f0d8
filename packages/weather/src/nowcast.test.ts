import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { formatInstant } from './instant.ts'
import type { MinutelyPoint } from './model.ts'
import { summariseNowcast } from './nowcast.ts'
import { dropEndedPoints } from './remaining.ts'
import { ENGLISH, LANGUAGES, readTestTexts } from './testing/texts.ts'

const START = Date.parse('2026-07-01T12:00:00Z')

function minutes(...rates: (number | null)[]): MinutelyPoint[] {
  return rates.map((precipitation, minute) => ({ time: formatInstant(START + minute * 60_000), precipitation }))
}

/** The same rate, `count` times. */
const of = (count: number, rate: number | null) => Array.from({ length: count }, () => rate)
const summary = (...rates: (number | null)[]) => summariseNowcast(minutes(...rates), 'Europe/Berlin', ENGLISH, START)

describe('summariseNowcast', () => {
  it('says how long it stays dry', () => {
    assert.deepEqual(summary(...of(60, 0)), {
      text: 'No precipitation expected until at least 15:00.',
      startsAt: null,
      endsAt: null,
      intensity: 'none',
      knownUntil: '2026-07-01T13:00:00Z',
    })
  })

  it('says when it begins and ends', () => {
    assert.deepEqual(summary(...of(5, 0), ...of(35, 0.4), ...of(20, 0)), {
      text: 'Light precipitation from 14:05 to 14:40.',
      startsAt: '2026-07-01T12:05:00Z',
      endsAt: '2026-07-01T12:40:00Z',
      intensity: 'light',
      knownUntil: '2026-07-01T13:00:00Z',
    })
  })

  it('says when current precipitation ends', () => {
    assert.deepEqual(summary(...of(12, 3), ...of(48, 0)), {
      text: 'Moderate precipitation until 14:12.',
      startsAt: null,
      endsAt: '2026-07-01T12:12:00Z',
      intensity: 'moderate',
      knownUntil: '2026-07-01T13:00:00Z',
    })
  })

  it('says how long it is known to last', () => {
    assert.deepEqual(summary(...of(5, 0), ...of(55, 12)), {
      text: 'Heavy precipitation from 14:05, lasting at least until 15:00.',
      startsAt: '2026-07-01T12:05:00Z',
      endsAt: null,
      intensity: 'heavy',
      knownUntil: '2026-07-01T13:00:00Z',
    })
    assert.equal(summary(...of(60, 60))?.text, 'Very heavy precipitation, lasting at least until 15:00.')
  })

  it('uses the highest intensity, with the bounds of WMO-No. 8', () => {
    for (const [rate, intensity] of [
      [0.01, 'light'],
      [2.49, 'light'],
      [2.5, 'moderate'],
      [9.99, 'moderate'],
      [10, 'heavy'],
      [50, 'violent'],
    ] as const)
      assert.equal(summary(0.1, rate, 0.1)?.intensity, intensity)
  })

  it('bridges a break of up to five minutes', () => {
    assert.equal(summary(...of(3, 1), ...of(5, 0), ...of(3, 1), ...of(10, 0))?.text, 'Light precipitation until 14:11.')
    assert.equal(
      summary(...of(3, 1), ...of(6, 0), ...of(3, 1), ...of(10, 0))?.text,
      'Light precipitation until 14:12. A break from 14:03 to 14:09.',
    )
  })

  it('says when it is heaviest, and names the longest break', () => {
    assert.deepEqual(summary(...of(22, 0.4), ...of(10, 0), ...of(8, 6.5), ...of(8, 0.2), ...of(12, 0)), {
      text: 'Precipitation until 14:48. A break from 14:22 to 14:32. Moderate precipitation from 14:32 to 14:40.',
      startsAt: null,
      endsAt: '2026-07-01T12:48:00Z',
      intensity: 'moderate',
      knownUntil: '2026-07-01T13:00:00Z',
    })
    assert.equal(
      summary(...of(5, 0), ...of(5, 12), ...of(9, 0), ...of(5, 1), ...of(11, 0), ...of(25, 12))?.text,
      'Precipitation from 14:05, lasting at least until 15:00. Breaks, the longest from 14:24 to 14:35. Heavy precipitation at times between 14:05 and 15:00.',
    )
  })

  it('treats traces as dry', () => {
    assert.equal(summary(...of(60, 0.02))?.intensity, 'none')
    assert.equal(summary(...of(10, 0.02), ...of(10, 0.1), ...of(40, 0.09))?.text, 'Light precipitation from 14:10 to 14:20.')
  })

  it('never calls an unknown minute dry', () => {
    assert.equal(summary(), null)
    assert.equal(summary(null, 0, 0), null)
    assert.equal(summary(...of(60, null)), null)
    assert.equal(summary(...of(10, 0), null, ...of(20, 0))?.text, 'No precipitation expected until at least 14:10.')
    assert.equal(summary(...of(10, 1), null, ...of(20, 0))?.text, 'Light precipitation, lasting at least until 14:10.')
    assert.equal(summary(...of(10, 1), 0, null, 1)?.text, 'Light precipitation until 14:10.')
  })

  it('treats a missing minute as unknown', () => {
    const points = minutes(...of(60, 0)).filter((_, minute) => minute !== 7)
    assert.equal(summariseNowcast(points, 'Europe/Berlin', ENGLISH, START)?.text, 'No precipitation expected until at least 14:07.')
  })

  it('is null if the current minute is not known', () => {
    const late = (seconds: number) => summariseNowcast(minutes(...of(9, 0)), 'Europe/Berlin', ENGLISH, START - seconds * 1_000)
    assert.notEqual(late(60), null)
    assert.equal(late(61), null)
  })

  it('claims no end of dry weather if only the known minutes end', () => {
    const atLeast = {
      en: 'at least',
      de: 'mindestens',
      fr: 'au moins',
      es: 'al menos',
      it: 'almeno',
      pt: 'pelo menos',
      ja: '少なくとも',
      ar: 'على الأقل',
    }
    assert.deepEqual(LANGUAGES.toSorted(), Object.keys(atLeast).toSorted())
    for (const [language, words] of Object.entries(atLeast)) {
      const dry = summariseNowcast(minutes(...of(60, 0)), 'Europe/Berlin', readTestTexts(language), START)?.text
      assert.ok(dry?.toLowerCase().includes(words), language)
    }
  })

  it('supports every language and leaves no placeholder', () => {
    const shapes = [
      of(60, 0),
      of(60, 1),
      [...of(9, 0), ...of(51, 1)],
      [...of(9, 1), ...of(51, 0)],
      [...of(9, 0), ...of(9, 1), ...of(42, 0)],
      [...of(9, 0), ...of(9, 1), ...of(9, 0), ...of(9, 60), ...of(24, 3)],
      [...of(9, 12), ...of(9, 0), ...of(9, 1), ...of(9, 0), ...of(24, 12)],
    ]
    for (const language of LANGUAGES)
      for (const shape of shapes) {
        const text = summariseNowcast(minutes(...shape), 'Europe/Berlin', readTestTexts(language), START)?.text ?? ''
        assert.match(text, /1[45]:\d\d/)
        assert.doesNotMatch(text, /[{}]/)
      }
    assert.equal(
      summariseNowcast(minutes(...of(9, 0), ...of(9, 1), ...of(42, 0)), 'Europe/Berlin', readTestTexts('de'), START)?.text,
      'Leichter Niederschlag von 14:09 bis 14:18 Uhr.',
    )
  })

  it('claims only what the minutes say', () => {
    const rate = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(0, 0.3, 4) }, { weight: 1, arbitrary: fc.constant(null) })
    fc.assert(
      fc.property(fc.array(rate, { maxLength: 60 }), (rates) => {
        const found = summary(...rates)
        if (rates.length === 0 || rates[0] === null) return assert.equal(found, null)
        assert.ok(found !== null)
        const firstWet = rates.findIndex((one) => one !== null && one > 0)
        const firstUnknown = rates.indexOf(null)
        const falls = firstWet >= 0 && (firstUnknown < 0 || firstWet < firstUnknown)
        assert.equal(found.intensity !== 'none', falls)
        assert.equal(found.startsAt, falls && firstWet > 0 ? formatInstant(START + firstWet * 60_000) : null)
        if (found.endsAt !== null) assert.equal(rates[(Date.parse(found.endsAt) - START) / 60_000], 0)
      }),
    )
  })

  it('never hides precipitation that begins within the remaining minutes, nor claims more than they cover', () => {
    const rate = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(0, 0, 0, 0.3, 4) }, { weight: 1, arbitrary: fc.constant(null) })
    fc.assert(
      fc.property(fc.array(rate, { minLength: 1, maxLength: 60 }), fc.integer({ min: 0, max: 70 * 60 }), (rates, seconds) => {
        const now = START + seconds * 1_000
        const { data } = dropEndedPoints('minutely', { available: true, points: minutes(...rates) }, 'Europe/Berlin', now)
        const found = data.available ? summariseNowcast(data.points, 'Europe/Berlin', ENGLISH, now) : null
        const first = Math.floor(seconds / 60)
        const left = rates.slice(first)
        const known = left.includes(null) ? left.slice(0, left.indexOf(null)) : left
        if (known.length === 0) return assert.equal(found, null)
        assert.ok(found !== null)
        assert.equal(found.knownUntil, formatInstant(START + (first + known.length) * 60_000))
        const wet = known.findIndex((one) => one !== null && one > 0)
        assert.equal(found.intensity === 'none', wet < 0)
        assert.equal(found.startsAt, wet > 0 ? formatInstant(START + (first + wet) * 60_000) : null)
        if (wet < 0) assert.match(found.text, /until at least/)
      }),
    )
  })
})
