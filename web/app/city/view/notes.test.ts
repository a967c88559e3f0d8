import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { computeSunElevation } from '@isobar/weather'
import fc from 'fast-check'
import { LANGUAGES } from '../../../../src/messages/languages.ts'
import { getTranslator } from '../../../../src/messages/messages.ts'
import { EN, normaliseSpaces } from '../testing/teller.ts'
import { buildTestDaily, buildTestHourly, buildPlaceWeatherAnswer } from '../testing/weather.ts'
import type { History, Hourly } from '../weather.ts'
import { buildNotesView } from './notes.ts'

type Hour = Partial<Hourly['points'][number]>

/** 10:00 in Berlin. */
const FROM = '2026-11-21T09:00:00Z'
const DRY: Hour = { precipitation: 0, precipitationProbability: 0 }
const WET: Hour = { precipitation: 1, precipitationProbability: 0.9 }
/** At the pole there is no daylight to tell of. */
const POLE = 90

/** Hours from a text: `w` wet, `d` dry, `?` unknown, `p` hardly possible. */
const hoursOf = (text: string) =>
  buildTestHourly(
    FROM,
    [...text].map((letter) => {
      if (letter === '?') return { precipitation: null }
      return letter === 'w' ? WET : letter === 'p' ? { ...WET, precipitationProbability: 0.29 } : DRY
    }),
  )

function pastDay(day: { max?: number | null; forecast?: number | null; count?: number; date?: string; kind?: string }): History {
  const { max = 8.3, forecast = 7.2, count = 24, date = '2026-11-20', kind = 'observation' } = day
  const summary = { kind, days: [{ date, temperatureMax: max, forecastMax: forecast, observationCount: count }] }
  return { summary, units: {}, timezone: 'Europe/Berlin' } as unknown as History
}

const linesOf = (weather: Parameters<typeof buildPlaceWeatherAnswer>[0], lat = POLE, teller = EN) =>
  buildNotesView(buildPlaceWeatherAnswer(weather), lat, teller).lines.map(normaliseSpaces)

describe('the next dry window', () => {
  for (const [hours, expected] of [
    ['wwddwwdddwww', 'Dry in between, from 12:00 to 14:00.'],
    ['ddwwwdddw', 'Dry in between, from 15:00 to 18:00.'],
    ['wdwdwddw', 'Dry in between, from 15:00 to 17:00.'],
    ['wppw', undefined],
    ['wddw?', 'Dry in between, from 11:00 to 13:00.'],
    // An hour is a pause; after the last rain, the sentence about it says when it ends; before the first, when it begins.
    ['wdwdw', undefined],
    ['wwwddd', undefined],
    ['dddwww', undefined],
    ['w?dw', undefined],
    ['', undefined],
    // Beyond a day, a time would need its day.
    [`w${'d'.repeat(23)}w`, undefined],
  ] as const)
    it(`${hours === '' ? 'nothing' : hours}: ${expected ?? 'none'}`, () => assert.equal(linesOf({ hourly: hoursOf(hours) })[0], expected))

  it('is dry as long as it says', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('w', 'd', '?'), { maxLength: 24 }), (letters) => {
        const found = /from (\d\d):00 to (\d\d):00/.exec(linesOf({ hourly: hoursOf(letters.join('')) })[0] ?? '')
        const [start, end] = [found?.[1], found?.[2]].map((time) => (Number(time) + 24 - 10) % 24) as [number, number]
        if (found === null) assert.doesNotMatch(letters.join(''), /wd{2,}w/)
        else assert.match(letters.slice(start - 1, end + 1).join(''), /^[w?]d{2,}w$/)
      }),
    )
  })
})

describe('what had been forecast for yesterday', () => {
  const of = (day: Parameters<typeof pastDay>[0]) => linesOf({ history: pastDay(day) })[0]

  it('stands next to what came, and says what kind of value that is', () => {
    assert.equal(of({}), 'Yesterday’s forecast was up to 7°; it was 8° (measured).')
    assert.equal(of({ kind: 'analysis' }), 'Yesterday’s forecast was up to 7°; it was 8° (estimated).')
    assert.equal(of({ max: 7.4 }), 'Yesterday’s high was as forecast: 7° (measured).')
    assert.equal(of({ max: -3, forecast: -1 }), 'Yesterday’s forecast was up to −1°; it was −3° (measured).')
  })

  it('is left out without both, with too few values, and for other days', () => {
    for (const day of [{ max: null }, { forecast: null }, { count: 11 }, { date: '2026-11-19' }, { date: '2026-11-21' }])
      assert.equal(of(day), undefined, JSON.stringify(day))
  })
})

describe('the change of daylight', () => {
  const at = (day: string, lat: number) => linesOf({}, lat, { ...EN, now: Date.parse(`${day}T11:00:00Z`) })[0]

  it('is given since yesterday and since the solstice', () => {
    assert.equal(at('2026-11-21', 52.52), '3 minutes less daylight than yesterday, 8 h 23 min less than at the solstice.')
    assert.equal(at('2026-03-20', 52.52), '4 minutes more daylight than yesterday, 4 h 32 min more than at the solstice.')
    assert.equal(at('2026-07-10', 52.52), '2 minutes less daylight than yesterday, 19 min less than at the solstice.')
    assert.equal(at('2026-03-20', -33.9), '2 minutes less daylight than yesterday, 2 h 16 min less than at the solstice.')
  })

  it('is left out below a minute, and where the sun does not rise or set', () => {
    for (const [day, lat] of [
      ['2026-12-22', 52.52],
      ['2026-06-20', 52.52],
      ['2026-03-20', 0],
      ['2026-01-02', 80],
      ['2026-06-10', 71],
    ] as const)
      assert.equal(at(day, lat), undefined, `${day} ${lat}`)
  })

  it('agrees with the height of the sun', () => {
    const upMinutes = (lat: number, noon: number) =>
      Array.from({ length: 1_440 }, (_, minute) => computeSunElevation({ lat, lon: 0 }, noon + (minute - 720) * 60_000)).filter(
        (each) => each > -0.833,
      ).length
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 364 }), fc.integer({ min: -60, max: 60 }), (day, lat) => {
        const noon = Date.UTC(2026, 0, 1, 12) + day * 86_400_000
        const [text] = linesOf({}, lat, { ...EN, zone: 'UTC', now: noon })
        const change = upMinutes(lat, noon) - upMinutes(lat, noon - 86_400_000)
        if (text === undefined) assert.ok(Math.abs(change) <= 2, `${change}`)
        else {
          const stated = (text.startsWith('One') ? 1 : Number.parseInt(text, 10)) * (text.includes('more') ? 1 : -1)
          assert.ok(Math.abs(stated - change) <= 2, `${text} ${change}`)
        }
      }),
      { numRuns: 40 },
    )
  })
})

describe('the notes', () => {
  const everything = { hourly: hoursOf('wddw'), history: pastDay({}) }

  it('are at most three, and say the same in every language', () => {
    const all = LANGUAGES.map((lang) => linesOf(everything, 52.52, { ...EN, t: getTranslator(lang).t, lang }))
    assert.equal(new Set(all.map((lines) => lines.join())).size, LANGUAGES.length)
    for (const [dry = '', yesterday = '', daylight = '', more] of all) {
      assert.equal(more, undefined)
      for (const value of ['11:00', '13:00']) assert.ok(dry.includes(value), dry)
      for (const value of ['7°', '8°']) assert.ok(yesterday.includes(value), yesterday)
      for (const value of ['3', '23']) assert.ok(daylight.includes(value), daylight)
    }
  })

  it('have the days from today on for the next visit', () => {
    const days = buildTestDaily([
      { date: '2026-11-20', temperatureMax: 1 },
      { date: '2026-11-21', temperatureMax: 8.4, precipitation: 3 },
      { date: '2026-11-22', temperatureMax: null, precipitation: 16.2 },
      { date: '2026-11-23' },
      { date: '2026-11-24' },
    ])
    const { seen } = buildNotesView(buildPlaceWeatherAnswer({ daily: days }), POLE, EN)
    assert.deepEqual(
      seen.days.map((day) => day.map((value) => (typeof value === 'string' ? normaliseSpaces(value) : value))),
      [
        ['2026-11-21', 'today', 8.4, '8°', 3, '3.0 mm'],
        ['2026-11-22', 'tomorrow', null, '–', 16.2, '16 mm'],
        ['2026-11-23', 'in 2 days', null, '–', null, '–'],
      ],
    )
    assert.deepEqual({ key: seen.key, least: seen.least }, { key: '°C mm en-GB', least: { high: 3, amount: 5 } })
    assert.deepEqual(buildNotesView(buildPlaceWeatherAnswer(), POLE, EN), {
      lines: [],
      secondOpinion: null,
      seen: { key: '°C mm en-GB', least: { high: 3, amount: 5 }, days: [] },
    })
  })
})
