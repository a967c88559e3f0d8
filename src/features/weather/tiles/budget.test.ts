import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, NO_SHARES, type TestApp } from '../../../../test/helpers/app.ts'

const CLOUDS = '/api/weather/map-tile/clouds/3/4/2.png'

const calls = (app: TestApp): number => app.simulator.calls().byProduct['openweather/tiles'] ?? 0

describe('the budget of map tiles', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ env: { RATE_LIMITS: `tiles=0,${NO_SHARES}` } })
  })
  after(() => app.close())

  it('is separate, stops at 60 a minute, and still serves the last good tile', async () => {
    const good = (await app.get(CLOUDS)).headers.get('etag')
    app.clock.advance({ minutes: 11 })
    const paths = Array.from({ length: 70 }, (_, i) => `/api/weather/map-tile/pressure/5/${i % 32}/${1 + Math.floor(i / 32)}?exact=true`)
    const answers = await Promise.all(paths.map((path) => app.get(path)))
    const statuses = answers.map((answer) => answer.status)
    assert.equal(statuses.filter((status) => status === 200).length, 60)
    assert.equal(statuses.filter((status) => status === 429).length, 10)
    assert.equal(calls(app), 61)
    const last = await app.get(CLOUDS)
    assert.deepEqual({ status: last.status, etag: last.headers.get('etag') }, { status: 200, etag: good })
    const spent = await app.get('/api/weather/map-tile/pressure/8/1/1')
    assert.deepEqual(
      { status: spent.status, error: spent.body.error, retryAfterSeconds: spent.body.retryAfterSeconds },
      { status: 429, error: 'rate_limited', retryAfterSeconds: 60 },
    )
    assert.equal((await app.get('/api/weather?lat=52.52&lon=13.41&scope=current')).status, 200)
    app.clock.advance({ minutes: 1 })
    assert.equal((await app.get('/api/weather/map-tile/pressure/8/1/1')).status, 200)
  })

  it('writes one ledger row for each call, with its cause', async () => {
    await app.services.tiles.drain()
    await app.services.gateway.drain()
    const { rows } = await app.database.pool.query(
      `select cause, outcome, count(*)::int as n from upstream_call where product = 'openweather/tiles' group by 1, 2`,
    )
    assert.deepEqual(rows, [{ cause: 'tile', outcome: 'ok', n: calls(app) }])
  })

  it('never exposes the key', async () => {
    const key = 'test-weather-key'
    app.simulator.setFaults([{ kind: 'status', status: 401, match: { product: 'openweather/tiles' } }])
    app.clock.advance({ minutes: 2 })
    const { headers, text } = await app.get('/api/weather/map-tile/clouds/5/9/9?exact=true')
    assert.ok(!text.includes(key) && !JSON.stringify([...headers]).includes(key))
    assert.ok(!app.logLines.join('').includes(key))
  })
})
