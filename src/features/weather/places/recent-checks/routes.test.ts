import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../../test/helpers/app.ts'

const ENV = {
  RATE_LIMITS: 'weather=0,geocode=0,upstream=0,upstream-day=0,upstream-geocode=0,upstream-tiles=0',
  TRUST_PROXY: '1',
}

describe('GET /api/recent-checks', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ env: ENV })
  })
  after(() => app.close())
  beforeEach(() => {
    app.simulator.reset()
    // Beyond the window of everything that an earlier test counted.
    app.clock.advance({ hours: 32 * 24 })
  })

  const search = (place: string, ip: string, trigger = 'search_select') =>
    app.get(`/api/weather?${place}&scope=current&trigger=${trigger}`, { 'x-forwarded-for': ip })

  /** The list once pending counts are written. */
  const list = async (node: TestApp = app, query = '') => {
    await node.services.places.searches.flush()
    app.clock.advance({ seconds: 2 })
    return node.get(`/api/recent-checks${query}`)
  }

  const BERLIN = 'lat=52.52&lon=13.41'
  const OSLO = 'lat=59.91&lon=10.75'
  const counts = (body: { checks: { lat: number; searchCount: number }[] }) => body.checks.map(({ lat, searchCount }) => [lat, searchCount])

  describe('200', () => {
    it('is empty if nothing was searched for', async () => {
      await search(BERLIN, '198.51.100.1', 'city_detail')
      const { status, body, headers } = await list()
      assert.deepEqual({ status, body }, { status: 200, body: { checks: [], source: 'empty' } })
      assert.match(headers.get('cache-control') ?? '', /^public, max-age=2,/)
    })

    it('ranks places by clients and hours, including cache hits and previews', async () => {
      await search(BERLIN, '198.51.100.1')
      await search(BERLIN, '198.51.100.2', 'search_preview')
      await search(BERLIN, '198.51.100.3')
      await search(OSLO, '198.51.100.1')
      await search(OSLO, '198.51.100.2')
      const { body } = await list()
      assert.equal(body.source, 'popular')
      assert.deepEqual(counts(body), [
        [52.52, 3],
        [59.91, 2],
      ])
      const now = app.clock.now() - 2_000
      assert.equal(Date.parse(body.checks[0].lastCheckedAt), now)
    })

    it('counts a client once for a place and hour, also on the hot path and after a flush', async () => {
      for (let round = 0; round < 4; round += 1) {
        await search(BERLIN, '198.51.100.1')
        await search('lat=52.5199&lon=13.4101', '198.51.100.1', 'search_preview')
        if (round === 1) await app.services.places.searches.flush()
      }
      await search(BERLIN, '2001:db8:1:2::1')
      await search(BERLIN, '2001:db8:1:2:ffff::9')
      assert.deepEqual(counts((await list()).body), [[52.52, 2]])
      app.clock.advance({ hours: 1 })
      await search(BERLIN, '198.51.100.1')
      assert.deepEqual(counts((await list()).body), [[52.52, 3]])
    })

    it('adds up two nodes, with each client once', async () => {
      const node = await createTestApp({ sharing: app, env: ENV })
      try {
        await search(BERLIN, '198.51.100.1')
        for (const ip of ['198.51.100.1', '198.51.100.2']) {
          await node.get(`/api/weather?${BERLIN}&scope=current&trigger=search_select`, { 'x-forwarded-for': ip })
        }
        await Promise.all([app.services.places.searches.flush(), node.services.places.searches.flush()])
        assert.deepEqual(counts((await list()).body), [[52.52, 2]])
        assert.deepEqual(counts((await list(node)).body), [[52.52, 2]])
      } finally {
        await node.close()
      }
    })

    it('includes counts that were pending when the service closed', async () => {
      const node = await createTestApp({ sharing: app, env: ENV })
      await node.get(`/api/weather?${OSLO}&scope=daily&trigger=search_select`)
      await node.close()
      assert.deepEqual(counts((await list()).body), [[59.91, 1]])
    })

    it('drops what is older than 30 days, hour by hour', async () => {
      await search(BERLIN, '198.51.100.1')
      app.clock.advance({ hours: 5 })
      await search(BERLIN, '198.51.100.1')
      await search(OSLO, '198.51.100.1')
      app.clock.advance({ hours: 30 * 24 - 5 })
      assert.deepEqual(counts((await list()).body).toSorted(), [
        [52.52, 2],
        [59.91, 1],
      ])
      app.clock.advance({ hours: 1 })
      assert.deepEqual(counts((await list()).body).toSorted(), [
        [52.52, 1],
        [59.91, 1],
      ])
      app.clock.advance({ hours: 5 })
      assert.equal((await list()).body.source, 'empty')
      const { rows } = await app.database.pool.query(
        'select (select count(*) from check_hour) + (select count(*) from check_total) as left',
      )
      assert.equal(Number(rows[0].left), 0)
    })

    it('keeps no client beyond the hour, and never an address', async () => {
      await search(BERLIN, '198.51.100.77')
      await list()
      const clients = async () => (await app.database.pool.query('select * from check_client')).rows
      const kept = await clients()
      assert.equal(kept.length, 1)
      assert.equal(kept[0].client.length, 16)
      app.clock.advance({ hours: 1, minutes: 2 })
      await list()
      assert.deepEqual(await clients(), [])
      assert.ok(!app.logLines.some((line) => line.includes('198.51.100.77')))
    })

    it('is named by geocode; a place that nobody named has no name', async () => {
      const [place] = (await app.get('/api/geocode?q=Munich&lang=de')).body
      await app.services.places.geocode.drain()
      await search(`lat=${place.lat}&lon=${place.lon}`, '198.51.100.1')
      await search('lat=-50.5&lon=-150.5', '198.51.100.2')
      const { checks } = (await list()).body
      const munich = checks.find(({ country }: { country: string }) => country === 'DE')
      assert.deepEqual({ name: munich.name, lat: munich.lat, lon: munich.lon }, { name: 'Munich', lat: place.lat, lon: place.lon })
      assert.match(munich.label, /^Munich, .*DE$/)
      const nameless = checks.find(({ lat }: { lat: number }) => lat === -50.5)
      assert.deepEqual(
        { name: nameless.name, country: nameless.country, state: nameless.state, label: nameless.label, lon: nameless.lon },
        { name: null, country: null, state: null, label: null, lon: -150.5 },
      )
    })

    it('is named by the gazetteer while the provider fails', async () => {
      app.simulator.setFaults([{ kind: 'status', status: 503, match: { path: '/geo/' } }])
      const [{ lat, lon }] = (await app.get('/api/geocode?q=Nuuk')).body
      await app.services.places.geocode.drain()
      await search(`lat=${lat}&lon=${lon}`, '198.51.100.1')
      const { checks } = (await list()).body
      assert.deepEqual({ name: checks[0].name, country: checks[0].country }, { name: 'Nuuk', country: 'GL' })
    })

    it('shows cached weather of this or another node, without a call', async () => {
      const answer = (await search(BERLIN, '198.51.100.1')).body
      await app.services.gateway.drain()
      app.simulator.reset('calls')
      const node = await createTestApp({ sharing: app, env: ENV })
      try {
        for (const each of [app, node]) {
          const [check] = (await list(each)).body.checks
          const { temperature, windSpeed, windDirection, condition, icon, fetchedAt } = answer
          assert.ok(windSpeed > 0, 'there is a wind')
          assert.deepEqual(check.current, { temperature, windSpeed, windDirection, condition, icon, fetchedAt })
        }
        app.clock.advance({ hours: 3 })
        for (const each of [app, node]) assert.equal((await list(each)).body.checks[0].current, null)
      } finally {
        await node.close()
      }
      assert.equal(app.simulator.calls().total, 0)
    })

    it('lists twenty by default', async () => {
      for (let index = 0; index < 25; index += 1) app.services.places.onSearch({ lat: index, lon: 5 }, '198.51.100.1')
      assert.equal((await list()).body.checks.length, 20)
      assert.equal((await app.get('/api/recent-checks?limit=3')).body.checks.length, 3)
      assert.equal((await app.get('/api/recent-checks?limit=100')).body.checks.length, 25)
    })
  })

  describe('304', () => {
    it('if the client’s copy is current', async () => {
      const etag = (await list()).headers.get('etag') ?? ''
      const again = await app.get('/api/recent-checks', { 'if-none-match': etag })
      assert.deepEqual({ status: again.status, text: again.text }, { status: 304, text: '' })
    })
  })

  describe('400', () => {
    for (const limit of ['0', '101', 'many', '']) {
      it(`limit=${limit}`, async () => {
        const { status, body } = await app.get(`/api/recent-checks?limit=${limit}`)
        assert.deepEqual(
          { status, error: body.error, path: body.details[0].path },
          { status: 400, error: 'invalid_request', path: 'limit' },
        )
      })
    }
  })
})
