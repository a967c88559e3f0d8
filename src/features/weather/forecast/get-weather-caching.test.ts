import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { request } from 'undici'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'

const BERLIN = 'lat=52.52&lon=13.41'

describe('GET /api/weather, cached here and by clients', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())
  beforeEach(() => {
    app.simulator.setFaults([])
    // Beyond every window, so that nothing fetched by an earlier test can answer.
    app.clock.advance({ hours: 80 })
  })

  describe('200', () => {
    it('names the layer that answered', async () => {
      const upstream = await app.get(`/api/weather?${BERLIN}&scope=daily`)
      assert.equal(upstream.headers.get('x-cache'), 'upstream')
      assert.equal(upstream.headers.get('cache-status'), 'Isobar; fwd=miss; stored; ttl=7200')
      const memory = await app.get(`/api/weather?${BERLIN}&scope=daily`)
      assert.equal(memory.headers.get('x-cache'), 'memory')
      assert.equal(memory.headers.get('cache-status'), 'Isobar; hit; ttl=7200; detail=memory')
      await app.services.gateway.drain()
      const node = await createTestApp({ sharing: app })
      const database = await node.get(`/api/weather?${BERLIN}&scope=daily`)
      assert.equal(database.headers.get('x-cache'), 'database')
      assert.equal(database.body.cacheHit, true)
      await node.close()
    })

    it('refreshes data older than maxAgeMs, but a place at most every five minutes', async () => {
      const fetchedAt = async () => (await app.get(`/api/weather?${BERLIN}&scope=daily&maxAgeMs=1000`)).body.fetchedAt
      const first = await fetchedAt()
      app.clock.advance({ minutes: 4 })
      assert.equal(await fetchedAt(), first)
      app.clock.advance({ minutes: 2 })
      assert.notEqual(await fetchedAt(), first)
    })

    it('sends the same bytes compressed and plain, cold and hot', async () => {
      await app.get(`/api/weather?${BERLIN}&scope=hourly`)
      for (const url of [`${app.url}/api/weather?${BERLIN}&scope=hourly&lang=ja`, `${app.url}/api/weather?${BERLIN}&scope=hourly`]) {
        for (let round = 0; round < 2; round++) {
          const plain = await request(url)
          const gzip = await request(url, { headers: { 'accept-encoding': 'gzip, br' } })
          assert.equal(plain.headers['content-encoding'], undefined)
          assert.equal(gzip.headers['content-encoding'], 'gzip')
          const [a, b] = [Buffer.from(await plain.body.arrayBuffer()), gunzipSync(Buffer.from(await gzip.body.arrayBuffer()))]
          assert.equal(b.toString(), a.toString())
          assert.equal(Number(plain.headers['content-length']), a.length)
        }
      }
    })

    it('lets caches keep an answer while it is fresh, but none of a search or a paid call', async () => {
      const paid = await app.get(`/api/weather?${BERLIN}&scope=minutely`)
      assert.equal(paid.headers.get('cache-control'), 'no-store')
      assert.equal(paid.headers.get('etag'), null)
      app.clock.advance({ seconds: 100 })
      const kept = await app.get(`/api/weather?${BERLIN}&scope=minutely`)
      assert.equal(kept.headers.get('cache-control'), 'public, max-age=20, stale-while-revalidate=0, stale-if-error=2580')
      const search = await app.get(`/api/weather?${BERLIN}&scope=minutely&trigger=search_select`)
      assert.equal(search.headers.get('cache-control'), 'no-store')
      assert.equal(search.headers.get('etag'), null)
    })

    it('lets no cache keep it longer than this service would show it', async () => {
      await app.get(`/api/weather?${BERLIN}&scope=current`)
      app.simulator.setFaults([{ kind: 'status', status: 503 }])
      app.clock.advance({ minutes: 119 })
      const acceptable = await app.get(`/api/weather?${BERLIN}&scope=current`)
      assert.equal(acceptable.headers.get('cache-control'), 'public, max-age=0, stale-while-revalidate=60, stale-if-error=14460')
      app.clock.advance({ minutes: 239 })
      const circuitOpen = await app.get(`/api/weather?${BERLIN}&scope=current`)
      assert.equal(circuitOpen.body.freshness, 'emergency')
      const kept = circuitOpen.headers.get('cache-control') ?? ''
      assert.ok(kept === 'no-store' || kept === 'public, max-age=0, stale-while-revalidate=0, stale-if-error=120', kept)
    })

    it('limits the memory for remembered requests', async () => {
      await app.get(`/api/weather?${BERLIN}&scope=hourly`)
      const measure = async (urls: number): Promise<number> => {
        for (let i = 0; i < urls; i++) {
          const { statusCode, body } = await request(`${app.url}/api/weather?${BERLIN}&scope=hourly&x=${i}`)
          assert.equal(statusCode, 200)
          await body.dump()
        }
        return process.memoryUsage().arrayBuffers / 2 ** 20
      }
      await measure(500)
      const grownMb = (await measure(4_000)) - (await measure(0))
      assert.ok(grownMb < 150, `grew by ${grownMb} MB`)
    })
  })

  describe('304', () => {
    it('if the tag matches, cold and hot', async () => {
      await app.get(`/api/weather?${BERLIN}&scope=current`)
      const etag = (await app.get(`/api/weather?${BERLIN}&scope=current`)).headers.get('etag') ?? ''
      assert.match(etag, /^W\/"/)
      app.clock.advance({ seconds: 30 })
      const coded = etag.replace(/"$/, '-gzip"')
      for (const header of [etag, `"other", ${etag}`, '*', coded, coded.slice('W/'.length)]) {
        const answer = await app.get(`/api/weather?${BERLIN}&scope=current`, { 'if-none-match': header })
        assert.deepEqual({ status: answer.status, text: answer.text, etag: answer.headers.get('etag') }, { status: 304, text: '', etag })
      }
      assert.equal((await app.get(`/api/weather?${BERLIN}&scope=current`, { 'if-none-match': '"other"' })).status, 200)
    })

    it('not if units, language, coordinates, trigger or freshness differ', async () => {
      const url = `/api/weather?${BERLIN}&scope=daily`
      await app.get(url)
      const etag = (await app.get(url)).headers.get('etag') ?? ''
      for (const other of [
        `${url}&units=si`,
        `${url}&lang=de`,
        `${url}&trigger=city_detail`,
        '/api/weather?lat=52.521&lon=13.41&scope=daily',
      ])
        assert.equal((await app.get(other, { 'if-none-match': etag })).status, 200, other)
      app.simulator.setFaults([{ kind: 'status', status: 500 }])
      app.clock.advance({ hours: 3 })
      const acceptable = await app.get(url, { 'if-none-match': etag })
      assert.deepEqual({ status: acceptable.status, freshness: acceptable.body.freshness }, { status: 200, freshness: 'acceptable' })
    })
  })
})
