import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type CellScope, toCell } from '@isobar/weather'
import { APPLE_IDENTITY, newPrivateKey } from '../../../test/helpers/weatherkit.ts'
import { type Simulator, startSimulator } from '../../../tools/upstream-simulator/simulator.ts'
import { createBrightSky } from './bright-sky/index.ts'
import { createMetNorwayWeather } from './met-norway/weather.ts'
import { createNwsWeather } from './nws/weather.ts'
import { createOpenMeteo } from './open-meteo/index.ts'
import { createPirateWeather } from './pirate-weather/index.ts'
import type { PaidCalls, WeatherCapability } from './provider.ts'
import { createTomorrowIo } from './tomorrow-io/index.ts'
import { createVisualCrossing } from './visual-crossing/index.ts'
import { createWeatherApi } from './weatherapi/index.ts'
import { createWeatherKit } from './weatherkit/index.ts'

const NOW = Date.parse('2026-09-19T10:20:30Z')
let simulator: Simulator

before(async () => {
  simulator = await startSimulator({ port: 0, now: () => NOW })
})
after(() => simulator.close())

const calls: PaidCalls = {
  async get({ url, headers }) {
    const answer = await fetch(url, { headers: { 'user-agent': 'isobar-tests (tests@example.org)', ...headers } })
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body: Buffer.from(await answer.arrayBuffer()) }
  },
}

/** All scopes that a provider has at a place. */
async function fetchAll(weather: WeatherCapability, lat: number, lon: number) {
  const bundles = []
  for (const group of weather.groups) bundles.push(await weather.fetch(toCell(lat, lon), group, calls, NOW))
  const [first] = bundles
  assert.ok(first !== undefined && bundles.every(({ simulated }) => simulated))
  return { ...first, scopes: Object.assign({}, ...bundles.map(({ scopes }) => scopes)) as (typeof first)['scopes'] }
}

interface Case {
  readonly what: string
  readonly open: (baseUrl: URL) => WeatherCapability
  readonly place: readonly [lat: number, lon: number]
  /** What it lacks at all times. */
  readonly without: readonly CellScope[]
  /** The fewest hours and whole days. */
  readonly hours: number
  readonly days: number
  /** False: its hours are without amounts. */
  readonly amounts?: boolean
}

const CASES: readonly Case[] = [
  {
    what: 'met-norway',
    open: (baseUrl) => createMetNorwayWeather({ baseUrl, contact: 'tests@example.org' }),
    place: [59.91, 10.75],
    without: [],
    hours: 48,
    days: 8,
  },
  {
    what: 'nws',
    open: (baseUrl) => createNwsWeather({ baseUrl }),
    place: [39.11, -94.63],
    without: ['minutely'],
    hours: 48,
    days: 6,
    amounts: false,
  },
  {
    what: 'bright-sky',
    open: (baseUrl) => createBrightSky({ baseUrl }).weather,
    place: [52.52, 13.41],
    without: ['minutely'],
    hours: 48,
    days: 8,
  },
  {
    what: 'pirate-weather',
    open: (baseUrl) => createPirateWeather({ baseUrl, key: () => 'k', keyPlacement: 'header' }).weather,
    place: [52.52, 13.41],
    without: [],
    hours: 47,
    days: 8,
  },
  {
    what: 'tomorrow-io',
    open: (baseUrl) => createTomorrowIo({ baseUrl, key: () => 'k' }).weather,
    place: [52.52, 13.41],
    without: [],
    hours: 48,
    days: 4,
  },
  {
    what: 'visual-crossing',
    open: (baseUrl) => createVisualCrossing({ baseUrl, key: () => 'k' }).weather,
    place: [52.52, 13.41],
    without: ['minutely'],
    hours: 48,
    days: 15,
  },
  {
    what: 'weatherapi',
    open: (baseUrl) => createWeatherApi({ baseUrl, key: () => 'k' }).weather,
    place: [52.52, 13.41],
    without: ['minutely'],
    hours: 48,
    days: 7,
  },
  {
    what: 'weatherkit',
    open(baseUrl) {
      const key = newPrivateKey()
      return createWeatherKit({ baseUrl, key: () => key, identity: APPLE_IDENTITY }).weather
    },
    place: [52.52, 13.41],
    without: [],
    hours: 48,
    days: 10,
  },
]

/** One world, seen by models that are slightly off: values must be alike, in the same units and of the same hour. */
for (const { what, open, place, without, hours, days, amounts = true } of CASES)
  describe(`${what} on the simulator`, () => {
    const both = async () => {
      const baseUrl = new URL(simulator.url)
      const [ours, reference] = [
        await fetchAll(open(baseUrl), ...place),
        await fetchAll(createOpenMeteo({ baseUrl, key: () => null }).weather, ...place),
      ]
      return { ours, reference }
    }

    it('has current weather, hours and days, as Open-Meteo sees them', async () => {
      const { ours, reference } = await both()
      assert.equal(ours.timezone, reference.timezone)
      const near = (a: number | null | undefined, b: number | null | undefined, by: number, name: string) =>
        assert.ok(typeof a === 'number' && typeof b === 'number' && Math.abs(a - b) <= by, `${name}: ${a} and ${b}`)
      near(ours.scopes.current?.temperature, reference.scopes.current?.temperature, 4, 'temperature now')
      const points = ours.scopes.hourly?.points ?? []
      const others = reference.scopes.hourly?.points ?? []
      assert.ok(points.length >= hours, `${points.length} hours`)
      assert.deepEqual(
        { firstPointsTime: points[0]?.time, firstOthersTime: others[0]?.time },
        { firstPointsTime: '2026-09-19T10:00:00Z', firstOthersTime: '2026-09-19T10:00:00Z' },
      )
      others.slice(0, hours).forEach((other, index) => {
        const point = points[index]
        assert.equal(point?.time, other.time)
        near(point?.temperature, other.temperature, 5, `temperature at ${other.time}`)
        if (point?.pressure !== null) near(point?.pressure, other.pressure, 1, 'pressure')
        near(point?.windSpeed, other.windSpeed, 4, 'wind')
        near(point?.cloudCover, other.cloudCover, 40, 'clouds')
        assert.notEqual(point?.condition, null)
      })
      const sum = (list: typeof points) => list.slice(0, hours).reduce((total, { precipitation }) => total + (precipitation ?? 0), 0)
      if (amounts) near(sum(points), sum(others), 12, 'sum of precipitation')
      const whole = (ours.scopes.daily?.points ?? []).filter(
        ({ temperatureMax, temperatureMin }) => temperatureMax !== null && temperatureMin !== null,
      )
      assert.ok(whole.length >= days, `${whole.length} days`)
      // Forecast errors grow with the lead, each model's its own.
      for (const day of whole.slice(0, 3)) {
        const other = reference.scopes.daily?.points.find(({ date }) => date === day.date)
        near(day.temperatureMax, other?.temperatureMax, 6, `high of ${day.date}`)
        near(day.temperatureMin, other?.temperatureMin, 6, `low of ${day.date}`)
      }
    })

    it('has minutes where it says so', async () => {
      const { scopes } = await fetchAll(open(new URL(simulator.url)), ...place)
      const hasMinutes = scopes.minutely?.available === true && scopes.minutely.points.length >= 60
      assert.equal(hasMinutes, !without.includes('minutely'))
    })
  })
