import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { decodeOneCall } from './schema.ts'
import { transformOneCall } from './transform.ts'

const RECORDED = new URL('../../../../shared/upstream-samples/openweather/', import.meta.url)

type Element = Record<string, unknown>

/** Canonical field and where the upstream has it; the values must be the same, and an absent one null. */
const STATE = {
  dewPoint: 'dew_point',
  humidity: 'humidity',
  pressure: 'pressure',
  cloudCover: 'clouds',
  visibility: 'visibility',
  uvIndex: 'uvi',
  windSpeed: 'wind_speed',
  windGust: 'wind_gust',
  windDirection: 'wind_deg',
  providerCode: 'weather.0.id',
}
const FEELS = { temperature: 'temp', feelsLike: 'feels_like', rain: 'rain.1h', snow: 'snow.1h' }
const FIELDS = {
  current: { ...STATE, ...FEELS },
  hourly: { ...STATE, ...FEELS, precipitationProbability: 'pop' },
  daily: {
    ...STATE,
    rain: 'rain',
    snow: 'snow',
    precipitationProbability: 'pop',
    moonPhase: 'moon_phase',
    summary: 'summary',
    temperatureMin: 'temp.min',
    temperatureMax: 'temp.max',
    temperatureMorning: 'temp.morn',
    temperatureDay: 'temp.day',
    temperatureEvening: 'temp.eve',
    temperatureNight: 'temp.night',
    feelsLikeMorning: 'feels_like.morn',
    feelsLikeDay: 'feels_like.day',
    feelsLikeEvening: 'feels_like.eve',
    feelsLikeNight: 'feels_like.night',
  },
}

/** Canonical instants; 0 and absent are null. */
const INSTANTS = {
  current: { observedAt: 'dt', sunrise: 'sunrise', sunset: 'sunset' },
  hourly: { time: 'dt' },
  daily: { sunrise: 'sunrise', sunset: 'sunset', moonrise: 'moonrise', moonset: 'moonset' },
}

function at(element: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (value as Element | undefined)?.[key], element) ?? null
}

/** Seconds since 1970 of a canonical instant, or null. */
const seconds = (instant: unknown) => (typeof instant === 'string' ? Date.parse(instant) / 1_000 : null)

function assertSame(block: keyof typeof FIELDS, point: object, element: unknown): void {
  for (const [field, path] of Object.entries(FIELDS[block])) assert.equal(at(point, field), at(element, path), `${block} ${field}`)
  for (const [field, path] of Object.entries(INSTANTS[block]))
    assert.equal(seconds(at(point, field)), at(element, path) || null, `${block} ${field}`)
  const [rain, snow, precipitation] = ['rain', 'snow', 'precipitation'].map((field) => at(point, field) as number | null)
  if (rain === null && snow === null) assert.equal(precipitation, null)
  else assert.ok(Math.abs((precipitation ?? Number.NaN) - ((rain ?? 0) + (snow ?? 0))) < 1e-9)
}

describe('every recorded One Call answer', () => {
  if (!existsSync(RECORDED)) {
    it('is read', (t) => t.skip('the recorded answers are not here'))
    return
  }
  const files = readdirSync(RECORDED).filter((file) => /^onecall(?:3|25)_.*\.json$/.test(file))
  it('is there', () => assert.ok(files.length >= 15))
  for (const file of files)
    it(`${file}: each number is the upstream's`, () => {
      const raw = JSON.parse(readFileSync(new URL(file, RECORDED), 'utf8')) as Element & { lat: number; timezone: string }
      const answer = decodeOneCall(raw, 0)
      assert.ok(answer !== null)
      const { scopes, timezone, utcOffsetSeconds } = transformOneCall(answer, raw.lat)
      assert.deepEqual([timezone, utcOffsetSeconds], [raw.timezone, raw['timezone_offset']])

      assert.equal(scopes.current === undefined, raw['current'] === undefined)
      if (scopes.current !== undefined) assertSame('current', scopes.current, raw['current'])
      for (const block of ['hourly', 'daily'] as const) {
        const elements = raw[block] as unknown[] | undefined
        assert.equal(scopes[block]?.points.length, elements?.length)
        scopes[block]?.points.forEach((point, index) => assertSame(block, point, elements?.[index]))
      }
      const days = (raw['daily'] as { dt: number }[] | undefined) ?? []
      const local = new Intl.DateTimeFormat('sv-SE', { timeZone: raw.timezone, dateStyle: 'short' })
      assert.deepEqual(
        scopes.daily?.points.map((day) => day.date) ?? [],
        days.map((day) => local.format(day.dt * 1_000)),
      )

      const minutes = (raw['minutely'] as Element[] | undefined) ?? []
      assert.equal(scopes.minutely?.available, minutes.length > 0)
      assert.deepEqual(
        scopes.minutely?.points.map(({ time, precipitation }) => [seconds(time), precipitation]),
        minutes.slice(0, 60).map((minute) => [minute['dt'], minute['precipitation']]),
      )

      const alerts = (raw['alerts'] as Element[] | undefined) ?? []
      const kept = scopes.alert?.alerts ?? []
      assert.equal(new Set(kept.map(({ id }) => id)).size, alerts.length)
      assert.deepEqual(
        kept.map((alert) => [alert.senderName ?? '', alert.event, seconds(alert.start), seconds(alert.end), alert.tags]),
        alerts.map((alert) => [alert['sender_name'], alert['event'], alert['start'], alert['end'], alert['tags'] ?? []]),
      )
    })
})
