import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { ProviderFailure } from '../provider.ts'
import { conditionOfCode } from './conditions.ts'
import { createWeatherApi } from './index.ts'

const RECORDED = new URL('../../../../../shared/upstream-samples/others/', import.meta.url)
const NOW = Date.parse('2026-09-19T10:20:30Z')
type Point = Record<string, number | string | null | object>
interface Day {
  readonly date: string
  readonly day: Point
  readonly astro: Point
  readonly hour: Point[]
}
interface Body {
  readonly location: Point
  current: Point
  readonly forecast: { forecastday: Day[] }
}
const fixture = () => JSON.parse(readFileSync(new URL('./fixtures/forecast.json', import.meta.url), 'utf8')) as Body

async function fetch(body: unknown, now = NOW) {
  const calls = { get: async () => ({ status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) }) }
  const { weather } = createWeatherApi({ baseUrl: new URL('https://api.test'), key: () => 'k' })
  return weather.fetch(toCell(52.52, 13.405), ['hourly'], calls, now)
}

describe('an answer of WeatherAPI.com', () => {
  it('has hours from the current one on, amounts by the code, and the higher chance', async () => {
    const { hourly } = (await fetch(fixture())).scopes
    assert.deepEqual(
      hourly?.points.map(({ time, condition, precipitation, rain, snow, precipitationProbability }) => [
        time.slice(11, 13),
        condition,
        precipitation,
        rain,
        snow,
        precipitationProbability,
      ]),
      [
        ['10', 'rain', 1.2, 1.2, 0, 0.8],
        ['11', 'sleet', 0.6, null, null, 0.92],
        ['12', 'heavy_snow', 0.8, 0, 0.8, 1],
        ['13', 'light_rain', 0.4, null, null, 0.6],
        ['14', 'partly_cloudy', 0, 0, 0, 0],
        ['15', null, null, null, null, null],
      ],
    )
    assert.deepEqual(
      { windSpeed: hourly?.points[0]?.windSpeed, windGust: hourly?.points[0]?.windGust, visibility: hourly?.points[0]?.visibility },
      { windSpeed: 5, windGust: 10, visibility: 10_000 },
    )
  })

  it('has the sun and the moon at the place’s clock', async () => {
    const { daily, current } = (await fetch(fixture())).scopes
    const [day, next] = daily?.points ?? []
    assert.deepEqual(
      { sunrise: day?.sunrise, daySunset: day?.sunset, moonrise: day?.moonrise, moonset: day?.moonset, currentSunset: current?.sunset },
      {
        sunrise: '2026-09-19T04:50:00Z',
        daySunset: '2026-09-19T17:12:00Z',
        moonrise: '2026-09-18T22:05:00Z',
        moonset: null,
        currentSunset: '2026-09-19T17:12:00Z',
      },
    )
    assert.deepEqual(
      { precipitation: day?.precipitation, rain: day?.rain, windSpeed: day?.windSpeed, uvIndex: day?.uvIndex },
      { precipitation: 5.6, rain: null, windSpeed: 8, uvIndex: null },
    )
    assert.deepEqual({ precipitation: next?.precipitation, rain: next?.rain, snow: next?.snow }, { precipitation: 0, rain: 0, snow: 0 })
    assert.deepEqual(
      { kind: current?.kind, observedAt: current?.observedAt, precipitation: current?.precipitation },
      { kind: 'analysis', observedAt: '2026-09-19T10:15:00Z', precipitation: null },
    )
  })

  it('survives broken days and hours, and is refused without weather', async () => {
    const body = fixture()
    body.forecast.forecastday.push(null as never, {} as never, { date: '9999-99-99' } as never, { date: '2500-01-01' } as never)
    body.forecast.forecastday[0]?.hour.push(null as never, {}, { time_epoch: 1e18 })
    assert.equal((await fetch(body)).scopes.hourly?.points.length, 6)
    const empty = { ...body, current: {}, forecast: { forecastday: [{ date: '2026-09-19' }] } }
    await assert.rejects(fetch(empty), (error) => error instanceof ProviderFailure && error.kind === 'invalid_body')
  })
})

describe('recorded forecasts of WeatherAPI.com', () => {
  if (!existsSync(RECORDED)) {
    it('are read', (t) => t.skip('the recorded answers are not here'))
    return
  }
  const near = (ours: number | null | undefined, sent: unknown, factor: number) =>
    sent === undefined || sent === null
      ? assert.equal(ours, null)
      : assert.ok(Math.abs((ours ?? Number.NaN) - Number(sent) * factor) < 0.001, `${ours} of ${JSON.stringify(sent)}`)
  for (const name of ['oshawa_snow_2025', 'manila_7d_2023', 'ankara_7d_2023'])
    it(`${name}: each number is the upstream's`, async () => {
      const raw = JSON.parse(readFileSync(new URL(`weatherapi_forecast_${name}.json`, RECORDED), 'utf8')) as Body
      const now = Number(raw.location['localtime_epoch']) * 1_000
      const { scopes, timezone } = await fetch(raw, now)
      assert.equal(timezone, raw.location['tz_id'])
      const sentHours = raw.forecast.forecastday.flatMap(({ hour }) => hour)
      const later = sentHours.filter((hour) => (Number(hour['time_epoch']) + 3_600) * 1_000 > now)
      const hours = scopes.hourly?.points ?? []
      assert.ok(hours.length === later.length && hours.length >= 30 && scopes.current !== undefined)
      for (const [ours, sent] of [...hours.map((hour, index) => [hour, later[index]] as const), [scopes.current, raw.current] as const]) {
        near(ours.temperature, sent?.['temp_c'], 1)
        near(ours.feelsLike, sent?.['feelslike_c'], 1)
        near(ours.dewPoint, sent?.['dewpoint_c'], 1)
        near(ours.humidity, sent?.['humidity'], 1)
        near(ours.pressure, sent?.['pressure_mb'], 1)
        near(ours.cloudCover, sent?.['cloud'], 1)
        near(ours.uvIndex, sent?.['uv'], 1)
        near(ours.windDirection, sent?.['wind_degree'], 1)
        near(ours.windSpeed, sent?.['wind_kph'], 1 / 3.6)
        near(ours.windGust, sent?.['gust_kph'], 1 / 3.6)
        near(ours.visibility, sent?.['vis_km'], 1_000)
        assert.equal(ours.isDay, sent?.['is_day'] === 1)
        assert.notEqual(ours.condition, null, JSON.stringify(sent?.['condition']))
      }
      hours.forEach((hour, index) => {
        near(hour.precipitation, later[index]?.['precip_mm'], 1)
        assert.equal(
          hour.precipitationProbability,
          Math.max(Number(later[index]?.['chance_of_rain']), Number(later[index]?.['chance_of_snow'])) / 100,
        )
      })
      scopes.daily?.points.forEach((day, index) => {
        const sent = raw.forecast.forecastday[index]
        assert.equal(day.date, sent?.date)
        near(day.temperatureMin, sent?.day['mintemp_c'], 1)
        near(day.temperatureMax, sent?.day['maxtemp_c'], 1)
        near(day.precipitation, sent?.day['totalprecip_mm'], 1)
        near(day.windSpeed, sent?.day['maxwind_kph'], 1 / 3.6)
        assert.equal(day.uvIndex, Math.max(...(sent?.hour ?? []).map((hour) => Number(hour['uv']))))
        const local = new Intl.DateTimeFormat('en-US', { timeZone: timezone, hour: '2-digit', minute: '2-digit' })
        assert.equal(local.format(Date.parse(day.sunrise ?? '')).replace(/\s/, ' '), sent?.astro['sunrise'])
      })
      assert.equal(scopes.daily?.points.length, raw.forecast.forecastday.length)
    })

  it('have only codes that are known', () => {
    assert.deepEqual([1000, 1189, 1225, 1237, 1282, 1001, '1000', null].map(conditionOfCode), [
      'clear',
      'rain',
      'heavy_snow',
      'sleet',
      'thunderstorm',
      null,
      null,
      null,
    ])
  })
})
