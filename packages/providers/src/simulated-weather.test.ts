import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Cell } from '@isobar/weather'
import { type Simulator, startSimulator } from '../../../tools/upstream-simulator/simulator.ts'
import { createOpenMeteo } from './open-meteo/index.ts'
import type { PaidCalls, Provider, WeatherCapability } from './provider.ts'
import { BERLIN, NOW, WEATHER_CASES } from './testing/weather-cases.ts'

/** The fewest hours that each has, and the most whole days that are asked of one. */
const [HOURS, MAX_DAYS] = [47, 8]
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
async function fetchAll(weather: WeatherCapability, cell: Cell) {
  const bundles = []
  for (const group of weather.groups) bundles.push(await weather.fetch(cell, group, calls, NOW))
  const [first] = bundles
  assert.ok(first !== undefined && bundles.every(({ simulated }) => simulated))
  return { ...first, scopes: Object.assign({}, ...bundles.map(({ scopes }) => scopes)) as (typeof first)['scopes'] }
}

function weatherOf({ weather }: Provider): WeatherCapability {
  assert.ok(weather !== undefined)
  return weather
}

/** Every provider of a series of hours but the one that it is compared with. */
const CASES = WEATHER_CASES.flatMap(({ what, open, place = BERLIN }) => {
  const openAt = (baseUrl: URL): WeatherCapability => weatherOf(open({ baseUrl, key: () => 'k' }))
  const { groups, lacks = [], forecastDays = 0 } = openAt(new URL('http://upstream.test'))
  const scopes = groups.flat()
  return what === 'open-meteo' || !scopes.includes('hourly')
    ? []
    : [{ what, openAt, cell: place.cell, hasMinutes: !lacks.includes('minutely'), days: Math.min(forecastDays, MAX_DAYS) - 1 }]
})

/** One world, seen by models that are slightly off: values must be alike, in the same units and of the same hour. */
for (const { what, openAt, cell, hasMinutes, days } of CASES)
  describe(`${what} on the simulator`, () => {
    const both = async () => {
      const baseUrl = new URL(simulator.url)
      const [ours, reference] = [
        await fetchAll(openAt(baseUrl), cell),
        await fetchAll(createOpenMeteo({ baseUrl, key: () => null }).weather, cell),
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
      assert.ok(points.length >= HOURS, `${points.length} hours`)
      assert.deepEqual(
        { firstPointsTime: points[0]?.time, firstOthersTime: others[0]?.time },
        { firstPointsTime: '2026-09-19T10:00:00Z', firstOthersTime: '2026-09-19T10:00:00Z' },
      )
      others.slice(0, HOURS).forEach((other, index) => {
        const point = points[index]
        assert.equal(point?.time, other.time)
        near(point?.temperature, other.temperature, 5, `temperature at ${other.time}`)
        if (point?.pressure !== null) near(point?.pressure, other.pressure, 1, 'pressure')
        near(point?.windSpeed, other.windSpeed, 4, 'wind')
        near(point?.cloudCover, other.cloudCover, 40, 'clouds')
        assert.notEqual(point?.condition, null)
      })
      const sum = (list: typeof points) => list.slice(0, HOURS).reduce((total, { precipitation }) => total + (precipitation ?? 0), 0)
      // Some do not say how much falls in an hour.
      const knowsAmounts = points.slice(0, HOURS).every(({ precipitation }) => precipitation !== null)
      if (knowsAmounts) near(sum(points), sum(others), 12, 'sum of precipitation')
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
      const { minutely } = (await fetchAll(openAt(new URL(simulator.url)), cell)).scopes
      assert.equal(minutely?.available === true && minutely.points.length >= 60, hasMinutes)
    })
  })
