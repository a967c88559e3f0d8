import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { type HourlyPoint, toCell } from '@isobar/weather'
import { createMetNorwayWeather } from './weather.ts'

const RECORDED = new URL('../../../../../shared/upstream-samples/met-norway/', import.meta.url)
const HOUR = 3_600_000

interface RecordedWindow {
  readonly summary: { readonly symbol_code: string }
  readonly details?: Record<string, number>
}
interface RecordedStep {
  readonly time: string
  readonly data: {
    readonly instant: { readonly details: Record<string, number> }
    readonly next_1_hours?: RecordedWindow
    readonly next_6_hours?: RecordedWindow
  }
}
interface Recorded {
  readonly geometry: { readonly coordinates: readonly [number, number, number] }
  readonly properties: { readonly timeseries: readonly RecordedStep[] }
}

const INSTANT: Record<string, string> = {
  temperature: 'air_temperature',
  dewPoint: 'dew_point_temperature',
  humidity: 'relative_humidity',
  pressure: 'air_pressure_at_sea_level',
  cloudCover: 'cloud_area_fraction',
  windSpeed: 'wind_speed',
  windGust: 'wind_speed_of_gust',
  windDirection: 'wind_from_direction',
}
/** The zones of the recorded places. */
const ZONES: Record<string, string> = {
  newyork: 'America/New_York',
  london: 'Europe/London',
  toronto: 'America/Toronto',
  oslo: 'Europe/Oslo',
}

async function read(file: string, scope: 'hourly' | 'minutely', afterFirstMs: number) {
  const raw = JSON.parse(readFileSync(new URL(file, RECORDED), 'utf8')) as Recorded
  const [lon, lat] = raw.geometry.coordinates
  const now = Date.parse(raw.properties.timeseries[0]?.time ?? '') + afterFirstMs
  const weather = createMetNorwayWeather({ baseUrl: new URL('https://api.test'), contact: 'ops@example.org' })
  const body = Buffer.from(JSON.stringify(raw))
  const calls = { get: async () => ({ status: 200, headers: {}, body }) }
  return { raw, now, bundle: await weather.fetch(toCell(lat, lon), [scope], calls, now) }
}

/** The parts of the day's precipitation, in tenths of a millimetre per hour: from the next hour, else from the next six. */
function hourlyRates(steps: readonly RecordedStep[]): Map<number, number> {
  const rates = new Map<number, number>()
  for (const { time, data } of steps) {
    const one = data.next_1_hours?.details?.['precipitation_amount']
    const six = data.next_6_hours?.details?.['precipitation_amount']
    const [hours, amount] = one === undefined ? [6, six] : [1, one]
    if (amount === undefined) continue
    for (let hour = 0; hour < hours; hour += 1) {
      const at = Date.parse(time) + hour * HOUR
      if (!rates.has(at)) rates.set(at, amount / hours)
    }
  }
  return rates
}

describe('recorded forecasts of MET Norway', () => {
  if (!existsSync(RECORDED)) {
    it('are read', (t) => t.skip('the recorded answers are not here'))
    return
  }
  const files = readdirSync(RECORDED).filter((file) => file.startsWith('locationforecast_'))
  it('are there', () => assert.equal(files.length, 4))

  for (const file of files) {
    it(`${file}: each hour is the upstream's, and nothing else is an hour`, async () => {
      const { raw, bundle } = await read(file, 'hourly', 44 * 60_000)
      const steps = raw.properties.timeseries
      const hourly = steps.filter(({ data }) => data.next_1_hours !== undefined)
      assert.deepEqual(
        bundle.scopes.hourly?.points.map(({ time }) => time),
        hourly.map(({ time }) => time),
      )
      assert.ok(hourly.length >= 48)
      bundle.scopes.hourly?.points.forEach((point, index) => {
        const { data } = hourly[index] as RecordedStep
        const amount = data.next_1_hours?.details?.['precipitation_amount']
        for (const [field, name] of Object.entries(INSTANT))
          assert.equal(point[field as keyof HourlyPoint], data.instant.details[name] ?? null, field)
        assert.equal(point.precipitation, amount)
        const code = data.next_1_hours?.summary.symbol_code ?? ''
        if (amount !== undefined && amount > 0 && /snow|rain/.test(code)) {
          assert.equal(point.snow, code.includes('snow') ? amount : 0)
          assert.equal(point.rain, code.includes('rain') ? amount : 0)
        }
        if (/_day|_night/.test(code)) assert.equal(point.isDay, code.endsWith('_day'))
        assert.deepEqual(
          { uvIndex: point.uvIndex, visibility: point.visibility, feelsLike: point.feelsLike },
          { uvIndex: null, visibility: null, feelsLike: null },
        )
        assert.notEqual(point.condition, null)
      })
    })

    it(`${file}: current weather is the running step`, async () => {
      const { raw, bundle } = await read(file, 'hourly', 44 * 60_000)
      const [first] = raw.properties.timeseries
      assert.deepEqual(
        { observedAt: bundle.scopes.current?.observedAt, kind: bundle.scopes.current?.kind },
        { observedAt: first?.time, kind: 'analysis' },
      )
      assert.equal(bundle.scopes.current?.temperature, first?.data.instant.details['air_temperature'])
      assert.equal(bundle.scopes.current?.precipitation, null)
    })

    it(`${file}: days are the place's own, and no window is counted twice`, async () => {
      const { raw, bundle, now } = await read(file, 'hourly', 44 * 60_000)
      const zone = Object.entries(ZONES).find(([name]) => file.includes(name))?.[1] ?? ''
      assert.equal(bundle.timezone, zone)
      const dateOf = (ms: number) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(ms)
      const rates = hourlyRates(raw.properties.timeseries)
      const days = bundle.scopes.daily?.points ?? []
      assert.ok(days.length >= 9)
      assert.equal(days[0]?.date, dateOf(now))
      assert.deepEqual(
        { precipitation: days[0]?.precipitation, temperatureMin: days[0]?.temperatureMin },
        { precipitation: null, temperatureMin: null },
      )
      let sums = 0
      for (const day of days) {
        const hours = [...rates].filter(([ms]) => dateOf(ms) === day.date)
        if (hours.length === 24) {
          const sum = hours.reduce((total, [, rate]) => total + rate, 0)
          assert.ok(Math.abs((day.precipitation ?? -1) - sum) < 0.001, `${day.date}: ${day.precipitation} of ${sum}`)
          sums += 1
          const within = raw.properties.timeseries.filter(({ time }) => dateOf(Date.parse(time)) === day.date)
          const temperatures = within.map(({ data }) => data.instant.details['air_temperature'] ?? 0)
          assert.ok((day.temperatureMax ?? -99) >= Math.max(...temperatures) && (day.temperatureMin ?? 99) <= Math.min(...temperatures))
          assert.equal(day.windSpeed, Math.max(...within.map(({ data }) => data.instant.details['wind_speed'] ?? 0)))
        } else if (hours.length < 19) assert.equal(day.precipitation, null, day.date)
      }
      assert.ok(sums >= 7, `${sums} whole days`)
    })
  }

  it('nowcast: each minute has the rate of its five minutes', async () => {
    const { raw, bundle, now } = await read('nowcast_complete_tromso_2023_dry.json', 'minutely', 7 * 60_000)
    const points = bundle.scopes.minutely?.points ?? []
    assert.deepEqual(
      { available: bundle.scopes.minutely?.available, points: points.length, timezone: bundle.timezone },
      { available: true, points: 60, timezone: 'Europe/Oslo' },
    )
    points.forEach(({ time, precipitation }, minute) => {
      assert.equal(Date.parse(time), now + minute * 60_000)
      const step = raw.properties.timeseries.findLast((each) => Date.parse(each.time) <= Date.parse(time))
      assert.equal(precipitation, step?.data.instant.details['precipitation_rate'])
    })
  })
})
