import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { type HourlyPoint, toCell } from '@isobar/weather'
import { ProviderFailure } from '../provider.ts'
import { createBrightSky } from './index.ts'

const RECORDED = new URL('../../../../../shared/upstream-samples/bright-sky/', import.meta.url)
const NOW = Date.parse('2026-09-19T10:20:30Z')
const BERLIN = toCell(52.52, 13.405)
const fixture = () =>
  JSON.parse(readFileSync(new URL('./fixtures/weather.json', import.meta.url), 'utf8')) as {
    weather: Record<string, unknown>[]
    sources: Record<string, unknown>[]
  }

async function fetch(body: unknown, now = NOW) {
  const asked: URL[] = []
  const calls = {
    get: async ({ url }: { readonly url: URL }) => {
      asked.push(url)
      return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) }
    },
  }
  const bundle = await createBrightSky({ baseUrl: new URL('https://api.test') }).weather.fetch(BERLIN, ['hourly'], calls, now)
  return { ...bundle, asked }
}

describe('an answer of Bright Sky', () => {
  it('is asked for from the running hour on, for ten days', async () => {
    const { asked } = await fetch(fixture())
    assert.deepEqual(Object.fromEntries(asked[0]?.searchParams ?? []), {
      lat: '52.52',
      lon: '13.41',
      date: '2026-09-19T10:00Z',
      last_date: '2026-09-29T10:00Z',
      max_dist: '50000',
      units: 'dwd',
    })
  })

  it('has wind, amounts and probability of an hour in the row that ends it, the rest in its own', async () => {
    const { scopes } = await fetch(fixture())
    assert.deepEqual(
      scopes.hourly?.points.map((hour) => [
        hour.time.slice(11, 13),
        hour.temperature,
        hour.condition,
        hour.windSpeed,
        hour.windGust,
        hour.windDirection,
        hour.precipitation,
        hour.rain,
        hour.snow,
        hour.precipitationProbability,
      ]),
      [
        ['10', 12.5, 'rain', 6, 12, 260, 3.6, 3.6, 0, 0.8],
        // The row at 14:00 in another offset is the one at 12:00, a second time.
        ['11', 13.1, 'light_rain', 4, 8, 270, 0.2, 0.2, 0, 0.3],
        ['12', 14.2, 'partly_cloudy', 2, 4, 280, 0, 0, 0, 0.05],
        ['13', 0.4, 'snow', 1, 2, 290, 1.5, 0, 1.5, 0.6],
      ],
    )
    assert.deepEqual(
      scopes.hourly?.points.map(({ isDay }) => isDay),
      [true, true, true, true],
    )
  })

  it('has current weather of the running hour, with wind and amounts of the hour before', async () => {
    const { current } = (await fetch(fixture())).scopes
    assert.deepEqual(
      {
        kind: current?.kind,
        observedAt: current?.observedAt,
        temperature: current?.temperature,
        windSpeed: current?.windSpeed,
        precipitation: current?.precipitation,
        condition: current?.condition,
      },
      {
        kind: 'analysis',
        observedAt: '2026-09-19T10:00:00Z',
        temperature: 12.5,
        windSpeed: 5,
        precipitation: 0.3,
        condition: 'light_rain',
      },
    )
  })

  it('uses no observation as a forecast', async () => {
    const body = fixture()
    body.sources[1] = { ...body.sources[1], observation_type: 'historical' }
    await assert.rejects(fetch(body), (error) => error instanceof ProviderFailure && error.kind === 'invalid_body')
  })

  it('needs an hour with a temperature or wind', async () => {
    const without = (...names: readonly string[]) => {
      const body = fixture()
      return { ...body, weather: body.weather.map((row) => ({ ...row, ...Object.fromEntries(names.map((name) => [name, null])) })) }
    }
    for (const name of ['temperature', 'wind_speed']) assert.equal((await fetch(without(name))).scopes.hourly?.available, true, name)
    await assert.rejects(fetch(without('temperature', 'wind_speed')), ProviderFailure)
  })

  it('survives broken rows', async () => {
    const body = fixture()
    body.weather.push(
      null as never,
      {},
      { timestamp: '2026-09-19T11:30:00+00:00', source_id: 7 },
      { timestamp: '9999-01-01T00:00:00Z', source_id: 7 },
    )
    assert.equal((await fetch(body)).scopes.hourly?.points.length, 4)
  })
})

type Recorded = { weather: Record<string, number | string | null>[]; sources: { id: number; observation_type: string }[] }
/** Of the row's own time, and of the row that ends the hour. */
const STATE: Record<string, string> = {
  temperature: 'temperature',
  dewPoint: 'dew_point',
  humidity: 'relative_humidity',
  pressure: 'pressure_msl',
  cloudCover: 'cloud_cover',
  visibility: 'visibility',
}

describe('recorded forecasts of Bright Sky', () => {
  if (!existsSync(RECORDED)) {
    it('are read', (t) => t.skip('the recorded answers are not here'))
    return
  }
  for (const file of ['weather_berlin_24h_forecast_2025', 'weather_berlin_8d_observed_and_forecast_2025'])
    it(`${file}: each number is the upstream's, of the hour it describes`, async () => {
      const raw = JSON.parse(readFileSync(new URL(`${file}.json`, RECORDED), 'utf8')) as Recorded
      const forecast = new Set(raw.sources.filter((source) => source.observation_type === 'forecast').map(({ id }) => id))
      const rows = raw.weather.filter((row) => forecast.has(row['source_id'] as number))
      const byTime = new Map(rows.map((row) => [Date.parse(String(row['timestamp'])), row]))
      const { scopes, timezone } = await fetch(raw, Date.parse(String(rows[0]?.['timestamp'])))
      assert.equal(timezone, 'Europe/Berlin')
      const hours = scopes.hourly?.points ?? []
      assert.equal(hours.length, rows.length - 1)
      for (const hour of hours) {
        const row = byTime.get(Date.parse(hour.time))
        const end = byTime.get(Date.parse(hour.time) + 3_600_000)
        for (const [field, name] of Object.entries(STATE)) assert.equal(hour[field as keyof HourlyPoint], row?.[name], field)
        assert.equal(hour.precipitation, end?.['precipitation'])
        assert.equal(hour.windDirection, end?.['wind_direction'])
        assert.ok(Math.abs((hour.windSpeed ?? -1) * 3.6 - Number(end?.['wind_speed'])) < 0.001)
        assert.ok(Math.abs((hour.windGust ?? -1) * 3.6 - Number(end?.['wind_gust_speed'])) < 0.001)
        assert.equal(hour.precipitationProbability, Number(end?.['precipitation_probability']) / 100)
        assert.notEqual(hour.condition, null)
      }
      const dateOf = (time: string) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(Date.parse(time))
      for (const day of scopes.daily?.points ?? []) {
        const within = hours.filter(({ time }) => dateOf(time) === day.date)
        if (within.length < 24) continue
        assert.equal(day.temperatureMax, Math.max(...within.map(({ temperature }) => temperature ?? -99)))
        assert.equal(day.temperatureMin, Math.min(...within.map(({ temperature }) => temperature ?? 99)))
        const sum = within.reduce((total, { precipitation }) => total + (precipitation ?? 0), 0)
        assert.ok(Math.abs((day.precipitation ?? -1) - sum) < 0.001)
      }
    })
})
