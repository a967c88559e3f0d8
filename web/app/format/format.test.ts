import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatAge } from './age.ts'
import {
  formatAmount,
  computeCompassPoint,
  formatDegrees,
  formatDistance,
  formatExactDegrees,
  formatPercent,
  formatPressure,
  formatShare,
  formatSpeed,
} from './numbers.ts'
import {
  formatClock,
  toLocalDate,
  countDaysBetween,
  formatHour,
  toLocalHour,
  formatDateTime,
  formatDateTimeRange,
  formatCalendarDay,
} from './times.ts'

const GB = { locale: 'en-GB', hour12: false }
const US = { locale: 'en-US', hour12: true }

/** The kind of space differs between versions of the locale data. */
const plain = (text: string) => text.replace(/[\u00a0\u202f\u2009]/g, ' ')

describe('measures', () => {
  it('are written as the language writes numbers, with the decimals that the unit needs', () => {
    assert.equal(formatDegrees(12.4, 'en'), '12°')
    assert.equal(plain(formatExactDegrees(1.25, '°C', 'de')), '1,3 °C')
    assert.equal(plain(formatSpeed(23.76, 'km/h', 'de')), '24 km/h')
    assert.equal(plain(formatSpeed(6.6, 'm/s', 'fr')), '6,6 m/s')
    assert.equal(plain(formatAmount(0.42, 'mm', 'en')), '0.4 mm')
    assert.equal(plain(formatAmount(31.2, 'mm', 'en')), '31 mm')
    assert.equal(plain(formatAmount(0.017, 'in', 'en-US')), '0.02 in')
    assert.equal(plain(formatPressure(1013.2, 'hPa', 'de')), '1.013 hPa')
    assert.equal(plain(formatPressure(29.921, 'inHg', 'en')), '29.92 inHg')
    assert.equal(plain(formatDistance(6.21, 'mi', 'en')), '6.2 mi')
    assert.equal(plain(formatDistance(10_000, 'm', 'en')), '10,000 m')
    assert.equal(plain(formatDistance(140, 'm', 'en')), '140 m')
    assert.equal(plain(formatPercent(40, 'de')), '40 %')
    assert.equal(plain(formatShare(0.4, 'en')), '40%')
  })

  it('are isolated from right-to-left text, with digits like those around them', () => {
    const ar = 'ar-EG-u-ca-gregory-nu-latn'
    assert.equal(formatSpeed(23.76, 'km/h', ar), '\u206824\u00a0km/h\u2069')
    assert.equal(formatAmount(0.02, 'mm', ar), '\u2068<\u00a00.1\u00a0mm\u2069')
    assert.equal(formatDegrees(-12, ar), '\u2068\u200e\u221212°\u2069')
  })

  it('have a minus sign, not a hyphen', () => {
    for (const locale of ['en', 'de', 'fr-CH', 'es', 'sv']) assert.equal(formatDegrees(-12, locale), '\u221212°', locale)
    assert.equal(plain(formatExactDegrees(-1.25, '°C', 'de')), '\u22121,3 °C')
  })

  it('have no sign at zero, and distinguish a trace from nothing', () => {
    assert.equal(formatDegrees(-0.4, 'en'), '0°')
    assert.equal(plain(formatAmount(0, 'mm', 'en')), '0 mm')
    assert.equal(plain(formatAmount(0.02, 'mm', 'en')), '< 0.1 mm')
    assert.equal(plain(formatAmount(0.001, 'in', 'en')), '< 0.01 in')
  })

  it('are a dash if unknown', () => {
    for (const text of [
      formatDegrees(null, 'en'),
      formatSpeed(null, 'km/h', 'en'),
      formatAmount(null, 'mm', 'en'),
      formatPressure(null, 'hPa', 'en'),
    ]) {
      assert.equal(text, '–')
    }
    assert.equal(formatDistance(undefined, 'km', 'en'), '–')
    assert.equal(formatPercent(null, 'en'), '–')
  })
})

describe('compassPoint', () => {
  it('rounds to sixteen points', () => {
    assert.deepEqual([0, 11, 12, 90, 349, 360, 720, -90].map(computeCompassPoint), [0, 0, 1, 4, 0, 0, 0, 12])
    assert.equal(computeCompassPoint(null), null)
  })
})

describe('times', () => {
  it('are local to the place, on the reader’s clock', () => {
    assert.equal(formatClock('2026-11-21T09:05:00Z', 'Europe/Paris', GB), '10:05')
    assert.equal(plain(formatClock('2026-11-21T09:05:00Z', 'Asia/Kolkata', US)), '2:35 PM')
    assert.equal(plain(formatHour('2026-11-21T09:00:00Z', 'Europe/Paris', US)), '10 AM')
    assert.equal(plain(formatHour('2026-11-21T09:00:00Z', 'Asia/Kolkata', US)), '2:30 PM')
    assert.equal(formatHour('2026-11-21T09:00:00Z', 'Asia/Kolkata', GB), '14:30')
  })

  it('handle midnight on either clock', () => {
    assert.equal(formatClock('2026-11-21T00:00:00Z', 'UTC', { locale: 'en-US', hour12: false }), '00:00')
    assert.equal(plain(formatClock('2026-11-21T00:00:00Z', 'UTC', { locale: 'ja', hour12: true })), '午前12:00')
  })

  it('use the day of the place', () => {
    assert.equal(toLocalDate('2026-11-21T23:30:00Z', 'Europe/Paris'), '2026-11-22')
    assert.equal(toLocalDate('2026-11-21T09:30:00Z', 'Pacific/Kiritimati'), '2026-11-21')
    assert.equal(toLocalHour('2026-11-21T23:30:00Z', 'Europe/Paris'), 0)
    assert.equal(formatCalendarDay('2026-11-22', 'weekday', { locale: 'de', hour12: false }), 'Sonntag')
    assert.equal(countDaysBetween('2026-03-28', '2026-03-30'), 2)
  })

  it('have as many words as there is room for', () => {
    const styles = ['weekday', 'shortWeekday', 'date', 'day', 'shortDay'] as const
    assert.deepEqual(
      styles.map((style) => formatCalendarDay('2026-11-22', style, GB)),
      ['Sunday', 'Sun', '22 Nov', 'Sunday 22 November', 'Sun 22 Nov'],
    )
    assert.equal(plain(formatDateTime('2026-11-21T09:05:00Z', 'Europe/Paris', US)), 'Sat, Nov 21, 10:05 AM')
  })

  it('continue across a clock change', () => {
    const instants = ['2026-10-24T23:00:00Z', '2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z', '2026-10-25T02:00:00Z']
    assert.deepEqual(
      instants.map((instant) => formatClock(instant, 'Europe/Berlin', GB)),
      ['01:00', '02:00', '02:00', '03:00'],
    )
  })

  it('give the day of a range once if it is a single day', () => {
    assert.equal(plain(formatDateTimeRange('2026-11-21T09:00:00Z', '2026-11-21T12:00:00Z', 'Europe/Paris', GB)).match(/21/g)?.length, 1)
    assert.match(plain(formatDateTimeRange('2026-11-21T09:00:00Z', '2026-11-22T12:00:00Z', 'Europe/Paris', GB)), /21.*22/)
  })

  it('fall back to UTC in an unknown zone', () => {
    assert.equal(formatClock('2026-11-21T09:05:00Z', 'Mars/Olympus', GB), '09:05')
    assert.equal(plain(formatDateTime('2026-11-21T09:05:00Z', 'Mars/Olympus', GB)), 'Sat 21 Nov, 09:05')
  })
})

describe('ago', () => {
  it('counts whole minutes, hours and days, rounded down', () => {
    assert.equal(formatAge(20, 'en'), 'now')
    assert.equal(formatAge(-5, 'en'), 'now')
    assert.equal(formatAge(299, 'en'), '4 minutes ago')
    assert.equal(formatAge(3_600 * 3.9, 'de'), 'vor 3 Stunden')
    assert.equal(formatAge(86_400, 'fr'), 'il y a 1 jour')
    assert.equal(formatAge(72 * 3_600, 'en'), '3 days ago')
  })
})
