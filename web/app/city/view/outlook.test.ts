import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LANGUAGES } from '../../../../src/messages/languages.ts'
import { translatorOf } from '../../../../src/messages/messages.ts'
import { EN, plain } from '../testing/teller.ts'
import { current, daily, hourly, placeWeather } from '../testing/weather.ts'
import type { Hourly } from '../weather.ts'
import { heroView } from './hero.ts'
import { outlookText } from './outlook.ts'

type Hour = Partial<Hourly['points'][number]>

/** 10:00 in Berlin. */
const FROM = '2026-11-21T09:00:00Z'
const DRY: Hour = { precipitation: 0, precipitationProbability: 0, temperature: 8 }
const wet = (precipitation: number, change: Hour = {}): Hour => ({
  ...DRY,
  precipitation,
  rain: precipitation,
  snow: 0,
  precipitationProbability: 0.9,
  ...change,
})

/** A day of hours, dry but for those given by their number. */
const hoursWith = (changes: Readonly<Record<number, Hour>>, count = 24) =>
  hourly(
    FROM,
    Array.from({ length: count }, (_, at) => changes[at] ?? DRY),
  )
const of = (changes: Readonly<Record<number, Hour>>, count?: number) => plain(outlookText(hoursWith(changes, count), null, EN))

describe('what comes next', () => {
  it('is said of rain that is coming, going, or lasting', () => {
    assert.equal(of({ 5: wet(2), 6: wet(4.4) }), 'Rain from 15:00, 6.4 mm by 17:00.')
    assert.equal(of({ 0: wet(1), 1: wet(1.5) }), 'Rain until 12:00, another 2.5 mm.')
    assert.equal(of(Object.fromEntries(Array.from({ length: 24 }, (_, at) => [at, wet(1)]))), 'Rain for the next 24 hours, 24 mm.')
    assert.equal(of({ 22: wet(1), 23: wet(1) }), 'Rain from 08:00, 2.0 mm by 10:00.')
  })

  it('counts a pause of an hour, not of two', () => {
    assert.equal(of({ 2: wet(1), 4: wet(1) }), 'Rain from 12:00, 2.0 mm by 15:00.')
    assert.equal(of({ 2: wet(1), 5: wet(1) }), 'Rain from 12:00, 1.0 mm by 13:00.')
  })

  it('names what falls, as far as it is known', () => {
    assert.equal(of({ 2: wet(1, { rain: 0, snow: 1 }) }), 'Snow from 12:00, 1.0 mm by 13:00.')
    assert.equal(of({ 2: wet(1), 3: wet(1, { rain: 0, snow: 1 }) }), 'Rain and snow from 12:00, 2.0 mm by 14:00.')
    assert.equal(of({ 2: wet(1, { rain: null, snow: null }) }), 'Rain or snow from 12:00, 1.0 mm by 13:00.')
    assert.equal(of({ 2: wet(1), 3: wet(9, { condition: 'thunderstorm' }) }), 'Thunderstorms from 12:00, 10 mm by 14:00.')
  })

  it('says how sure it is', () => {
    assert.equal(of({ 5: wet(1, { precipitationProbability: 0.59 }) }), 'Rain possible from 15:00 (59%).')
    assert.equal(of({ 5: wet(1, { precipitationProbability: 0.6 }) }), 'Rain from 15:00, 1.0 mm by 16:00.')
    assert.equal(of({ 5: wet(1, { precipitationProbability: 0.29 }) }), 'Dry for the next 24 hours.')
    assert.equal(of({ 5: wet(1, { precipitationProbability: null }) }), 'Rain from 15:00, 1.0 mm by 16:00.')
    assert.equal(of({ 5: wet(0.09) }), 'Probably dry for the next 24 hours.')
    assert.equal(of({ 5: wet(0.1) }), 'Rain from 15:00, 0.1 mm by 16:00.')
  })

  it('is never called dry if an hour is unknown', () => {
    assert.equal(of({}), 'Dry for the next 24 hours.')
    assert.equal(of({ 23: { precipitation: null } }), '')
    assert.equal(of({}, 23), '')
    assert.equal(of({ 23: { precipitation: null }, 3: wet(1) }), 'Rain from 13:00, 1.0 mm by 14:00.')
    assert.equal(outlookText(null, null, EN), '')
  })

  it('warns of gales, else of frost, else tells how tomorrow differs', () => {
    const frost = { 18: { ...DRY, temperature: -2 } }
    assert.equal(
      of({ ...frost, 4: { ...DRY, windGust: 75 }, 6: { ...DRY, windGust: 75 } }),
      'Dry for the next 24 hours. Gusts of up to 75 km/h around 14:00.',
    )
    assert.equal(of({ ...frost, 4: { ...DRY, windGust: 61.9 } }), 'Dry for the next 24 hours. Frost: down to −2° around 04:00.')
    assert.equal(of({ 0: { ...DRY, temperature: 0 }, ...frost }), 'Dry for the next 24 hours.', 'it is freezing already')
    assert.equal(of({ 18: { ...DRY, temperature: 0 } }), 'Dry for the next 24 hours. Frost: down to 0° around 04:00.')
    const days = (today: number | null, tomorrow: number | null) =>
      daily([
        { date: '2026-11-21', temperatureMax: today },
        { date: '2026-11-22', temperatureMax: tomorrow },
      ])
    const next = (today: number | null, tomorrow: number | null) => plain(outlookText(hoursWith({}), days(today, tomorrow), EN))
    assert.equal(next(8, 12), 'Dry for the next 24 hours. Tomorrow warmer, up to 12°.')
    assert.equal(next(8, 4), 'Dry for the next 24 hours. Tomorrow colder, up to 4°.')
    assert.equal(next(8, 11.9), 'Dry for the next 24 hours.')
    assert.equal(next(null, 12), 'Dry for the next 24 hours.')
    assert.equal(plain(outlookText(hoursWith({}), daily([{ date: '2026-11-22', temperatureMax: 30 }]), EN)), 'Dry for the next 24 hours.')
  })

  it('has the same values in every language', () => {
    const hours = hoursWith({ 5: wet(2), 6: wet(4), 18: { ...DRY, windGust: 75 } })
    const texts = LANGUAGES.map((lang) => outlookText(hours, null, { ...EN, t: translatorOf(lang).t, lang }))
    assert.equal(new Set(texts).size, LANGUAGES.length)
    for (const text of texts)
      for (const value of ['15:00', '17:00', '6.0', '75', '04:00']) assert.ok(text.includes(value), `${value} in ${text}`)
    const [german] = [outlookText(hours, null, { ...EN, t: translatorOf('de').t, lang: 'de' })]
    assert.equal(plain(german), 'Regen ab 15:00, 6.0 mm bis 17:00. Böen bis 75 km/h gegen 04:00.')
  })
})

describe('the sky behind the name', () => {
  const BERLIN = { lat: 52.52, lon: 13.41 }
  const at = (time: string, weather = placeWeather({})) => {
    const { sky, light } = heroView(weather, BERLIN, { ...EN, now: Date.parse(time) })
    return [sky, light]
  }

  it('follows the height of the sun, and the condition', () => {
    assert.deepEqual(at('2026-06-21T11:00:00Z'), ['clouds', 'day'])
    assert.deepEqual(at('2026-06-21T03:00:00Z'), ['clouds', 'low'])
    assert.deepEqual(at('2026-06-21T23:00:00Z'), ['clouds', 'night'])
    const skyOf = (condition: NonNullable<ReturnType<typeof current>['condition']>) =>
      at('2026-06-21T11:00:00Z', placeWeather({ current: current({ condition }) }))[0]
    assert.deepEqual((['mostly_clear', 'overcast', 'mist', 'rain_showers', 'sleet', 'thunderstorm_hail'] as const).map(skyOf), [
      'clear',
      'clouds',
      'fog',
      'rain',
      'snow',
      'storm',
    ])
  })

  it('stands behind today’s range, as far as it is known', () => {
    const rangeOf = (day: object) => heroView(placeWeather({ daily: daily([{ date: '2026-11-21', ...day }]) }), BERLIN, EN).range
    assert.deepEqual(rangeOf({ temperatureMax: 8.4, temperatureMin: -1 }), ['High 8°', 'Low −1°'])
    assert.deepEqual(rangeOf({ temperatureMin: -1 }), ['Low −1°'])
    assert.deepEqual(heroView(placeWeather({}), BERLIN, EN).range, [])
  })
})
