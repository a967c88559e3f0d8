import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { type HourlyPoint, toCell } from '@isobar/weather'
import { createNwsWeather } from './weather.ts'

const RECORDED = new URL('../../../../../shared/upstream-samples/nws-points-and-observations/', import.meta.url)
const HOUR = 3_600_000

interface RecordedLayer {
  readonly uom?: string
  readonly values: readonly { readonly validTime: string; readonly value: number | null }[]
}
type Properties = Record<string, RecordedLayer>

/** The value of a layer at a moment, read from the text of its times. */
function recordedAt(layer: RecordedLayer | undefined, ms: number): { value: number; hours: number; uom: string } | null {
  for (const { validTime, value } of layer?.values ?? []) {
    const [start, duration] = validTime.split('/') as [string, string]
    const [, days = '0', hours = '0'] = /^P(?:(\d+)D)?(?:T(\d+)H)?$/.exec(duration) ?? []
    const length = Number(days) * 24 + Number(hours)
    const from = Date.parse(start)
    if (value !== null && ms >= from && ms < from + length * HOUR) return { value, hours: length, uom: layer?.uom?.split(':')[1] ?? '' }
  }
  return null
}

const LAYERS: Record<string, string> = {
  temperature: 'temperature',
  feelsLike: 'apparentTemperature',
  dewPoint: 'dewpoint',
  humidity: 'relativeHumidity',
  cloudCover: 'skyCover',
  visibility: 'visibility',
  windSpeed: 'windSpeed',
  windGust: 'windGust',
  windDirection: 'windDirection',
}
const CASES = [
  {
    grid: 'gridpoint_raw_albany_2026',
    point: 'points_albany_2026',
    at: '2026-07-15T20:08:00Z',
    cell: toCell(42.745, -73.752),
    zone: 'America/New_York',
  },
  {
    grid: 'gridpoint_raw_arctic_alaska_2026',
    point: 'points_arctic_alaska_midnight_sun_2026',
    at: '2026-06-02T17:05:00Z',
    cell: toCell(69.519, -157.105),
    zone: 'America/Anchorage',
  },
  {
    grid: 'gridpoint_raw_raleigh_2019_shape',
    point: 'points_raleigh_2019_shape',
    at: '2019-01-23T23:50:00Z',
    cell: toCell(35.7054, -78.7963),
    zone: 'America/New_York',
  },
]

async function read({ grid, point, at, cell }: (typeof CASES)[number]) {
  const text = (name: string) => readFileSync(new URL(`${name}.json`, RECORDED))
  const calls = {
    get: async ({ url }: { readonly url: URL }) => ({
      status: 200,
      headers: {},
      body: text(url.pathname.includes('/points/') ? point : grid),
    }),
  }
  const bundle = await createNwsWeather({ baseUrl: new URL('https://feed.test') }).fetch(cell, ['hourly'], calls, Date.parse(at))
  const { properties } = JSON.parse(text(grid).toString()) as { properties: Properties }
  return { bundle, properties }
}

describe('recorded grids of the National Weather Service', () => {
  if (!existsSync(RECORDED)) {
    it('are read', (t) => t.skip('the recorded answers are not here'))
    return
  }
  for (const each of CASES) {
    it(`${each.grid}: each hour has the value of the span that it lies in`, async () => {
      const { bundle, properties } = await read(each)
      const hours = bundle.scopes.hourly?.points ?? []
      assert.equal(bundle.timezone, each.zone)
      assert.ok(hours.length >= 150, `${hours.length} hours`)
      assert.equal(hours[0]?.time, `${each.at.slice(0, 13)}:00:00Z`)
      let compared = 0
      for (const hour of hours) {
        const ms = Date.parse(hour.time)
        for (const [field, name] of Object.entries(LAYERS)) {
          const sent = recordedAt(properties[name], ms)
          const ours = hour[field as keyof HourlyPoint]
          if (sent === null) assert.equal(ours, null, `${field} at ${hour.time}`)
          else {
            const expected = sent.uom === 'km_h-1' ? (sent.value * 1_000) / 3_600 : sent.value
            assert.ok(Math.abs((ours as number) - expected) < 0.0001, `${field} at ${hour.time}: ${ours} of ${sent.value} ${sent.uom}`)
            compared += 1
          }
        }
        const probability = recordedAt(properties['probabilityOfPrecipitation'], ms)
        assert.equal(hour.precipitationProbability, probability === null ? null : probability.value / 100)
        const amount = recordedAt(properties['quantitativePrecipitation'], ms)
        assert.equal(hour.precipitation, amount === null || (amount.value > 0 && amount.hours > 1) ? null : amount.value)
        assert.deepEqual({ pressure: hour.pressure, uvIndex: hour.uvIndex }, { pressure: null, uvIndex: null })
        if (hour.cloudCover !== null) assert.notEqual(hour.condition, null, hour.time)
      }
      assert.ok(compared > 1_000)
    })

    it(`${each.grid}: days have the grid's highs, lows and sums`, async () => {
      const { bundle, properties } = await read(each)
      const dateOf = (ms: number) => new Intl.DateTimeFormat('en-CA', { timeZone: each.zone }).format(ms)
      const days = bundle.scopes.daily?.points ?? []
      assert.ok(days.length >= 7)
      for (const { validTime, value } of properties['maxTemperature']?.values ?? []) {
        const day = days.find(({ date }) => date === dateOf(Date.parse(validTime.split('/')[0] ?? '')))
        if (day !== undefined && value !== null)
          assert.ok((day.temperatureMax ?? -99) >= value - 0.0001 && (day.temperatureMax ?? 99) <= value + 3, day.date)
      }
      for (const day of days.slice(1, 3)) {
        const hours = Array.from({ length: 49 }, (_, index) => Date.parse(day.time) + (index - 12) * HOUR).filter(
          (ms) => dateOf(ms) === day.date,
        )
        const rates = hours.map((ms) => recordedAt(properties['quantitativePrecipitation'], ms))
        if (rates.includes(null)) continue
        const sum = rates.reduce((total, rate) => total + (rate?.value ?? 0) / (rate?.hours ?? 1), 0)
        assert.ok(Math.abs((day.precipitation ?? -1) - sum) < 0.001, `${day.date}: ${day.precipitation} of ${sum}`)
      }
    })
  }

  it('the hourly forecast of the same grid has the same probabilities, temperatures and humidity', async () => {
    const [albany] = CASES
    assert.ok(albany !== undefined)
    const { bundle } = await read(albany)
    const forecast = JSON.parse(readFileSync(new URL('forecast_hourly_albany_2026.json', RECORDED), 'utf8')) as {
      properties: { periods: { startTime: string; temperature: number; probabilityOfPrecipitation: { value: number } }[] }
    }
    const byTime = new Map(bundle.scopes.hourly?.points.map((hour) => [Date.parse(hour.time), hour]))
    let compared = 0
    for (const { startTime, temperature, probabilityOfPrecipitation } of forecast.properties.periods) {
      const hour = byTime.get(Date.parse(startTime))
      if (hour === undefined || hour.temperature === null) continue
      assert.equal(Math.round(hour.temperature * 1.8 + 32), temperature, startTime)
      assert.equal(Math.round((hour.precipitationProbability ?? -1) * 100), probabilityOfPrecipitation.value, startTime)
      compared += 1
    }
    assert.ok(compared > 140)
  })
})
