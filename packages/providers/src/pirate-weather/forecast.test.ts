import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { ProviderFailure, type UpstreamRequest } from '../provider.ts'
import { createPirateWeather } from './index.ts'

const RECORDED = new URL('../../../../../shared/upstream-samples/pirate-weather/', import.meta.url)
const NOW = Date.parse('2026-09-19T10:20:30Z')
type Point = Record<string, number | string>
interface Body {
  timezone: string
  currently?: Point
  minutely?: { data: Point[] }
  hourly?: { data: Point[] }
  daily?: { data: Point[] }
  flags: { units: string }
}
const fixture = () => JSON.parse(readFileSync(new URL('./fixtures/forecast.json', import.meta.url), 'utf8')) as Body

async function fetch(body: unknown, now = NOW, cell = toCell(52.52, 13.405), keyPlacement: 'header' | 'path' = 'header') {
  const asked: UpstreamRequest[] = []
  const calls = {
    get: async (request: UpstreamRequest) => {
      asked.push(request)
      return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) }
    },
  }
  const { weather } = createPirateWeather({ baseUrl: new URL('https://api.test'), key: () => 'k/1', keyPlacement })
  return { ...(await weather.fetch(cell, ['hourly'], calls, now)), asked }
}

describe('an answer of Pirate Weather', () => {
  it('is asked for in SI units, with the key in a header, or in the path if wanted', async () => {
    const [request] = (await fetch(fixture())).asked
    assert.equal(request?.url.href, 'https://api.test/forecast/key/52.52,13.41?units=si&exclude=alerts&extend=hourly&lang=en')
    assert.deepEqual(request?.headers, { apikey: 'k/1' })
    const [inPath] = (await fetch(fixture(), NOW, toCell(52.52, 13.405), 'path')).asked
    assert.equal(inPath?.url.pathname, '/forecast/k%2F1/52.52,13.41')
    assert.deepEqual(inPath?.headers, {})
  })

  it('has water in hours, by what falls; percentages and metres', async () => {
    const { hourly } = (await fetch(fixture())).scopes
    assert.deepEqual(
      hourly?.points.map(({ condition, precipitation, rain, snow }) => [condition, precipitation, rain, snow]),
      [
        ['light_rain', 1.25, 1.25, 0],
        ['heavy_rain', 12, 12, 0],
        ['snow', 0.8, 0, 0.8],
        ['sleet', 0.6, null, null],
        ['mostly_clear', 0, 0, 0],
        ['haze', 0, 0, 0],
      ],
    )
    const [first] = hourly?.points ?? []
    assert.deepEqual(
      {
        humidity: first?.humidity,
        cloudCover: first?.cloudCover,
        visibility: first?.visibility,
        precipitationProbability: first?.precipitationProbability,
        feelsLike: first?.feelsLike,
      },
      { humidity: 71, cloudCover: 90, visibility: 16_090, precipitationProbability: 0.5, feelsLike: 10.6 },
    )
  })

  it('has days from today on; their amounts only where the temperatures leave no doubt what they are of', async () => {
    const { daily, current } = (await fetch(fixture())).scopes
    assert.deepEqual(
      daily?.points.map(({ date, temperatureMin, temperatureMax, precipitation, rain, snow, windSpeed, windGust }) => [
        date,
        temperatureMin,
        temperatureMax,
        precipitation,
        rain,
        snow,
        windSpeed,
        windGust,
      ]),
      [
        ['2026-09-19', 7.7, 14.3, 12, 12, 0, null, 11.2],
        ['2026-09-20', -6, -1.5, 2.5, 0, 2.5, null, 11.2],
        ['2026-09-21', -1, 4.2, null, null, null, null, 11.2],
        ['2026-09-22', 2, 9, 0, 0, 0, null, 11.2],
      ],
    )
    assert.deepEqual(
      { currentSunrise: current?.sunrise, firstPointsSunrise: daily?.points[0]?.sunrise, moonPhase: daily?.points[0]?.moonPhase },
      { currentSunrise: '2026-09-19T04:50:00Z', firstPointsSunrise: '2026-09-19T04:50:00Z', moonPhase: 0.27 },
    )
  })

  it('has a rate now, which is no amount, and minutes from the current one on', async () => {
    const { current, minutely } = (await fetch(fixture())).scopes
    assert.deepEqual(
      { observedAt: current?.observedAt, precipitation: current?.precipitation, kind: current?.kind },
      { observedAt: '2026-09-19T10:20:00Z', precipitation: null, kind: 'analysis' },
    )
    assert.deepEqual(
      minutely?.points.map(({ precipitation }) => precipitation),
      [0, 1.5, 2.25],
    )
  })

  it('in other units is refused', async () => {
    const body = { ...fixture(), flags: { units: 'us' } }
    await assert.rejects(fetch(body), (error) => error instanceof ProviderFailure && error.kind === 'invalid_body')
  })

  it('survives broken points', async () => {
    const body = fixture()
    body.hourly?.data.push(null as never, {}, { time: 'x' }, { time: 1e18 }, { time: 1 })
    assert.equal((await fetch(body)).scopes.hourly?.points.length, 6)
  })
})

describe('the recorded forecast of Pirate Weather', () => {
  const FILE = new URL('forecast_newyork_si_2026_two_alerts.json', RECORDED)
  if (!existsSync(FILE)) {
    it('is read', (t) => t.skip('the recorded answers are not here'))
    return
  }
  const raw = JSON.parse(readFileSync(FILE, 'utf8')) as Required<Body>
  const now = Number(raw.currently['time']) * 1_000 + 30_000
  const read = () => fetch(raw, now, toCell(40.7128, -74.006))
  const near = (ours: number | null | undefined, sent: unknown, factor = 1) =>
    assert.ok(Math.abs((ours ?? Number.NaN) - Number(sent) * factor) < 0.06, `${ours} of ${String(sent)}`)

  it('each number of an hour and of now is the upstream’s', async () => {
    const { scopes, timezone } = await read()
    assert.equal(timezone, 'America/New_York')
    const points = scopes.hourly?.points ?? []
    assert.equal(points.length, raw.hourly.data.length)
    const [current] = [scopes.current]
    assert.ok(current !== undefined)
    for (const [ours, sent] of [
      ...points.map((point, index) => [point, raw.hourly.data[index]] as const),
      [current, raw.currently] as const,
    ]) {
      assert.equal(ours.temperature, sent?.['temperature'])
      assert.equal(ours.feelsLike, sent?.['apparentTemperature'])
      assert.equal(ours.dewPoint, sent?.['dewPoint'])
      assert.equal(ours.pressure, sent?.['pressure'])
      assert.equal(ours.windSpeed, sent?.['windSpeed'])
      assert.equal(ours.windGust, sent?.['windGust'])
      assert.equal(ours.windDirection, sent?.['windBearing'])
      assert.equal(ours.uvIndex, sent?.['uvIndex'])
      near(ours.humidity, sent?.['humidity'], 100)
      near(ours.cloudCover, sent?.['cloudCover'], 100)
      near(ours.visibility, sent?.['visibility'], 1_000)
      assert.notEqual(ours.condition, null)
    }
    points.forEach((point, index) => {
      const sent = raw.hourly.data[index]
      assert.equal(Date.parse(point.time), Number(sent?.['time']) * 1_000)
      assert.equal(point.precipitation, sent?.['precipIntensity'])
      assert.equal(point.precipitationProbability, sent?.['precipProbability'])
    })
  })

  it('each number of a day and of a minute is the upstream’s', async () => {
    const { scopes } = await read()
    assert.equal(scopes.minutely?.points.length, 61)
    scopes.minutely?.points.forEach(({ precipitation }, index) =>
      assert.equal(precipitation, raw.minutely.data[index]?.['precipIntensity']),
    )
    assert.equal(scopes.daily?.points.length, 8)
    scopes.daily?.points.forEach((day, index) => {
      const sent = raw.daily.data[index]
      assert.equal(Date.parse(day.time), Number(sent?.['time']) * 1_000)
      assert.deepEqual(
        [day.temperatureMin, day.temperatureMax, day.feelsLikeMin, day.feelsLikeMax, day.windGust, day.uvIndex, day.moonPhase],
        ['temperatureMin', 'temperatureMax', 'apparentTemperatureMin', 'apparentTemperatureMax', 'windGust', 'uvIndex', 'moonPhase'].map(
          (name) => sent?.[name],
        ),
      )
      assert.equal(Date.parse(day.sunrise ?? ''), Number(sent?.['sunriseTime']) * 1_000)
      assert.equal(Date.parse(day.sunset ?? ''), Number(sent?.['sunsetTime']) * 1_000)
      if (sent?.['precipAccumulation'] === 0)
        assert.deepEqual({ precipitation: day.precipitation, snow: day.snow }, { precipitation: 0, snow: 0 })
      // It stays below freezing: centimetres of snow, ten times their water.
      else if (Number(sent?.['temperatureMax']) <= 0) near(day.snow, sent?.['precipAccumulation'])
      else assert.equal(day.precipitation, null)
    })
  })

  it('a snow hour is ten times as deep as its water, recorded', () => {
    const us = JSON.parse(readFileSync(new URL('forecast_newyork_us_2023.json', RECORDED), 'utf8')) as Required<Body>
    const snow = us.hourly.data.filter((hour) => hour['precipType'] === 'snow' && Number(hour['precipIntensity']) > 0.002)
    assert.ok(snow.length >= 4)
    for (const hour of snow) assert.ok(Math.abs(Number(hour['precipAccumulation']) / Number(hour['precipIntensity']) - 10) < 0.1)
  })
})
