import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { APPLE_IDENTITY, newPrivateKey } from '../../test/helpers/weatherkit.ts'
import { cellOf } from '../domain/cell.ts'
import { consistentPoint } from '../domain/contradictions.ts'
import { parseInstant } from '../domain/instant.ts'
import type { HourlyPoint } from '../domain/model.ts'
import { decodeForecast } from '../providers/open-meteo/schema.ts'
import { transformForecast } from '../providers/open-meteo/transform.ts'
import { decodeOneCall } from '../providers/openweather/schema.ts'
import { transformOneCall } from '../providers/openweather/transform.ts'
import type { WeatherBundle } from '../providers/provider.ts'
import { createTomorrowIo } from '../providers/tomorrow-io/index.ts'
import { createWeatherKit } from '../providers/weatherkit/index.ts'
import { inspected } from './inspection.ts'

const SAMPLES = new URL('../../../shared/upstream-samples/', import.meta.url)
const CELL = cellOf(0, 0)

/** Where and when a recorded answer is for. */
interface RecordedPlace {
  readonly currentWeather?: { readonly asOf: string; readonly metadata: { readonly latitude: number; readonly longitude: number } }
  readonly timelines?: { readonly minutely: readonly { readonly time: string }[] }
  readonly location?: { readonly lat: number; readonly lon: number }
}

type Sent = Record<string, unknown> & { readonly hourly?: { readonly time?: readonly (number | string)[] } }

/** Decodes a recorded answer as of its own time; null if it is not weather. Answers in Kelvin or another unit than ours are skipped. */
function read(folder: string, sent: Sent): Pick<WeatherBundle, 'timezone' | 'utcOffsetSeconds' | 'scopes'> | null {
  if (folder === 'openweather') {
    const answer = decodeOneCall(sent, 0)
    return answer && transformOneCall(answer, CELL)
  }
  const first = sent.hourly?.time?.[0]
  const startMs = typeof first === 'number' ? first * 1_000 : Date.parse(`${first}Z`)
  const forecast = Number.isNaN(startMs) ? null : decodeForecast(sent, startMs)
  return forecast && transformForecast(forecast, startMs)
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
  for (const folder of ['openweather', 'open-meteo', 'open-meteo-extras'])
    for (const file of readdirSync(new URL(`${folder}/`, SAMPLES)).filter((name) => name.endsWith('.json'))) {
      const bundle = (() => {
        try {
          return read(folder, JSON.parse(readFileSync(new URL(`${folder}/${file}`, SAMPLES), 'utf8')) as Sent)
        } catch {
          return null
        }
      })()
      if (bundle === null || isInKelvin(bundle)) continue
      count += 1
      it(`${folder}/${file} passes`, () => {
        const { current, hourly } = bundle.scopes
        const now = parseInstant(current?.observedAt ?? hourly?.points[0]?.time ?? '2026-01-01T00:00:00Z')
        const refused: string[] = []
        const { scopes } = inspected({ ...bundle, simulated: false }, CELL, folder, now, (_source, reason, count) =>
          refused.push(`${reason} ${count}`),
        )
        assert.deepEqual(refused, [])
        assert.deepEqual(scopes, bundle.scopes)
      })
    }
  it('are many', () => assert.ok(count >= 20, String(count)))

  const baseUrl = new URL('https://upstream.test')
  const privateKey = newPrivateKey()
  const adapters = [
    [/^tomorrowio_forecast/, () => createTomorrowIo({ baseUrl, key: () => 'k' })],
    [/^weatherkit_(?:all|norway|nyc)/, () => createWeatherKit({ baseUrl, key: () => privateKey, identity: APPLE_IDENTITY })],
  ] as const
  for (const [names, open] of adapters)
    for (const file of readdirSync(new URL('others/', SAMPLES)).filter((name) => names.test(name)))
      it(`others/${file} passes`, async () => {
        const body = readFileSync(new URL(`others/${file}`, SAMPLES))
        const { currentWeather, timelines, location } = JSON.parse(body.toString()) as RecordedPlace
        const now = Date.parse(currentWeather?.asOf ?? timelines?.minutely[0]?.time ?? '')
        const { latitude, longitude } = currentWeather?.metadata ?? { latitude: location?.lat ?? 0, longitude: location?.lon ?? 0 }
        const cell = cellOf(latitude, longitude)
        const calls = { get: async () => ({ status: 200, headers: {}, body }) }
        const bundle = await open().weather.fetch(cell, ['current'], calls, now)
        const refused: string[] = []
        const { scopes } = inspected(bundle, cell, file, now, (_source, reason, count) => refused.push(`${reason} ${count}`))
        assert.deepEqual([refused, scopes], [[], bundle.scopes])
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
      for (const point of points) assert.equal(consistentPoint(point, assert.fail), point)
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
