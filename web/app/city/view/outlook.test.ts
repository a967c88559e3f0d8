import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LANGUAGES } from '../../../../src/messages/languages.ts'
import { getTranslator } from '../../../../src/messages/messages.ts'
import { EN, normaliseSpaces } from '../testing/teller.ts'
import { buildTestCurrent, buildTestDaily, buildTestHourly, buildPlaceWeatherAnswer, buildTestMinutely } from '../testing/weather.ts'
import type { Current, Daily, Hourly, Minutely } from '../weather.ts'
import { buildHeroView } from './hero.ts'
import { describeOutlook } from './outlook.ts'

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
  buildTestHourly(
    FROM,
    Array.from({ length: count }, (_, at) => changes[at] ?? DRY),
  )
const told = (hours: Hourly | null, days: Daily | null = null, teller = EN, now: Current | null = null) =>
  describeOutlook({ current: now, hourly: hours, daily: days, minutely: null }, teller)
const of = (changes: Readonly<Record<number, Hour>>, count?: number) => normaliseSpaces(told(hoursWith(changes, count)))

describe('what comes next', () => {
  it('is said of rain that is coming, going, or lasting', () => {
    assert.equal(of({ 5: wet(2), 6: wet(4.4) }), 'Rain from 15:00, 6.4 mm by 17:00.')
    assert.equal(of({ 0: wet(1), 1: wet(1.5) }), 'Light rain until 12:00, another 2.5 mm.')
    assert.equal(of(Object.fromEntries(Array.from({ length: 24 }, (_, at) => [at, wet(1)]))), 'Light rain for the next 24 hours, 24 mm.')
    assert.equal(of({ 22: wet(3), 23: wet(3) }), 'Rain from 08:00, 6.0 mm by 10:00.')
    assert.equal(of({ 5: wet(1, { precipitationProbability: 0.4 }) }), 'Light rain possible from 15:00 to 16:00 (40%, 1.0 mm).')
    assert.equal(of({}), 'Dry for the next 24 hours.')
    assert.equal(told(null), '')
  })

  it('is what the minutes say where the hours know of nothing, and says nothing else about rain', () => {
    const minutely = (text: string, intensity: 'none' | 'light') =>
      buildTestMinutely([0], {
        summary: { text, intensity, startsAt: null, endsAt: null, knownUntil: FROM },
      })
    const beside = (changes: Readonly<Record<number, Hour>>, minutes: Minutely, teller = EN) =>
      normaliseSpaces(describeOutlook({ current: null, hourly: hoursWith(changes), daily: null, minutely: minutes }, teller))
    const soon = minutely('Light rain from 13:10.', 'light')
    assert.equal(beside({}, soon), 'Light rain from 13:10.')
    assert.equal(beside({}, soon, { ...EN, hour12: true }), 'Light rain from 1:10 pm.')
    assert.equal(beside({ 20: { ...DRY, windGust: 130 } }, soon), 'Light rain from 13:10. Gusts of up to 130 km/h around 06:00.')
    assert.equal(beside({ 5: wet(2) }, soon), 'Light rain from 15:00, 2.0 mm by 16:00.')
    assert.equal(beside({}, minutely('Dry until 11:00.', 'none')), 'Dry for the next 24 hours.')
  })

  it('names what falls, as far as it is known', () => {
    const cold = { temperature: -1 }
    assert.equal(of({ 2: wet(1, { rain: 0, snow: 1 }) }), 'Snow from 12:00, about 0.5 cm (1.0 mm as water) by 13:00.')
    assert.equal(
      of({ 2: wet(1), 3: wet(1, { rain: 0, snow: 1, ...cold }) }),
      'Rain and snow from 12:00, 2.0 mm as water with about 1.0 cm of snow by 14:00. Frost: down to −1° around 13:00.',
    )
    assert.equal(of({ 2: wet(1, { rain: null, snow: null, temperature: 4 }) }), 'Light precipitation from 12:00, 1.0 mm by 13:00.')
    assert.equal(
      of({ 2: wet(1, { rain: null, snow: null, condition: 'snow', temperature: 1 }) }),
      'Snow from 12:00, about 0.7 cm (1.0 mm as water) by 13:00.',
    )
    assert.equal(of({ 2: wet(1, { rain: null, snow: null, temperature: 20 }) }), 'Light rain from 12:00, 1.0 mm by 13:00.')
  })

  it('does not deny what falls now', () => {
    const now = (condition: Current['condition'], changes: Readonly<Record<number, Hour>> = {}) =>
      normaliseSpaces(told(hoursWith(changes), null, EN, buildTestCurrent({ condition })))
    assert.equal(now('heavy_rain'), 'Heavy rain now. Dry after that.')
    assert.equal(now('thunderstorm', { 0: wet(1), 1: wet(1) }), 'Thunderstorm now. Light rain until 12:00, another 2.0 mm.')
    assert.equal(now('rain', { 0: wet(1) }), 'Light rain until 11:00, another 1.0 mm.')
    assert.equal(now('overcast'), 'Dry for the next 24 hours.')
  })

  it('takes the length of longer steps', () => {
    const hours = hoursWith({ 0: wet(0) }, 4)
    const points = hours.points.map((point, index) => ({
      ...point,
      time: new Date(Date.parse(FROM) + 6 * index * 3_600_000).toISOString(),
      stepHours: 6,
      ...(index === 1 ? { precipitation: 12, rain: 12, snow: 0, precipitationProbability: 0.9 } : { precipitation: 0 }),
    }))
    assert.equal(normaliseSpaces(told({ ...hours, points })), 'Rain from 16:00, 12 mm by 22:00.')
    const dry = points.map((point) => ({ ...point, precipitation: 0, rain: 0 }))
    assert.equal(
      normaliseSpaces(told({ ...hours, points: dry.map((point) => ({ ...point, precipitationProbability: 0 })) })),
      'Dry for the next 24 hours.',
    )
  })

  it('keeps to the clock of the place where clocks change or differ by a part of an hour', () => {
    const at = (zone: string, from: string, changes: Readonly<Record<number, Hour>>) => {
      const points = buildTestHourly(
        from,
        Array.from({ length: 24 }, (_, index) => changes[index] ?? DRY),
      )
      return normaliseSpaces(told(points, null, { ...EN, zone, now: Date.parse(from) }))
    }
    assert.equal(at('Asia/Kathmandu', '2026-11-21T09:00:00Z', { 3: wet(3) }), 'Rain from 17:45, 3.0 mm by 18:45.')
    // At 01:00 UTC, clocks go back from 03:00 to 02:00.
    assert.equal(at('Europe/Berlin', '2026-10-24T20:00:00Z', { 4: wet(3) }), 'Rain around 02:00.')
    assert.equal(at('Europe/Berlin', '2026-03-28T20:00:00Z', { 4: wet(3) }), 'Rain from 01:00, 3.0 mm by 03:00.')
  })

  it('tells depths of snow in the reader’s units', () => {
    const inches = {
      ...hoursWith({
        2: { ...DRY, temperature: 23, condition: 'heavy_snow', precipitation: 1.2, snow: 1.2, rain: 0, precipitationProbability: 1 },
      }),
    }
    const units = { ...inches.units, temperature: '°F', precipitation: 'in', snow: 'in', windSpeed: 'mph' }
    const points = inches.points.map((point) => ({ ...point, temperature: 23 }))
    assert.equal(
      normaliseSpaces(told({ ...inches, units, points } as Hourly)),
      'Heavy snow from 12:00, about 16 in (1.20 in as water) by 13:00.',
    )
  })

  it('warns of gales, else of frost, else tells how tomorrow differs', () => {
    const frost = { 18: { ...DRY, temperature: -2 } }
    assert.equal(
      of({ ...frost, 4: { ...DRY, windGust: 75 }, 6: { ...DRY, windGust: 75 } }),
      'Gusts of up to 75 km/h around 14:00. Dry for the next 24 hours.',
    )
    assert.equal(of({ ...frost, 4: { ...DRY, windGust: 61.9 } }), 'Dry for the next 24 hours. Frost: down to −2° around 04:00.')
    assert.equal(of({ 0: { ...DRY, temperature: 0 }, ...frost }), 'Dry for the next 24 hours.', 'it is freezing already')
    assert.equal(of({ 18: { ...DRY, temperature: 0 } }), 'Dry for the next 24 hours. Frost: down to 0° around 04:00.')
    const days = (today: number | null, tomorrow: number | null) =>
      buildTestDaily([
        { date: '2026-11-21', temperatureMax: today },
        { date: '2026-11-22', temperatureMax: tomorrow },
      ])
    const next = (today: number | null, tomorrow: number | null) => normaliseSpaces(told(hoursWith({}), days(today, tomorrow)))
    assert.equal(next(8, 12), 'Dry for the next 24 hours. Warmer tomorrow, high 12°.')
    assert.equal(next(8, 4), 'Dry for the next 24 hours. Colder tomorrow, high 4°.')
    assert.equal(next(8, 11.9), 'Dry for the next 24 hours.')
    assert.equal(next(null, 12), 'Dry for the next 24 hours.')
    assert.equal(
      normaliseSpaces(told(hoursWith({}), buildTestDaily([{ date: '2026-11-22', temperatureMax: 30 }]))),
      'Dry for the next 24 hours.',
    )
  })

  it('has the same values in every language', () => {
    const hours = hoursWith({ 5: wet(2), 6: wet(4), 18: { ...DRY, windGust: 75 } })
    const texts = LANGUAGES.map((lang) => told(hours, null, { ...EN, t: getTranslator(lang).t, lang }))
    assert.equal(new Set(texts).size, LANGUAGES.length)
    for (const text of texts)
      for (const value of ['15:00', '17:00', '6.0', '75', '04:00']) assert.ok(text.includes(value), `${value} in ${text}`)
    const [german] = [told(hours, null, { ...EN, t: getTranslator('de').t, lang: 'de' })]
    assert.equal(normaliseSpaces(german), 'Regen ab 15:00, 6.0 mm bis 17:00. Böen bis 75 km/h gegen 04:00.')
  })
})

describe('the sky behind the name', () => {
  const BERLIN = { lat: 52.52, lon: 13.41 }
  const at = (time: string, weather = buildPlaceWeatherAnswer({})) => {
    const { sky, light } = buildHeroView(weather, BERLIN, { ...EN, now: Date.parse(time) })
    return [sky, light]
  }

  it('is another one in frost, heat and fierce heat, in either unit', () => {
    const heatOf = (temperature: number | null, unit = '°C') => {
      const current = buildTestCurrent({ temperature })
      const weather = buildPlaceWeatherAnswer({ current: { ...current, units: { ...current.units, temperature: unit } } })
      return buildHeroView(weather, BERLIN, EN).heat
    }
    assert.deepEqual(
      [-28, -10, -9.9, 16, 28.9, 29, 37.9, 38, 46, null].map((value) => heatOf(value)),
      ['frost', 'frost', undefined, undefined, undefined, 'hot', 'hot', 'fierce', 'fierce', undefined],
    )
    assert.deepEqual(
      [14, 61, 115].map((value) => heatOf(value, '°F')),
      ['frost', undefined, 'fierce'],
    )
  })

  it('follows the height of the sun, and the condition', () => {
    assert.deepEqual(at('2026-06-21T11:00:00Z'), ['clouds', 'day'])
    assert.deepEqual(at('2026-06-21T03:00:00Z'), ['clouds', 'low'])
    assert.deepEqual(at('2026-06-21T23:00:00Z'), ['clouds', 'night'])
    const skyOf = (condition: NonNullable<ReturnType<typeof buildTestCurrent>['condition']>) =>
      at('2026-06-21T11:00:00Z', buildPlaceWeatherAnswer({ current: buildTestCurrent({ condition }) }))[0]
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
    const rangeOf = (day: object) =>
      buildHeroView(buildPlaceWeatherAnswer({ daily: buildTestDaily([{ date: '2026-11-21', ...day }]) }), BERLIN, EN).range
    assert.deepEqual(rangeOf({ temperatureMax: 8.4, temperatureMin: -1 }), ['High 8°', 'Low −1°'])
    assert.deepEqual(rangeOf({ temperatureMin: -1 }), ['Low −1°'])
    assert.deepEqual(buildHeroView(buildPlaceWeatherAnswer({}), BERLIN, EN).range, [])
  })
})
