import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { boundsOfDay } from '../../../src/domain/local-time.ts'
import { LANGUAGES } from '../../../src/messages/languages.ts'
import { translatorOf } from '../../../src/messages/messages.ts'
import { EN, plain } from '../city/testing/teller.ts'
import { current, daily, hourly } from '../city/testing/weather.ts'
import type { Hourly, WeatherHistory } from '../city/weather.ts'
import { calendarView } from './calendar.ts'
import { daysAfter, isDate } from './dates.ts'
import { sunFacts } from './facts.ts'
import { type DayHour, hoursOf } from './hours.ts'
import { leadsView } from './leads.ts'
import { partsView } from './parts.ts'

const { units } = hourly('2026-11-21T00:00:00Z', [])
const HOUR_MS = 3_600_000

/** The hours of a day in Berlin, all alike unless stated. */
function day(of: (hour: number) => Partial<Hourly['points'][number]> | null): DayHour[] {
  return Array.from({ length: 24 }, (_, index) => {
    const known = of(index)
    const [point] = hourly(new Date(Date.parse('2026-11-20T23:00:00Z') + index * HOUR_MS).toISOString(), [known ?? {}]).points
    const time = point?.time ?? ''
    return { time, point: known === null ? null : (point ?? null), basis: known === null ? null : 'forecast' }
  })
}

describe('the parts of a day', () => {
  const of = (...given: Parameters<typeof day>) => partsView(day(...given), units, EN).map(({ text, range }) => [range, plain(text)])

  it('say how warm it is, what falls, how sure it is, and how it blows', () => {
    assert.deepEqual(
      of((hour) => ({
        temperature: hour < 6 ? -1 : hour,
        precipitation: hour >= 13 && hour < 16 ? 1.2 : 0,
        rain: hour >= 13 && hour < 16 ? 1.2 : 0,
        precipitationProbability: hour >= 13 && hour < 16 ? 0.9 : 0,
        windGust: hour >= 18 ? 70 : 20,
      })),
      [
        ['\u22121°', 'Dry.'],
        ['6° to 11°', 'Dry.'],
        ['12° to 17°', 'Rain, 3.6 mm.'],
        ['18° to 23°', 'Dry. Gusts of up to 70 km/h.'],
      ],
    )
  })

  it('say that it stays dry only if every hour is known, and what is doubtful as such', () => {
    const [night, morning, afternoon, evening] = of((hour) =>
      hour === 2
        ? null
        : {
            temperature: 1,
            precipitation: hour === 14 ? 0.4 : 0,
            snow: hour === 14 ? 0.4 : 0,
            precipitationProbability: hour === 14 ? 0.4 : hour === 20 ? 0.3 : 0,
          },
    )
    assert.deepEqual([night?.[1], morning?.[1], afternoon?.[1], evening?.[1]], ['', 'Dry.', 'Snow possible (40%).', 'Probably dry.'])
  })

  it('are left out if less than half of their hours is known', () => {
    assert.deepEqual(
      partsView(
        day((hour) => (hour < 9 ? null : { temperature: 1 })),
        units,
        EN,
      ).map(({ name, from }) => [name, from]),
      [
        ['Morning', '06:00'],
        ['Afternoon', '12:00'],
        ['Evening', '18:00'],
      ],
    )
    assert.deepEqual(
      partsView(
        day(() => null),
        units,
        EN,
      ),
      [],
    )
  })

  it('show the sky under which most falls, else the most frequent one', () => {
    const sky = (hour: number) => (hour === 7 ? 'Heavy rain' : hour % 3 === 0 ? 'Sunny' : 'Overcast')
    const [night, morning] = partsView(
      day((hour) => ({ description: sky(hour), icon: sky(hour), precipitation: hour === 7 ? 4 : 0 })),
      units,
      EN,
    )
    assert.deepEqual([night?.words, morning?.words], ['Overcast', 'Heavy rain'])
    const [showers] = partsView(
      day((hour) => ({ description: hour === 1 ? 'Overcast' : 'Rain', precipitation: hour > 0 && hour < 4 ? 1 : 0 })),
      units,
      EN,
    )
    assert.equal(showers?.words, 'Rain')
  })

  it('end every sentence in every language', () => {
    for (const lang of LANGUAGES) {
      const parts = partsView(
        day((hour) => ({ precipitation: hour < 6 ? 0 : 1, precipitationProbability: hour < 12 ? 0.4 : 1, windGust: 80 })),
        units,
        { ...EN, lang, locale: lang, t: translatorOf(lang).t },
      )
      assert.equal(parts.length, 4)
      for (const { text } of parts) assert.match(text, /[.。]$/, lang)
    }
  })
})

type Archive = Parameters<typeof hoursOf>[0]['archive']
const { observedAt: _, kind: __, ...values } = current()
const seen = (observedAt: string, known: object) => ({
  ...values,
  observedAt,
  recordedAt: observedAt,
  source: 'a',
  kind: 'analysis',
  ...known,
})
const archiveOf = (observations: object[], hours: object[] = []) =>
  ({ observations, forecasts: { hourly: hours, daily: [] }, summary: { source: 'a', kind: 'analysis' } }) as unknown as Archive

describe('the hours of a day', () => {
  const bounds = boundsOfDay('2026-11-21', 'Europe/Berlin')

  it('are what came, else the last forecast, then the forecast of now', () => {
    const archive = archiveOf(
      [
        seen('2026-11-21T00:10:00Z', { temperature: 3, precipitation: 9 }),
        seen('2026-11-21T00:55:00Z', { temperature: 4, precipitation: 0.7, kind: 'observation' }),
        seen('2026-11-21T01:00:00Z', { temperature: 40, source: 'b' }),
      ],
      [{ validAt: '2026-11-21T04:00:00Z', temperature: 6, precipitation: 0 }],
    )
    const hours = hoursOf({
      bounds,
      now: Date.parse('2026-11-21T09:47:00Z'),
      hourly: hourly('2026-11-21T09:00:00Z', [{ temperature: 9 }]),
      archive,
    })
    assert.equal(hours.length, 24)
    assert.deepEqual(
      hours.flatMap(({ time, point, basis }) =>
        point === null ? [] : [[time.slice(11, 16), point.temperature, point.precipitation, basis]],
      ),
      [
        // What falls in an hour is known at its end.
        ['00:00', 3, 0.7, 'computed'],
        ['01:00', 4, null, 'measured'],
        ['04:00', 6, 0, 'forecast'],
        ['09:00', 9, null, 'forecast'],
      ],
    )
  })

  it('are 23 or 25 when clocks change, full hours of UTC in zones of half hours, and the place’s own beyond the date line', () => {
    const timesOf = (date: string, zone: string) =>
      hoursOf({ bounds: boundsOfDay(date, zone), now: 0, hourly: null, archive: archiveOf([]) }).map(({ time }) => time)
    assert.equal(timesOf('2026-03-29', 'Europe/Berlin').length, 23)
    assert.equal(timesOf('2026-10-25', 'Europe/Berlin').length, 25)
    assert.equal(timesOf('2026-11-21', 'Asia/Kolkata')[0], '2026-11-20T19:00:00.000Z')
    assert.equal(timesOf('2026-11-21', 'Pacific/Kiritimati')[0], '2026-11-20T10:00:00.000Z')
    assert.equal(timesOf('2026-11-21', 'Pacific/Pago_Pago')[0], '2026-11-21T11:00:00.000Z')
  })

  it('of any day and zone follow each other and lie within the day', () => {
    const zone = fc.constantFrom('Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 800 }), zone, (days, where) => {
        const bounds = boundsOfDay(daysAfter('2026-01-01', days), where)
        const { startMs: start, endMs: end } = bounds
        const times = hoursOf({ bounds, now: 0, hourly: null, archive: archiveOf([]) }).map(({ time }) => Date.parse(time))
        assert.ok(times.every((time, index) => time >= start && time < end && (index === 0 || time - (times[index - 1] ?? 0) === HOUR_MS)))
        assert.ok(times.length >= 22 && times.length <= 25)
      }),
    )
  })
})

describe('what had been forecast', () => {
  const startMs = Date.parse('2026-11-20T23:00:00Z')
  const issue = (issuedAt: string, temperatureMax: number, source = 'a') => ({
    issuedAt,
    source,
    temperatureMin: 0,
    temperatureMax,
    precipitation: 1,
  })
  const leads = (issues: object[], observed?: object) =>
    leadsView({ issues, startMs, observed, isMeasured: false, units } as unknown as Parameters<typeof leadsView>[0], EN)

  it('is the last forecast of each day before, of one source', () => {
    const view = leads([
      issue('2026-11-21T05:00:00Z', 9),
      issue('2026-11-20T22:00:00Z', 8),
      issue('2026-11-20T10:00:00Z', 7),
      issue('2026-11-20T22:30:00Z', 40, 'b'),
      issue('2026-11-18T10:00:00Z', 5),
    ])
    assert.deepEqual(view?.came, null)
    assert.deepEqual(
      view?.leads.map(([name, , high]) => [name, high]),
      [
        ['The day before', '8°'],
        ['3 days before', '5°'],
      ],
    )
  })

  it('is shown under what came, with a dash for what is not known', () => {
    const observed = { temperatureMin: -2, temperatureMax: null, precipitationTotal: 0 }
    assert.deepEqual(leads([issue('2026-11-20T22:00:00Z', 8)], observed)?.came?.map(plain), [
      'What came, computed',
      '\u22122°',
      '–',
      '0 mm',
    ])
    assert.equal(leads([]), null)
    assert.equal(leads([issue('2026-11-21T05:00:00Z', 9)]), null)
  })
})

describe('the calendar', () => {
  const month = {
    units,
    summary: {
      days: [
        { date: '2026-11-03', temperatureMax: 12, forecastMax: 14 },
        { date: '2026-11-04', temperatureMax: null, forecastMax: 9 },
      ],
    },
    forecasts: { daily: [{ date: '2026-11-22', temperatureMax: 5 }] },
  } as unknown as WeatherHistory
  const of = {
    date: '2026-11-04',
    today: '2026-11-21',
    earliest: '2026-11-02',
    latest: '2026-12-02',
    month,
    daily: daily([{ date: '2026-11-21', temperatureMax: 3 }]),
    path: '/p',
  }
  const days = (view: ReturnType<typeof calendarView>) => view.weeks.flat().filter((each) => each !== null)

  it('links the days that have data, with their highest temperature', () => {
    const view = calendarView(of, EN)
    assert.deepEqual(
      days(view)
        .filter(({ high }) => high !== null)
        .map(({ date, href, high }) => [date, href, high]),
      [
        ['2026-11-03', '/p/2026-11-03', '12°'],
        ['2026-11-04', null, '9°'],
        ['2026-11-21', '/p/2026-11-21', '3°'],
        ['2026-11-22', '/p/2026-11-22', '5°'],
      ],
    )
    assert.deepEqual([view.name, view.previous, view.next], ['November 2026', null, '/p/2026-12-01'])
  })

  it('starts its weeks as the reader’s region does', () => {
    const first = (locale: string) => calendarView(of, { ...EN, locale }).weekdays[0]?.[1]
    assert.deepEqual([first('en-GB'), first('en-US'), first('de')], ['Monday', 'Sunday', 'Montag'])
  })

  it('has every day of any month once, each in the column of its weekday', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000 }), fc.constantFrom('en-GB', 'en-US', 'ar-EG'), (after, locale) => {
        const date = daysAfter('2024-01-01', after)
        const view = calendarView({ ...of, date }, { ...EN, locale })
        const all = days(view)
        assert.equal(all.length, Temporal.PlainDate.from(date).daysInMonth)
        assert.deepEqual(
          all.map(({ number }) => Number(number)),
          all.map((_, index) => index + 1),
        )
        const column = view.weeks.flat().findIndex((each) => each?.date === date) % 7
        const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(Date.parse(date))
        assert.equal(view.weekdays[column]?.[1], weekday)
      }),
    )
  })
})

describe('sun and moon', () => {
  it('are facts, as far as they are known', () => {
    const noon = Date.parse('2026-06-21T11:00:00Z')
    const none = { sunrise: null, sunset: null }
    const facts = (lat: number, sun = none as Parameters<typeof sunFacts>[0]) => sunFacts(sun, null, { lat, lon: 15 }, noon, EN)
    assert.deepEqual(facts(78), [['Sun', 'does not set']])
    assert.deepEqual(facts(-78), [['Sun', 'does not rise']])
    assert.deepEqual(facts(52), [])
    assert.deepEqual(facts(52, { sunrise: '2026-06-21T02:43:00Z', sunset: '2026-06-21T19:33:00Z' }), [
      ['Sunrise', '04:43'],
      ['Sunset', '21:33'],
      ['Daylight', '16 h 50 min'],
    ])
  })
})

it('an address names a day of the calendar or none', () => {
  assert.deepEqual(
    ['2026-11-26', '2024-02-29', '2026-02-29', '2026-13-01', '2026-11-31', '26-11-2026', '2026-11-26T00', '', '2026-1-1', '0000-00-00'].map(
      isDate,
    ),
    [true, true, false, false, false, false, false, false, false, false],
  )
})
