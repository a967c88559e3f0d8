import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../../test/helpers/app.ts'
import { buildGeocodeKey, parseGeocodeQuery } from './query.ts'

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
    assert.deepEqual(
      { status: old.status, xCache: old.headers.get('x-cache'), body: old.body },
      { status: 200, xCache: 'memory', body: found.body },
    )
  })

  it('is then served by the gazetteer, with its credit and a short cache time', async () => {
    failing()
    const answer = await get('q=springfield&country=US')
    assert.deepEqual({ status: answer.status, xCache: answer.headers.get('x-cache') }, { status: 200, xCache: 'gazetteer' })
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
      { lat: berlin.lat, lon: berlin.lon, country: berlin.country, label: berlin.label },
      { lat: 52.5163, lon: 13.3777, country: 'DE', label: `52.5163, 13.3777 (${berlin.name}, DE)` },
    )
    assert.match(found.headers.get('link') ?? '', /geonames/)
    const sea = await get(`q=${encodeURIComponent('40°30′N 40°15′W')}`)
    const label = '40.5, -40.25'
    assert.deepEqual(sea.body, [{ name: label, country: 'ZZ', state: null, lat: 40.5, lon: -40.25, label, match: 'exact' }])
    assert.equal(sea.headers.get('link'), null)
    assert.deepEqual((await get('q=52.5163,13.3777&country=FR')).body, [])
    assert.equal(calls(), 0)
  })

  it('for an address of email or a telephone number reaches no provider, no cache and no log', async () => {
    const lines = app.logLines.length
    const typed = ['hush.ada@example.org', '+49 170 7654321', '(212) 555-0123']
    for (const q of typed) {
      for (const path of ['/api/geocode?q=', '/geo/1.0/direct?q=', '/v1/search?name='])
        assert.equal((await app.get(path + encodeURIComponent(q))).status, 200, path + q)
      await app.get(`/weather/${encodeURIComponent(q)}`, { accept: 'text/plain' })
    }
    await app.services.places.geocode.drain()
    assert.equal(app.simulator.calls().total, 0)
    const logged = app.logLines.slice(lines).join('\n')
    for (const part of ['hush.ada', '7654321', '555-0123']) assert.ok(!logged.includes(part), part)
    const kept = typed.map((q) => buildGeocodeKey(parseGeocodeQuery({ q })))
    const { rows } = await app.database.pool.query('select key from cache_entry where key = any($1)', [kept])
    assert.deepEqual(rows, [])
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
