import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cellOf } from '../../../src/domain/cell.ts'
import type { PlaceClock, ScopeData } from '../../../src/domain/model.ts'
import { renderScope } from '../../../src/domain/render.ts'
import { mailWords, measuresOf } from '../../../src/features/mail/catalogue/index.ts'
import { dayRows } from '../../../src/features/subscribers/digests/emails/weekly-digest/week.ts'
import { decodeForecast } from '../../../src/providers/open-meteo/schema.ts'
import { transformForecast } from '../../../src/providers/open-meteo/transform.ts'
import { decodeOneCall } from '../../../src/providers/openweather/schema.ts'
import { transformOneCall } from '../../../src/providers/openweather/transform.ts'
import { unpacked } from './packed.ts'
import { EN, plain } from './testing/teller.ts'
import * as answers from './testing/weather.ts'
import { daysView } from './view/days.ts'
import { hoursView } from './view/hours.ts'
import { nowView } from './view/now.ts'

const NOON = Date.parse('2026-07-01T12:00:00Z') / 1_000
const CLOCK: PlaceClock = { timezone: 'UTC', utcOffsetSeconds: 0 }

interface Case {
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
  return transformOneCall(decoded, cellOf(0, 0)).scopes
}

/** What Open-Meteo sends for a WMO code. */
function openMeteo(code: number, amount: number | null): Partial<ScopeData> {
  const both = (value: unknown) => [value, value]
  const body = {
    timezone: 'UTC',
    utc_offset_seconds: 0,
    current: { time: NOON, temperature_2m: 1, weather_code: code },
    hourly: { time: [NOON, NOON + 3_600], temperature_2m: [1, 1], weather_code: both(code), precipitation: both(amount) },
    daily: { time: [NOON - 43_200], temperature_2m_min: [1], weather_code: [code], precipitation_sum: [amount] },
  }
  const decoded = decodeForecast(body, NOON * 1_000)
  assert.ok(decoded !== null)
  return transformForecast(decoded, NOON * 1_000)?.scopes ?? {}
}

const CASES: readonly Case[] = [
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

describe('an amount is the same in the answer, on the page and in the mail', () => {
  const measures = measuresOf(mailWords('en', 'metric'), 'metric')
  for (const { name, scopes, amount } of CASES)
    it(name, () => {
      const { current, hourly, daily } = scopes
      assert.ok(current !== undefined && hourly !== undefined && daily !== undefined)
      const answer = {
        current: renderScope('current', current, CLOCK, 'metric', 'en', null, NOON * 1_000),
        hourly: renderScope('hourly', hourly, CLOCK, 'metric', 'en', null, NOON * 1_000).points[0],
        daily: renderScope('daily', daily, CLOCK, 'metric', 'en', null, NOON * 1_000).points[0],
      }
      assert.ok(answer.hourly !== undefined && answer.daily !== undefined)
      assert.deepEqual(
        [answer.current, answer.hourly, answer.daily].map(({ precipitation }) => precipitation),
        [amount, amount, amount],
      )

      const fact = nowView(answers.current({ ...answer.current, alertIds: null }), EN).facts.find(([label]) => label === EN.m.rainLastHour)
      const hours = hoursView(answers.hourly(answer.hourly.time, [answer.hourly]), EN)
      const days = daysView(answers.daily([answer.daily]), EN)
      const shown = amount === null ? '–' : `${amount === 0 ? '0' : amount.toFixed(1)} mm`
      assert.deepEqual([fact?.[1], unpacked(hours?.table[0]?.rows ?? '')[0]?.[4], days.list[0]?.rain].map(plain), [shown, shown, shown])

      const mailed = dayRows(daily.points, mailWords('en', 'metric'), measures)[0]?.precipitation ?? null
      assert.equal(plain(mailed) ?? null, amount === null ? null : amount === 0 ? '0 mm' : '1.5 mm')
    })
})
