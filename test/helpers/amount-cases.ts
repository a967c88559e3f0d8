import assert from 'node:assert/strict'
import { type ScopeData, toCell } from '@isobar/weather'
import { decodeOpenMeteoForecast } from '../../packages/providers/src/open-meteo/schema.ts'
import { transformOpenMeteoForecast } from '../../packages/providers/src/open-meteo/transform.ts'
import { decodeOneCall } from '../../packages/providers/src/openweather/schema.ts'
import { transformOneCall } from '../../packages/providers/src/openweather/transform.ts'

/** Epoch seconds. */
export const NOON = Date.parse('2026-07-01T12:00:00Z') / 1_000

interface AmountCase {
  readonly name: string
  readonly scopes: Partial<ScopeData>
  /** In the answer; null: unknown. */
  readonly amount: number | null
}

/** What OpenWeather sends for a condition id: the same for now, the hour and the day, whose amount is a bare number. */
function openWeather(id: number, amounts: { rain?: unknown; snow?: unknown }, ofDay = amounts): Partial<ScopeData> {
  const weather = [{ id, main: '', description: '', icon: '10d' }]
  const body = {
    timezone: 'UTC',
    timezone_offset: 0,
    current: { dt: NOON, temp: 1, weather, ...amounts },
    hourly: [{ dt: NOON, temp: 1, weather, ...amounts }],
    daily: [{ dt: NOON, temp: { min: 1, max: 2 }, weather, ...ofDay }],
  }
  const decoded = decodeOneCall(body, NOON * 1_000)
  assert.ok(decoded !== null)
  return transformOneCall(decoded, toCell(0, 0)).scopes
}

const both = (value: unknown): readonly unknown[] => [value, value]

/** What Open-Meteo sends for a WMO code. */
function openMeteo(code: number, amount: number | null): Partial<ScopeData> {
  const body = {
    timezone: 'UTC',
    utc_offset_seconds: 0,
    current: { time: NOON, temperature_2m: 1, weather_code: code },
    hourly: { time: [NOON, NOON + 3_600], temperature_2m: [1, 1], weather_code: both(code), precipitation: both(amount) },
    daily: { time: [NOON - 43_200], temperature_2m_min: [1], weather_code: [code], precipitation_sum: [amount] },
  }
  const decoded = decodeOpenMeteoForecast(body, NOON * 1_000)
  assert.ok(decoded !== null)
  return transformOpenMeteoForecast(decoded, NOON * 1_000)?.scopes ?? {}
}

/** Amounts that sources send or omit, and what each means: API, page and mail are held against the same list. */
export const AMOUNT_CASES: readonly AmountCase[] = [
  ...[701, 711, 721, 731, 741, 761, 762, 800, 801, 802, 803, 804].map((id) => ({
    name: `openweather, ${id}, both omitted`,
    scopes: openWeather(id, {}),
    amount: 0,
  })),
  ...[200, 300, 500, 511, 601, 611, 771, 781, 999].map((id) => ({
    name: `openweather, ${id}, both omitted`,
    scopes: openWeather(id, {}),
    amount: null,
  })),
  { name: 'openweather, dry, {}', scopes: openWeather(800, { rain: {} }), amount: null },
  { name: 'openweather, dry, null', scopes: openWeather(800, { snow: null }), amount: null },
  { name: 'openweather, dry, a text', scopes: openWeather(800, { rain: { '1h': '0.4' } }, { rain: '0.4' }), amount: null },
  { name: 'openweather, dry, with an amount', scopes: openWeather(804, { rain: { '1h': 1.5 } }, { rain: 1.5 }), amount: 1.5 },
  { name: 'openweather, wet, with an amount', scopes: openWeather(601, { snow: { '1h': 1.5 } }, { snow: 1.5 }), amount: 1.5 },
  ...[0, 3, 45, 61].map((code) => ({ name: `open-meteo, ${code}, null`, scopes: openMeteo(code, null), amount: null })),
  ...[0, 61].map((code) => ({ name: `open-meteo, ${code}, 0`, scopes: openMeteo(code, 0), amount: 0 })),
  { name: 'open-meteo, wet, with an amount', scopes: openMeteo(61, 1.5), amount: 1.5 },
]
