import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../../test/helpers/app.ts'

const UNLIMITED = 'weather=0,geocode=0,upstream=0,upstream-day=0,upstream-geocode=0,upstream-tiles=0'

describe('a search for a place', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ env: { RATE_LIMITS: UNLIMITED } })
  })
  after(() => app.close())
  beforeEach(() => {
    app.simulator.reset()
    // Beyond all results of earlier tests, and beyond the pause of a breaker.
    app.clock.advance({ hours: 31 * 24 })
  })

  const get = (query: string) => app.get(`/api/geocode?${query}`)
  const calls = () => app.simulator.calls().byProduct['openweather/geo'] ?? 0
  const failing = () => app.simulator.setFaults([{ kind: 'status', status: 503, match: { provider: 'openweather' } }])

  it('causes one call if many ask the same at once', async () => {
    app.simulator.setFaults([{ kind: 'delay', delayMs: 100 }])
    const answers = await Promise.all(Array.from({ length: 12 }, () => get('q=Paris')))
    assert.ok(answers.every(({ body }) => body[0].country === 'FR'))
    assert.equal(calls(), 1)
  })

  it('is remembered on another node, and after a restart', async () => {
    const first = await get('q=Tokyo')
    await app.services.places.geocode.drain()
    const node = await createTestApp({ sharing: app, env: { RATE_LIMITS: UNLIMITED } })
    try {
      const other = await node.get('/api/geocode?q=tokyo')
      assert.deepEqual(other.body, first.body)
      assert.equal(other.headers.get('x-cache'), 'database')
    } finally {
      await node.close()
    }
    assert.equal(calls(), 1)
  })

  it('causes one call if two nodes are asked the same at once', async () => {
    const node = await createTestApp({ sharing: app, env: { RATE_LIMITS: UNLIMITED } })
    try {
      app.simulator.setFaults([{ kind: 'delay', delayMs: 150 }])
      const [one, other] = await Promise.all([get('q=Madrid'), node.get('/api/geocode?q=MADRID')])
      assert.deepEqual(one.body, other.body)
      assert.equal(calls(), 1)
    } finally {
      await node.close()
    }
  })

  it('is served from results older than a week, which are refreshed in the background', async () => {
    await get('q=Rome')
    app.clock.advance({ hours: 8 * 24 })
    const stale = await get('q=Rome')
    assert.equal(stale.headers.get('x-cache'), 'memory')
    assert.match(stale.headers.get('cache-control') ?? '', /^public, max-age=0, stale-while-revalidate=/)
    await app.services.places.geocode.drain()
    assert.equal(calls(), 2)
    assert.match((await get('q=Rome')).headers.get('cache-status') ?? '', /ttl=604800/)
    assert.equal(calls(), 2)
  })

  it('while the provider fails, is served from results up to 30 days old', async () => {
    const found = await get('q=Vienna')
    failing()
    app.clock.advance({ hours: 30 * 24 - 1 })
    const old = await get('q=Vienna')
    assert.deepEqual([old.status, old.headers.get('x-cache'), old.body], [200, 'memory', found.body])
  })

  it('is then served by the gazetteer, with its credit and a short cache time', async () => {
    failing()
    const answer = await get('q=springfield&country=US')
    assert.deepEqual([answer.status, answer.headers.get('x-cache')], [200, 'gazetteer'])
    assert.ok(answer.body.map(({ label }: { label: string }) => label).includes('Springfield, Illinois, US'))
    assert.equal(answer.body.length, 5)
    assert.match(answer.headers.get('link') ?? '', /creativecommons\.org\/licenses\/by\/4\.0/)
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=60, stale-while-revalidate=0, stale-if-error=0')
    app.simulator.reset()
    app.clock.advance({ hours: 1 })
    assert.equal((await get('q=springfield&country=US')).headers.get('x-cache'), 'upstream')
  })

  it('is served by the gazetteer within the deadline if the provider hangs', async () => {
    const node = await createTestApp({
      sharing: app,
      env: { RATE_LIMITS: UNLIMITED, UPSTREAM_TIMEOUT_MS: '1000', REQUEST_TIMEOUT_MS: '150' },
    })
    try {
      app.simulator.setFaults([{ kind: 'hang', match: { provider: 'openweather' } }])
      assert.equal((await node.get('/api/geocode?q=Munich')).headers.get('x-cache'), 'gazetteer')
    } finally {
      await node.close()
    }
  })

  it('by coordinates is the point itself, called after the town there, without a call', async () => {
    const found = await get('q=52.5163,%2013.3777')
    const [berlin] = found.body
    assert.deepEqual(
      [berlin.lat, berlin.lon, berlin.country, berlin.label],
      [52.5163, 13.3777, 'DE', `52.5163, 13.3777 (${berlin.name}, DE)`],
    )
    assert.match(found.headers.get('link') ?? '', /geonames/)
    const sea = await get(`q=${encodeURIComponent('40°30′N 40°15′W')}`)
    const label = '40.5, -40.25'
    assert.deepEqual(sea.body, [{ name: label, country: 'ZZ', state: null, lat: 40.5, lon: -40.25, label, match: 'exact' }])
    assert.equal(sea.headers.get('link'), null)
    assert.deepEqual((await get('q=52.5163,13.3777&country=FR')).body, [])
    assert.equal(calls(), 0)
  })

  it('counts its calls as geocoding, never as weather', async () => {
    await get('q=Oslo')
    await app.services.gateway.drain()
    const { rows } = await app.database.pool.query(
      "select product, cause, outcome from upstream_call where cause = 'geocode' order by id desc limit 1",
    )
    assert.deepEqual(rows, [{ product: 'openweather/geocoding', cause: 'geocode', outcome: 'ok' }])
  })
})
