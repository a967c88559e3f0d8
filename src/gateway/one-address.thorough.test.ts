import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { createTestApp, type TestAnswer, type TestApp } from '../../test/helpers/app.ts'

/** With the default limits of providers and clients; only requests as such are unlimited. */
describe('one address at full speed', () => {
  const open: TestApp[] = []
  const start = async (env: Record<string, string> = {}): Promise<TestApp> => {
    const app = await createTestApp({
      env: {
        RATE_LIMITS: 'weather=0,tiles=0,geocode=0',
        TRUST_PROXY: '1',
        ...env,
      },
    })
    open.push(app)
    return app
  }
  afterEach(async () => {
    for (const app of open.splice(0).reverse()) await app.close()
  })
  const GREEDY = '203.0.113.7'
  const OTHER = '203.0.113.8'
  const from = (app: TestApp, ip: string, path: string) => app.get(path, { 'x-forwarded-for': ip })
  const many = (app: TestApp, n: number, path: (i: number) => string) =>
    Promise.all(Array.from({ length: n }, (_, i) => from(app, GREEDY, path(i))))
  const weather = (i: number) => `/api/weather?lat=${(i / 10).toFixed(1)}&lon=20&scope=current`
  const tile = (i: number) => `/api/weather/map-tile/clouds/5/${i % 32}/${7 + Math.floor(i / 32)}?exact=true`
  const place = (i: number) => `/api/geocode?q=Xqz${String.fromCharCode(97 + (i % 26), 97 + Math.floor(i / 26))}`
  const count = (answers: readonly TestAnswer[], status: number) => answers.filter((each) => each.status === status).length

  it('leaves cold weather, tiles and place names for everybody else', async () => {
    const app = await start()
    await many(app, 70, weather)
    await many(app, 70, tile)
    await many(app, 70, place)
    // Of the tiles beyond its share, the two that show them in a lower zoom are nobody's.
    const products = app.simulator.calls().byProduct
    assert.deepEqual(
      {
        openweatherOnecall: products['openweather/onecall'],
        openweatherTiles: products['openweather/tiles'],
        openweatherGeo: products['openweather/geo'],
      },
      { openweatherOnecall: 20, openweatherTiles: 22, openweatherGeo: 20 },
    )
    const cold = await from(app, OTHER, weather(-5))
    assert.deepEqual({ status: cold.status, source: cold.body.source }, { status: 200, source: 'openweather' })
    assert.equal((await from(app, OTHER, tile(200))).status, 200)
    const found = await from(app, OTHER, '/api/geocode?q=Berlin')
    assert.deepEqual({ status: found.status, xCache: found.headers.get('x-cache') }, { status: 200, xCache: 'upstream' })
  })

  it('is answered from the second provider beyond its share, then told which limit it has reached', async () => {
    const app = await start()
    const answers = await many(app, 70, weather)
    const sources = answers.map(({ body }) => body.source)
    assert.deepEqual(
      [sources.filter((source) => source === 'openweather').length, sources.filter((source) => source === 'open-meteo').length],
      [20, 30],
    )
    const refused = answers.filter(({ status }) => status === 429)
    assert.equal(refused.length, 20)
    for (const { body, headers } of refused) {
      assert.equal(body.error, 'rate_limited')
      assert.match(body.message, /"upstream": 20 a minute/)
      assert.equal(headers.get('ratelimit-policy'), '"upstream";q=20;w=60')
      assert.equal(headers.get('ratelimit'), `"upstream";r=0;t=${body.retryAfterSeconds}`)
      assert.equal(headers.get('retry-after'), String(body.retryAfterSeconds))
    }
  })

  it('gets cached data of a place before a call to the second provider is paid for', async () => {
    const app = await start()
    await from(app, OTHER, weather(500))
    app.clock.advance({ hours: 3 })
    await many(app, 20, weather)
    const { body } = await from(app, GREEDY, weather(500))
    assert.deepEqual(
      { source: body.source, freshness: body.freshness, tokensUsed: body.tokensUsed },
      { source: 'openweather', freshness: 'emergency', tokensUsed: 0 },
    )
    assert.equal((await from(app, OTHER, weather(500))).body.freshness, 'fresh')
  })

  it('gets coarser tiles beyond its share, and without those is told the limit by name; for place names the gazetteer answers', async () => {
    const app = await start()
    const tiles = await many(app, 20, tile)
    app.simulator.setFaults([{ kind: 'status', status: 500, match: { product: 'openweather/tiles' } }])
    const refused = await from(app, GREEDY, tile(20))
    assert.deepEqual({ count: count(tiles, 200), status: refused.status }, { count: 20, status: 429 })
    assert.equal(refused.headers.get('ratelimit-policy'), '"upstream-tiles";q=20;w=60')
    app.simulator.setFaults([])
    app.clock.advance({ seconds: 11 })
    const coarse = await from(app, GREEDY, tile(20))
    assert.deepEqual({ status: coarse.status, age: coarse.headers.get('age') }, { status: 200, age: null })
    assert.match(coarse.headers.get('cache-control') ?? '', /^public, max-age=60,/)
    const places = await many(app, 25, place)
    assert.equal(count(places, 200), 25)
    assert.equal(places.filter(({ headers }) => headers.get('x-cache') === 'gazetteer').length, 5)
    assert.equal((await from(app, GREEDY, '/api/geocode?q=Wichita')).headers.get('x-cache'), 'gazetteer')
  })

  it('spends no more than its share on background refreshes, and does not stop those of others', async () => {
    const app = await start({ OPENWEATHER_MINUTE_LIMIT: '300', RATE_LIMITS: 'weather=0,upstream=5,upstream-day=0' })
    for (let i = 0; i < 30; i++) await from(app, `203.0.113.${100 + i}`, weather(i))
    await app.services.gateway.drain()
    app.clock.advance({ minutes: 15 })
    const before = app.simulator.calls().byProvider['openweather'] ?? 0
    for (let i = 0; i < 25; i++) {
      assert.equal((await from(app, GREEDY, weather(i))).body.freshness, 'acceptable')
      await app.services.gateway.drain()
    }
    assert.equal((app.simulator.calls().byProvider['openweather'] ?? 0) - before, 5)
    await from(app, OTHER, weather(28))
    await app.services.gateway.drain()
    assert.equal((app.simulator.calls().byProvider['openweather'] ?? 0) - before, 6)
  })

  it('does not fail others who wait for the same tile', async () => {
    const app = await start({ RATE_LIMITS: 'tiles=0,upstream-tiles=1' })
    await from(app, GREEDY, tile(1))
    const answers = await Promise.all([from(app, GREEDY, tile(2)), from(app, GREEDY, tile(2)), from(app, OTHER, tile(2))])
    assert.equal(answers[2]?.status, 200)
  })
})
