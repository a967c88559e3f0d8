import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { decodeOpenMeteoForecast } from './schema.ts'
import { transformOpenMeteoForecast } from './transform.ts'

const RECORDED = new URL('../../../../../shared/upstream-samples/open-meteo/', import.meta.url)

type Block = Record<string, unknown> & { time: (string | number)[] }
interface Answer {
  readonly utc_offset_seconds: number
  readonly timezone: string
  readonly current?: Record<string, unknown>
  readonly hourly?: Block
  readonly daily?: Block
  readonly [units: string]: unknown
}

/** Converts to canonical units, from the unit that the answer states. */
const CANONICAL: Record<string, (value: number) => number> = {
  '°F': (value) => ((value - 32) * 5) / 9,
  'km/h': (value) => value / 3.6,
  'mp/h': (value) => value * 0.44704,
  inch: (value) => value * 25.4,
  cm: (value) => value / 0.7,
}

const STATE = {
  temperature: 'temperature_2m',
  feelsLike: 'apparent_temperature',
  dewPoint: 'dew_point_2m',
  humidity: 'relative_humidity_2m',
  pressure: 'pressure_msl',
  cloudCover: 'cloud_cover',
  visibility: 'visibility',
  uvIndex: 'uv_index',
  windSpeed: 'wind_speed_10m',
  windDirection: 'wind_direction_10m',
  providerCode: 'weather_code',
}
const OF_HOUR_BEFORE = { precipitation: 'precipitation', snow: 'snowfall', windGust: 'wind_gusts_10m' }
const OF_DAY = {
  temperatureMin: 'temperature_2m_min',
  temperatureMax: 'temperature_2m_max',
  feelsLikeMin: 'apparent_temperature_min',
  feelsLikeMax: 'apparent_temperature_max',
  precipitation: 'precipitation_sum',
  snow: 'snowfall_sum',
  uvIndex: 'uv_index_max',
  windSpeed: 'wind_speed_10m_max',
  windGust: 'wind_gusts_10m_max',
  windDirection: 'wind_direction_10m_dominant',
  providerCode: 'weather_code',
  moonPhase: 'moon_phase',
}

const valueAt = (block: Block, variable: string, index: number) => (block[variable] as unknown[] | undefined)?.[index] ?? null

function assertValues(point: object, fields: Record<string, string>, valueOf: (variable: string) => unknown, units: unknown): void {
  for (const [field, variable] of Object.entries(fields)) {
    const sent = valueOf(variable)
    const unit = (units as Record<string, string>)[variable] ?? ''
    const kept = (point as Record<string, unknown>)[field]
    if (typeof sent !== 'number') assert.equal(kept, null, field)
    else if (CANONICAL[unit] === undefined) assert.equal(kept, sent, field)
    else
      assert.ok(
        Math.abs((kept as number) - CANONICAL[unit](sent)) <= (unit === 'cm' ? 0.005_01 : 0.000_051),
        `${field}: ${kept} of ${sent} ${unit}`,
      )
  }
}

function msOf(time: string | number, offsetSeconds: number): number {
  return typeof time === 'number' ? time * 1_000 : Date.parse(`${time}${time.length === 10 ? 'T00:00' : ''}Z`) - offsetSeconds * 1_000
}

function check(raw: Answer): void {
  const offset = raw.utc_offset_seconds
  const asOf = raw.current?.['time'] ?? raw.hourly?.time[0] ?? raw.daily?.time[0] ?? 0
  const asOfMs = msOf(asOf as string | number, offset)
  const forecast = decodeOpenMeteoForecast(raw, asOfMs)
  assert.ok(forecast !== null)
  const transformed = transformOpenMeteoForecast(forecast, asOfMs)
  assert.ok(transformed !== null)
  const { scopes } = transformed
  assert.equal(transformed.timezone, raw.timezone)

  const weatherNow = Object.values(STATE).some((variable) => typeof raw.current?.[variable] === 'number')
  assert.equal(scopes.current !== undefined, weatherNow)
  if (scopes.current !== undefined)
    assertValues(
      scopes.current,
      { ...STATE, windGust: 'wind_gusts_10m' },
      (variable) => raw.current?.[variable] ?? null,
      raw['current_units'],
    )

  const { hourly, daily } = raw
  if (hourly !== undefined) {
    const times = hourly.time.map((time) => msOf(time, offset))
    const running = times.findIndex((time) => time + 3_600_000 > asOfMs)
    const points = scopes.hourly?.points ?? []
    assert.ok(points.length > 0 && running + points.length < times.length)
    points.forEach((point, index) => {
      assert.equal(Date.parse(point.time), times[running + index])
      assertValues(point, STATE, (variable) => valueAt(hourly, variable, running + index), raw['hourly_units'])
      assertValues(point, OF_HOUR_BEFORE, (variable) => valueAt(hourly, variable, running + index + 1), raw['hourly_units'])
      const percent = valueAt(hourly, 'precipitation_probability', running + index + 1) as number | null
      assert.equal(point.precipitationProbability, percent === null ? null : percent / 100)
    })
    for (let index = running + points.length; index < times.length - 1; index += 1)
      assert.equal(valueAt(hourly, 'temperature_2m', index), null)
  }
  if (daily !== undefined) {
    const dates = daily.time.map((time) => new Date(msOf(time, offset) + offset * 1_000).toISOString().slice(0, 10))
    for (const point of scopes.daily?.points ?? [])
      assertValues(point, OF_DAY, (variable) => valueAt(daily, variable, dates.indexOf(point.date)), raw['daily_units'])
    assert.ok((scopes.daily?.points.length ?? 0) > 0)
  }
}

/** Recorded answers without weather: one has neither hours nor days nor current weather, the other a single column of nulls. */
const WITHOUT_WEATHER = new Set(['forecast_minutely_15_unixtime.json', 'forecast_daily_all_null.json'])

describe('every recorded forecast', () => {
  if (!existsSync(RECORDED)) {
    it('is read', (t) => t.skip('the recorded answers are not here'))
    return
  }
  const files = readdirSync(RECORDED).filter((file) => /^(?:forecast|archive)_.*\.json$/.test(file))
  it('is there', () => assert.ok(files.length >= 13))
  for (const file of files) {
    const raw = JSON.parse(readFileSync(new URL(file, RECORDED), 'utf8')) as Answer | Answer[]
    if (WITHOUT_WEATHER.has(file))
      it(`${file}: has no weather`, () => {
        const forecast = decodeOpenMeteoForecast(raw, 0)
        assert.equal(forecast === null ? null : transformOpenMeteoForecast(forecast, 0), null)
      })
    else
      it(`${file}: each number is the upstream's, converted`, () => {
        for (const answer of Array.isArray(raw) ? raw : [raw]) check(answer)
      })
  }
})
