import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { EN } from '../city/testing/teller.ts'
import { buildTestDaily, buildTestHourly } from '../city/testing/weather.ts'
import type { WeatherHistory } from '../city/weather.ts'
import { buildCalendarView, addCalendarDays, isDate } from './calendar.ts'

const { units } = buildTestHourly('2026-11-21T00:00:00Z', [])

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
    daily: buildTestDaily([{ date: '2026-11-21', temperatureMax: 3 }]),
    path: '/p',
  }
  const days = (view: ReturnType<typeof buildCalendarView>) => view.weeks.flat().filter((each) => each !== null)

  it('links the days that have data, with their highest temperature', () => {
    const view = buildCalendarView(of, EN)
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
    assert.deepEqual(
      { name: view.name, previous: view.previous, next: view.next },
      { name: 'November 2026', previous: null, next: '/p/2026-12-01' },
    )
    const datesOf = (mark: 'isShown' | 'isToday' | 'isForecast') => days(view).flatMap((day) => (day[mark] ? [day.date] : []))
    assert.deepEqual(
      { datesOfIsShown: datesOf('isShown'), datesOfIsToday: datesOf('isToday'), firstDatesOf: datesOf('isForecast')[0] },
      { datesOfIsShown: ['2026-11-04'], datesOfIsToday: ['2026-11-21'], firstDatesOf: '2026-11-21' },
    )
  })

  it('links no day beyond the last', () => {
    const hrefs = days(buildCalendarView({ ...of, latest: '2026-11-21' }, EN)).flatMap(({ href }) => href ?? [])
    assert.deepEqual(hrefs, ['/p/2026-11-03', '/p/2026-11-21'])
  })

  it('starts its weeks as the reader’s region does', () => {
    const first = (locale: string) => buildCalendarView(of, { ...EN, locale }).weekdays[0]?.[1]
    assert.deepEqual(
      { firstEnGB: first('en-GB'), firstEnUS: first('en-US'), firstDe: first('de') },
      { firstEnGB: 'Monday', firstEnUS: 'Sunday', firstDe: 'Montag' },
    )
  })

  it('has every day of any month once, each in the column of its weekday', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000 }), fc.constantFrom('en-GB', 'en-US', 'ar-EG'), (after, locale) => {
        const date = addCalendarDays('2024-01-01', after)
        const view = buildCalendarView({ ...of, date }, { ...EN, locale })
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

it('an address names a day of the calendar or none', () => {
  assert.deepEqual(
    [
      '2026-11-26',
      '2024-02-29',
      '1971-01-01',
      '2198-12-31',
      '2026-02-29',
      '2026-13-01',
      '2026-11-31',
      '26-11-2026',
      '2026-11-26T00',
      '',
      '2026-1-1',
      '0000-00-00',
      '1970-12-31',
      '2199-01-01',
    ].filter(isDate),
    ['2026-11-26', '2024-02-29', '1971-01-01', '2198-12-31'],
  )
})
