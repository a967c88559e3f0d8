import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { WeatherBundle } from '@isobar/providers/port'
import { createTomorrowIo } from '@isobar/providers/tomorrow-io'
import { createWeatherKit } from '@isobar/providers/weatherkit'
import {
  type Cell,
  type DailyPoint,
  type HourlyPoint,
  agreeWithHours,
  completeScopes,
  dropContradictions,
  getDayBounds,
  groupHoursByDay,
  parseInstant,
  toCalendarDay,
  toCell,
} from '@isobar/weather'
import { decodeOpenMeteoForecast } from '../../packages/providers/src/open-meteo/schema.ts'
import { transformOpenMeteoForecast } from '../../packages/providers/src/open-meteo/transform.ts'
import { decodeOneCall } from '../../packages/providers/src/openweather/schema.ts'
import { transformOneCall } from '../../packages/providers/src/openweather/transform.ts'
import { APPLE_IDENTITY, newPrivateKey } from '../../test/helpers/weatherkit.ts'
import { inspectBundle } from './inspection.ts'

const SAMPLES = new URL('../../../shared/upstream-samples/', import.meta.url)

/** Where and when a recorded answer is for. */
interface RecordedPlace {
  readonly currentWeather?: { readonly asOf: string; readonly metadata: { readonly latitude: number; readonly longitude: number } }
  readonly timelines?: { readonly minutely: readonly { readonly time: string }[] }
  readonly location?: { readonly lat: number; readonly lon: number }
}

type Sent = Record<string, unknown> &
  Partial<Record<'lat' | 'lon' | 'latitude' | 'longitude', number>> & { readonly hourly?: { readonly time?: readonly (number | string)[] } }

/** Decodes a recorded answer as of its own time; null if it is not weather. Answers in Kelvin or another unit than ours are skipped. */
/** What is refused of recorded answers, and how often: a value of another moment, or what the sun and falling snow rule out. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  // Rain from a sky without clouds.
  'onecall25_chambly_fr_metric.json': ['cloud_cover 1'],
  'onecall25_chambly_kr_metric.json': ['cloud_cover 1'],
  'onecall25_pohang_kr_clear.json': ['cloud_cover 1'],
  'onecall3_berlin_alert_frost_metric.json': ['cloud_cover 1'],
  'forecast_miami_thunder_7d.json': ['falling_without_amount 1', 'cloud_cover 4'],
  'forecast_melbourne_gmt.json': ['uv_by_night 4'],
  'forecast_toronto_16d_nulls.json': ['uv_by_night 10'],
  'forecast_toronto_freezing_drizzle_imperial.json': ['falling_without_amount 1'],
  // Amounts with a chance of 0 %.
  'tomorrowio_forecast_boston_2025.json': ['chance 2'],
  'tomorrowio_forecast_grande_prairie_snow_2025.json': ['chance 3'],
  'tomorrowio_forecast_sao_luis_rain_2025.json': ['chance 4'],
}

function read(folder: string, sent: Sent, cell: Cell): Pick<WeatherBundle, 'timezone' | 'utcOffsetSeconds' | 'scopes'> | null {
  if (folder === 'openweather') {
    const answer = decodeOneCall(sent, 0)
    return answer && transformOneCall(answer, cell)
  }
  const first = sent.hourly?.time?.[0]
  const startMs = typeof first === 'number' ? first * 1_000 : Date.parse(`${first}Z`)
  const forecast = Number.isNaN(startMs) ? null : decodeOpenMeteoForecast(sent, startMs)
  return forecast && transformOpenMeteoForecast(forecast, startMs)
}

function isInKelvin({ scopes }: Pick<WeatherBundle, 'scopes'>): boolean {
  return (scopes.current?.temperature ?? scopes.hourly?.points[0]?.temperature ?? 0) > 150
}

describe('the recorded answers', () => {
  if (!existsSync(SAMPLES)) {
    it('pass', (t) => t.skip('the recorded answers are not here'))
    return
  }
  let count = 0
  const decodedAll: { file: string; cell: Cell; bundle: Pick<WeatherBundle, 'timezone' | 'scopes'> }[] = []
  for (const folder of ['openweather', 'open-meteo', 'open-meteo-extras'])
    for (const file of readdirSync(new URL(`${folder}/`, SAMPLES)).filter((name) => name.endsWith('.json'))) {
      const decoded = (() => {
        try {
          const sent = JSON.parse(readFileSync(new URL(`${folder}/${file}`, SAMPLES), 'utf8')) as Sent
          const cell = toCell(sent.lat ?? sent.latitude ?? 0, sent.lon ?? sent.longitude ?? 0)
          return { cell, bundle: read(folder, sent, cell) }
        } catch {
          return null
        }
      })()
      const bundle = decoded?.bundle
      if (decoded === null || !bundle || isInKelvin(bundle)) continue
      count += 1
      decodedAll.push({ file, cell: decoded.cell, bundle })
      it(`${folder}/${file} loses nothing but what contradicts itself`, () => {
        const { current, hourly } = bundle.scopes
        const now = parseInstant(current?.observedAt ?? hourly?.points[0]?.time ?? '2026-01-01T00:00:00Z')
        const refused: string[] = []
        const { scopes } = inspectBundle({ ...bundle, simulated: false }, decoded.cell, folder, now, (_source, reason, count) =>
          refused.push(`${reason} ${count}`),
        )
        assert.deepEqual(refused, REFUSED[file] ?? [])
        if (refused.length === 0) assert.deepEqual(scopes, bundle.scopes)
      })
    }
  it('are many', () => assert.ok(count >= 20, String(count)))

  it('have days that agree with their hours, of which these fields had not', (t) => {
    const changes: Record<string, string> = {}
    const counts = { days: 0, values: 0, changed: 0, wrong: 0 }
    for (const { file, cell, bundle } of decodedAll) {
      const { daily, hourly } = completeScopes(bundle.scopes, cell, bundle.timezone).scopes
      if (daily === undefined || hourly === undefined) continue
      const { data } = agreeWithHours(daily, groupHoursByDay(hourly.points, bundle.timezone))
      const changed: string[] = []
      for (const [index, day] of data.points.entries()) {
        const within = hourly.points.filter(({ time }) => toCalendarDay(parseInstant(time), bundle.timezone) === day.date)
        if (within.length === 0) continue
        counts.days += 1
        const sent = daily.points[index] as DailyPoint
        for (const name of [
          'temperatureMin',
          'temperatureMax',
          'precipitation',
          'windSpeed',
          'windGust',
          'precipitationProbability',
        ] as const) {
          counts.values += 1
          if (day[name] !== sent[name]) changed.push(`${day.date.slice(5)} ${name} ${sent[name]} → ${day[name]}`)
        }
        const { startMs, endMs } = getDayBounds(day.date, bundle.timezone)
        const amounts = within.map(({ precipitation }) => precipitation)
        const isWhole = within.length === (endMs - startMs) / 3_600_000 && !amounts.includes(null)
        const sum = amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0)
        if (isWhole && Math.abs(sum - (day.precipitation ?? Infinity)) > 0.11) counts.wrong += 1
        for (const { temperature, windGust, precipitationProbability: chance } of within) {
          if (temperature !== null && (temperature > (day.temperatureMax ?? Infinity) || temperature < (day.temperatureMin ?? -Infinity)))
            counts.wrong += 1
          if ((windGust ?? 0) > (day.windGust ?? Infinity) || (chance ?? 0) > (day.precipitationProbability ?? 1)) counts.wrong += 1
        }
      }
      counts.changed += changed.length
      if (changed.length > 0) changes[file] = changed.join(', ')
    }
    t.diagnostic(JSON.stringify(counts))
    for (const [file, changed] of Object.entries(changes)) t.diagnostic(`${file}: ${changed}`)
    assert.equal(counts.wrong, 0)
    assert.ok(counts.days >= 40, String(counts.days))
  })

  const baseUrl = new URL('https://upstream.test')
  const privateKey = newPrivateKey()
  const adapters = [
    [/^tomorrowio_forecast/, () => createTomorrowIo({ baseUrl, key: () => 'k' })],
    [/^weatherkit_(?:all|norway|nyc)/, () => createWeatherKit({ baseUrl, key: () => privateKey, identity: APPLE_IDENTITY })],
  ] as const
  for (const [names, open] of adapters)
    for (const file of readdirSync(new URL('others/', SAMPLES)).filter((name) => names.test(name)))
      it(`others/${file} loses nothing but what contradicts itself`, async () => {
        const body = readFileSync(new URL(`others/${file}`, SAMPLES))
        const { currentWeather, timelines, location } = JSON.parse(body.toString()) as RecordedPlace
        const now = Date.parse(currentWeather?.asOf ?? timelines?.minutely[0]?.time ?? '')
        const { latitude, longitude } = currentWeather?.metadata ?? { latitude: location?.lat ?? 0, longitude: location?.lon ?? 0 }
        const cell = toCell(latitude, longitude)
        const calls = { get: async () => ({ status: 200, headers: {}, body }) }
        const bundle = await open().weather.fetch(cell, ['current'], calls, now)
        const refused: string[] = []
        const { scopes } = inspectBundle(bundle, cell, file, now, (_source, reason, count) => refused.push(`${reason} ${count}`))
        assert.deepEqual(refused, REFUSED[file] ?? [])
        if (refused.length === 0) assert.deepEqual(scopes, bundle.scopes)
      })

  // Other providers' names of the values that the rules compare, and their unit of wind in m/s.
  for (const [file, wind] of [
    ['bright-sky/weather_berlin_24h_forecast_2025.json', 1 / 3.6],
    ['bright-sky/weather_berlin_8d_observed_and_forecast_2025.json', 1 / 3.6],
    ['others/visualcrossing_timeline_nyc_metric_2024.json', 1 / 3.6],
    ['others/weatherapi_forecast_ankara_7d_2023.json', 1 / 3.6],
    ['others/weatherapi_forecast_manila_7d_2023.json', 1 / 3.6],
    ['others/weatherapi_forecast_oshawa_snow_2025.json', 1 / 3.6],
    ['pirate-weather/forecast_newyork_si_2026_two_alerts.json', 1],
  ] as const)
    it(`${file}: no value of an hour is refused`, () => {
      const points = pointsIn(JSON.parse(readFileSync(new URL(file, SAMPLES), 'utf8')), wind)
      assert.ok(points.length >= 24)
      for (const point of points) assert.equal(dropContradictions(point, assert.fail), point)
    })
})

const NAMES = {
  temperature: ['temperature', 'temp_c', 'temp'],
  feelsLike: ['apparentTemperature', 'temperatureApparent', 'feelslike_c', 'feelslike'],
  dewPoint: ['dewPoint', 'temperatureDewPoint', 'dew_point', 'dewpoint_c', 'dew'],
  windSpeed: ['windSpeed', 'wind_speed', 'wind_kph', 'windspeed'],
  windGust: ['windGust', 'wind_gust_speed', 'gust_kph', 'windgust'],
} as const

/** Every object with a temperature in an answer, as a point. */
function pointsIn(answer: unknown, windUnit: number): HourlyPoint[] {
  if (typeof answer !== 'object' || answer === null) return []
  const fields = answer as Record<string, unknown>
  const value = (name: keyof typeof NAMES) =>
    NAMES[name].map((alias) => fields[alias]).find((each) => typeof each === 'number') as number | undefined
  const below = Object.values(fields).flatMap((each) => pointsIn(each, windUnit))
  if (value('temperature') === undefined) return below
  const scaled = (speed: number | undefined) => (speed === undefined ? null : speed * windUnit)
  const point = {
    temperature: value('temperature') ?? null,
    feelsLike: value('feelsLike') ?? null,
    dewPoint: value('dewPoint') ?? null,
    windSpeed: scaled(value('windSpeed')),
    windGust: scaled(value('windGust')),
  }
  return [point as HourlyPoint, ...below]
}
