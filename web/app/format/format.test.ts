import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ago } from './age.ts'
import { amount, compassPoint, degrees, distance, exactDegrees, percent, pressure, share, speed } from './numbers.ts'
import { clock, dayAt, dayOf, daysBetween, hour, hourOf, dateTime, dateTimeRange, ofDay } from './times.ts'

const GB = { locale: 'en-GB', hour12: false }
const US = { locale: 'en-US', hour12: true }

/** The kind of space differs between versions of the locale data. */
const plain = (text: string) => text.replace(/[\u00a0\u202f\u2009]/g, ' ')

describe('measures', () => {
  it('are written as the language writes numbers, with the decimals that the unit needs', () => {
    assert.equal(degrees(12.4, 'en'), '12°')
    assert.equal(plain(exactDegrees(1.25, '°C', 'de')), '1,3 °C')
    assert.equal(plain(speed(23.76, 'km/h', 'de')), '24 km/h')
    assert.equal(plain(speed(6.6, 'm/s', 'fr')), '6,6 m/s')
    assert.equal(plain(amount(0.42, 'mm', 'en')), '0.4 mm')
    assert.equal(plain(amount(31.2, 'mm', 'en')), '31 mm')
    assert.equal(plain(amount(0.017, 'in', 'en-US')), '0.02 in')
    assert.equal(plain(pressure(1013.2, 'hPa', 'de')), '1.013 hPa')
    assert.equal(plain(pressure(29.921, 'inHg', 'en')), '29.92 inHg')
    assert.equal(plain(distance(6.21, 'mi', 'en')), '6.2 mi')
    assert.equal(plain(distance(10_000, 'm', 'en')), '10,000 m')
    assert.equal(plain(distance(140, 'm', 'en')), '140 m')
    assert.equal(plain(percent(40, 'de')), '40 %')
    assert.equal(plain(share(0.4, 'en')), '40%')
  })

  it('are isolated from right-to-left text, with digits like those around them', () => {
    const ar = 'ar-EG-u-ca-gregory-nu-latn'
    assert.equal(speed(23.76, 'km/h', ar), '\u206824\u00a0km/h\u2069')
    assert.equal(amount(0.02, 'mm', ar), '\u2068<\u00a00.1\u00a0mm\u2069')
    assert.equal(degrees(-12, ar), '\u2068\u200e\u221212°\u2069')
  })

  it('have a minus sign, not a hyphen', () => {
    for (const locale of ['en', 'de', 'fr-CH', 'es', 'sv']) assert.equal(degrees(-12, locale), '\u221212°', locale)
    assert.equal(plain(exactDegrees(-1.25, '°C', 'de')), '\u22121,3 °C')
  })

  it('have no sign at zero, and distinguish a trace from nothing', () => {
    assert.equal(degrees(-0.4, 'en'), '0°')
    assert.equal(plain(amount(0, 'mm', 'en')), '0 mm')
    assert.equal(plain(amount(0.02, 'mm', 'en')), '< 0.1 mm')
    assert.equal(plain(amount(0.001, 'in', 'en')), '< 0.01 in')
  })

  it('are a dash if unknown', () => {
    for (const text of [degrees(null, 'en'), speed(null, 'km/h', 'en'), amount(null, 'mm', 'en'), pressure(null, 'hPa', 'en')]) {
      assert.equal(text, '–')
    }
    assert.equal(distance(undefined, 'km', 'en'), '–')
    assert.equal(percent(null, 'en'), '–')
  })
})

describe('compassPoint', () => {
  it('rounds to sixteen points', () => {
    assert.deepEqual([0, 11, 12, 90, 349, 360, 720, -90].map(compassPoint), [0, 0, 1, 4, 0, 0, 0, 12])
    assert.equal(compassPoint(null), null)
  })
})

describe('times', () => {
  it('are local to the place, on the reader’s clock', () => {
    assert.equal(clock('2026-11-21T09:05:00Z', 'Europe/Paris', GB), '10:05')
    assert.equal(plain(clock('2026-11-21T09:05:00Z', 'Asia/Kolkata', US)), '2:35 PM')
    assert.equal(plain(hour('2026-11-21T09:00:00Z', 'Europe/Paris', US)), '10 AM')
    assert.equal(plain(hour('2026-11-21T09:00:00Z', 'Asia/Kolkata', US)), '2:30 PM')
    assert.equal(hour('2026-11-21T09:00:00Z', 'Asia/Kolkata', GB), '14:30')
  })

  it('handle midnight on either clock', () => {
    assert.equal(clock('2026-11-21T00:00:00Z', 'UTC', { locale: 'en-US', hour12: false }), '00:00')
    assert.equal(plain(clock('2026-11-21T00:00:00Z', 'UTC', { locale: 'ja', hour12: true })), '午前12:00')
  })

  it('use the day of the place', () => {
    assert.equal(dayOf('2026-11-21T23:30:00Z', 'Europe/Paris'), '2026-11-22')
    assert.equal(dayOf('2026-11-21T09:30:00Z', 'Pacific/Kiritimati'), '2026-11-21')
    assert.equal(hourOf('2026-11-21T23:30:00Z', 'Europe/Paris'), 0)
    assert.equal(dayAt('2026-11-21T23:30:00Z', 'Europe/Paris', GB), 'Sunday 22 November')
    assert.equal(ofDay('2026-11-22', 'weekday', { locale: 'de', hour12: false }), 'Sonntag')
    assert.equal(daysBetween('2026-03-28', '2026-03-30'), 2)
  })

  it('have as many words as there is room for', () => {
    const styles = ['weekday', 'shortWeekday', 'date', 'day', 'shortDay'] as const
    assert.deepEqual(
      styles.map((style) => ofDay('2026-11-22', style, GB)),
      ['Sunday', 'Sun', '22 Nov', 'Sunday 22 November', 'Sun 22 Nov'],
    )
    assert.equal(plain(dateTime('2026-11-21T09:05:00Z', 'Europe/Paris', US)), 'Sat, Nov 21, 10:05 AM')
  })

  it('continue across a clock change', () => {
    const instants = ['2026-10-24T23:00:00Z', '2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z', '2026-10-25T02:00:00Z']
    assert.deepEqual(
      instants.map((instant) => clock(instant, 'Europe/Berlin', GB)),
      ['01:00', '02:00', '02:00', '03:00'],
    )
  })

  it('give the day of a range once if it is a single day', () => {
    assert.equal(plain(dateTimeRange('2026-11-21T09:00:00Z', '2026-11-21T12:00:00Z', 'Europe/Paris', GB)).match(/21/g)?.length, 1)
    assert.match(plain(dateTimeRange('2026-11-21T09:00:00Z', '2026-11-22T12:00:00Z', 'Europe/Paris', GB)), /21.*22/)
  })

  it('fall back to UTC in an unknown zone', () => {
    assert.equal(clock('2026-11-21T09:05:00Z', 'Mars/Olympus', GB), '09:05')
    assert.equal(plain(dateTime('2026-11-21T09:05:00Z', 'Mars/Olympus', GB)), 'Sat 21 Nov, 09:05')
  })
})

describe('ago', () => {
  it('counts whole minutes, hours and days, rounded down', () => {
    assert.equal(ago(20, 'en'), 'now')
    assert.equal(ago(-5, 'en'), 'now')
    assert.equal(ago(299, 'en'), '4 minutes ago')
    assert.equal(ago(3_600 * 3.9, 'de'), 'vor 3 Stunden')
    assert.equal(ago(86_400, 'fr'), 'il y a 1 jour')
    assert.equal(ago(72 * 3_600, 'en'), '3 days ago')
  })
})
