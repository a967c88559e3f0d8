import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { type CellScope, toCell } from '@isobar/weather'
import { createTestApp } from '../../test/helpers/app.ts'
import { APPLE_ENVIRONMENT, newPrivateKey } from '../../test/helpers/weatherkit.ts'
import { askFor } from './testing/ask.ts'

const SCOPES: readonly CellScope[] = ['current', 'hourly', 'daily', 'minutely']

/** A service whose first provider is this one, and its answers at a place: sources, availability and calls. */
async function answers(t: TestContext, provider: string, [lat, lon]: readonly [number, number], env: Record<string, string> = {}) {
  const app = await createTestApp({ env: { WEATHER_PROVIDERS: provider, UPSTREAM_CONTACT: 'ops@example.org', ...env } })
  t.after(() => app.close())
  const found = []
  for (const scope of SCOPES) {
    const { source, data } = await askFor(app, toCell(lat, lon), scope)
    found.push([scope, source, !('available' in data) || data.available])
  }
  await app.services.gateway.drain()
  const { rows } = await app.database.pool.query(`select product, count(*)::int as calls from upstream_call group by 1 order by 1`)
  const calls = Object.fromEntries(rows.map(({ product, calls: count }) => [product, count]))
  const made = Object.values<number>(calls).reduce((a, b) => a + b, 0)
  assert.equal(app.simulator.calls().total, made)
  return { found, calls, app }
}

describe('a service on one provider', () => {
  it('met-norway: forecasts and minutes, a call each', async (t) => {
    const { found, calls } = await answers(t, 'met-norway', [59.91, 10.75])
    assert.deepEqual(
      found,
      SCOPES.map((scope) => [scope, 'met-norway', true]),
    )
    assert.deepEqual(calls, { 'met-norway/locationforecast': 1, 'met-norway/nowcast': 1 })
  })

  it('bright-sky: everything but minutes with one call', async (t) => {
    const { found, calls } = await answers(t, 'bright-sky', [52.52, 13.41])
    assert.deepEqual(
      found,
      SCOPES.map((scope) => [scope, 'bright-sky', scope !== 'minutely']),
    )
    assert.deepEqual(calls, { 'bright-sky/weather': 1 })
  })

  it('pirate-weather: everything with one call', async (t) => {
    const { found, calls } = await answers(t, 'pirate-weather', [52.52, 13.41], { PIRATE_WEATHER_API_KEY: 'k3y-0123456789' })
    assert.deepEqual(
      found,
      SCOPES.map((scope) => [scope, 'pirate-weather', true]),
    )
    assert.deepEqual(calls, { 'pirate-weather/forecast': 1 })
  })

  it('visual-crossing: everything but minutes with one call', async (t) => {
    const { found, calls } = await answers(t, 'visual-crossing', [52.52, 13.41], { VISUAL_CROSSING_API_KEY: 'k3y-0123456789' })
    assert.deepEqual(
      found,
      SCOPES.map((scope) => [scope, 'visual-crossing', scope !== 'minutely']),
    )
    assert.deepEqual(calls, { 'visual-crossing/timeline': 1 })
  })

  it('weatherapi: everything but minutes with one call', async (t) => {
    const { found, calls } = await answers(t, 'weatherapi', [52.52, 13.41], { WEATHERAPI_API_KEY: 'k3y-0123456789' })
    assert.deepEqual(
      found,
      SCOPES.map((scope) => [scope, 'weatherapi', scope !== 'minutely']),
    )
    assert.deepEqual(calls, { 'weatherapi/forecast': 1 })
  })

  it('tomorrow-io: everything with one call, within its limit of an hour', async (t) => {
    const { found, calls, app } = await answers(t, 'tomorrow-io', [52.52, 13.41], {
      TOMORROW_IO_API_KEY: 'k3y-0123456789',
      TOMORROW_IO_HOURLY_LIMIT: '1',
    })
    assert.deepEqual(
      found,
      SCOPES.map((scope) => [scope, 'tomorrow-io', true]),
    )
    assert.deepEqual(calls, { 'tomorrow-io/forecast': 1 })
    await assert.rejects(askFor(app, toCell(48.14, 11.58), 'current'))
    assert.equal(app.simulator.calls().total, 1)
    app.clock.advance({ hours: 1 })
    assert.equal((await askFor(app, toCell(48.14, 11.58), 'current')).source, 'tomorrow-io')
  })

  it('weatherkit: everything with one call', async (t) => {
    const env = { ...APPLE_ENVIRONMENT, WEATHERKIT_API_KEY: newPrivateKey() }
    const { found, calls } = await answers(t, 'weatherkit', [52.52, 13.41], env)
    assert.deepEqual(
      found,
      SCOPES.map((scope) => [scope, 'weatherkit', true]),
    )
    assert.deepEqual(calls, { 'weatherkit/weather': 1 })
  })

  it('nws: two calls for a new place, one of them once; its alerts are another product', async (t) => {
    const { found, app } = await answers(t, 'nws', [39.11, -94.63])
    assert.deepEqual(
      found,
      SCOPES.map((scope) => [scope, 'nws', scope !== 'minutely']),
    )
    const { byProduct } = app.simulator.calls()
    assert.deepEqual({ nwsPoints: byProduct['nws/points'], nwsForecast: byProduct['nws/forecast'] }, { nwsPoints: 1, nwsForecast: 1 })
  })
})

it('a source whose other scopes are shown already is what is left for this one, too', async (t) => {
  const app = await createTestApp({ env: { WEATHER_PROVIDERS: 'met-norway,openweather,open-meteo', UPSTREAM_CONTACT: 'ops@example.org' } })
  t.after(() => app.close())
  const down = { kind: 'status', status: 502 } as const
  const slow = '/weatherapi/locationforecast'
  app.simulator.setFaults([
    { kind: 'delay', delayMs: 500, match: { path: slow } },
    { ...down, match: { provider: 'met-norway' } },
    { ...down, match: { provider: 'openweather' } },
  ])
  const copenhagen = '/api/weather?lat=55.68&lon=12.57&scope='
  // Open-Meteo answers for the minutes, of which it knows that it has none, while MET Norway has not failed for the present yet.
  const [current, minutely] = await Promise.all([app.get(`${copenhagen}current`), app.get(`${copenhagen}minutely`)])
  assert.deepEqual(
    { status: minutely.status, source: minutely.body.source, available: minutely.body.available },
    { status: 200, source: 'open-meteo', available: false },
  )
  assert.deepEqual({ status: current.status, source: current.body.source }, { status: 200, source: 'open-meteo' })
  assert.equal(app.simulator.calls().byProduct['open-meteo/forecast'], 1)
})
