import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'

const ENV = { RATE_LIMITS: 'tiles=0,upstream=0,upstream-day=0,upstream-geocode=0,upstream-tiles=0' }
/** Of a node that gives up soon. */
const HASTY = { ...ENV, UPSTREAM_TIMEOUT_MS: '6000', REQUEST_TIMEOUT_MS: '6000' }
const CLOUDS = '/api/weather/map-tile/clouds/3/4/2.png'

interface Picture {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
}

async function picture(app: TestApp, path: string, headers: Record<string, string> = {}): Promise<Picture> {
  const response = await fetch(app.url + path, { headers })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

const calls = (app: TestApp): number => app.simulator.calls().byProduct['openweather/tiles'] ?? 0
const isPng = (bytes: Buffer): boolean => bytes.subarray(1, 4).toString() === 'PNG'
const fail = (app: TestApp, status = 500): void =>
  app.simulator.setFaults([{ kind: 'status', status, match: { product: 'openweather/tiles' } }])

describe('GET /api/weather/map-tile/{layer}/{z}/{x}/{y}', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ env: ENV })
  })
  after(() => app.close())
  afterEach(async () => {
    app.simulator.setFaults([])
    await app.services.tiles.drain()
  })

  describe('200', () => {
    it('is a picture from the provider, then from memory', async () => {
      const before = calls(app)
      const first = await picture(app, CLOUDS)
      assert.equal(first.status, 200)
      assert.ok(isPng(first.bytes))
      assert.equal(first.headers.get('content-type'), 'image/png')
      assert.equal(first.headers.get('content-length'), String(first.bytes.length))
      assert.equal(first.headers.get('cache-control'), 'public, max-age=600, stale-while-revalidate=600, stale-if-error=3600')
      assert.equal(first.headers.get('age'), '0')
      assert.equal(first.headers.get('x-cache'), 'upstream')
      assert.equal(first.headers.get('cache-status'), 'Isobar; fwd=miss; stored; ttl=600')
      app.clock.advance({ seconds: 100 })
      const second = await picture(app, CLOUDS, { 'accept-encoding': 'br, gzip' })
      assert.deepEqual(second.bytes, first.bytes)
      assert.equal(second.headers.get('content-encoding'), null)
      assert.equal(second.headers.get('x-cache'), 'memory')
      assert.equal(second.headers.get('cache-status'), 'Isobar; hit; ttl=500; detail=memory')
      assert.equal(second.headers.get('age'), '100')
      assert.equal(calls(app), before + 1)
    })

    it('is cut out of a tile of a lower zoom, or the provider’s own where that is wanted', async () => {
      const paths = ['4/8/5', '5/17/10', '4/9/5', '5/19/11'].map((at) => `/api/weather/map-tile/wind/${at}`)
      const before = calls(app)
      const cut = []
      for (const path of paths) cut.push(await picture(app, path))
      assert.equal(calls(app), before + 1)
      assert.deepEqual(
        cut.map(({ status, headers }) => ({ status, xCache: headers.get('x-cache') })),
        ['upstream', 'memory', 'memory', 'memory'].map((xCache) => ({ status: 200, xCache })),
      )
      assert.equal(new Set(cut.map(({ headers }) => headers.get('etag'))).size, 4)
      assert.deepEqual((await picture(app, `${paths[0]}.png`)).bytes, cut[0]?.bytes)
      const own = await picture(app, '/api/weather/map-tile/wind/4/8/5?exact=true')
      assert.ok(own.status === 200 && !own.bytes.equals(cut[0]?.bytes ?? own.bytes))
      assert.equal(calls(app), before + 2)
      // As old as the tile that it is cut out of.
      app.clock.advance({ minutes: 9 })
      assert.equal((await picture(app, '/api/weather/map-tile/wind/5/18/10')).headers.get('age'), '540')
      app.clock.advance({ minutes: 1 })
      assert.equal((await picture(app, '/api/weather/map-tile/wind/5/18/10')).headers.get('age'), '0')
      assert.equal(calls(app), before + 3)
    })

    it('accepts either name of a layer, with and without suffix', async () => {
      const before = calls(app)
      const one = await picture(app, '/api/weather/map-tile/temp/2/1/1')
      const two = await picture(app, '/api/weather/map-tile/temp_new/2/1/1.png')
      assert.deepEqual(two.bytes, one.bytes)
      assert.equal(calls(app), before + 1)
      for (const layer of ['precipitation', 'pressure', 'wind'])
        assert.equal((await picture(app, `/api/weather/map-tile/${layer}/0/0/0.png`)).status, 200, layer)
      assert.equal((await picture(app, '/api/weather/map-tile/wind/19/524287/524287.png')).status, 200)
    })

    it('is fetched again after ten minutes', async () => {
      await picture(app, CLOUDS)
      const before = calls(app)
      app.clock.advance({ minutes: 10 })
      const later = await picture(app, CLOUDS)
      assert.equal(later.headers.get('x-cache'), 'upstream')
      assert.equal(calls(app), before + 1)
    })

    it('makes one call for all who ask at once', async () => {
      const before = calls(app)
      app.simulator.setFaults([{ kind: 'delay', delayMs: 2_000 }])
      const answers = await Promise.all(Array.from({ length: 20 }, () => picture(app, '/api/weather/map-tile/clouds/5/9/9')))
      assert.ok(answers.every((answer) => answer.status === 200 && isPng(answer.bytes)))
      assert.equal(calls(app), before + 1)
      // On a busy machine, the last requests come when the call is over.
      const [waited, later] = [
        answers.filter(({ headers }) => headers.get('cache-status')?.includes('collapsed')).length,
        answers.filter(({ headers }) => headers.get('x-cache') === 'memory').length,
      ]
      assert.ok(waited > 0)
      assert.equal(waited + later, 19)
    })

    it('makes one call for all nodes, and survives a restart', async () => {
      const before = calls(app)
      const other = await createTestApp({ sharing: app, env: ENV })
      try {
        app.simulator.setFaults([{ kind: 'delay', delayMs: 200 }])
        const path = '/api/weather/map-tile/clouds/5/20/9'
        const answers = await Promise.all([picture(app, path), picture(other, path)])
        assert.deepEqual(answers[0]?.bytes, answers[1]?.bytes)
        assert.equal(calls(app), before + 1)
      } finally {
        await other.close()
      }
      const restarted = await createTestApp({ sharing: app, env: ENV })
      try {
        assert.equal((await picture(restarted, '/api/weather/map-tile/clouds/5/20/9')).headers.get('x-cache'), 'database')
        assert.equal(calls(app), before + 1)
      } finally {
        await restarted.close()
      }
    })

    it('is the last good tile while the provider fails', async () => {
      const path = '/api/weather/map-tile/pressure/4/3/3.png'
      const good = await picture(app, path)
      fail(app)
      app.clock.advance({ hours: 5 })
      const stale = await picture(app, path)
      assert.equal(stale.status, 200)
      assert.deepEqual(stale.bytes, good.bytes)
      assert.equal(stale.headers.get('cache-control'), 'public, max-age=60, stale-while-revalidate=60, stale-if-error=3600')
      assert.equal(stale.headers.get('age'), null)
      assert.equal(stale.headers.get('cache-status'), `Isobar; hit; ttl=${600 - 5 * 3_600}; detail=memory`)
      app.clock.advance({ hours: 19 })
      assert.equal((await picture(app, path)).status, 502)
    })

    it('is never the JSON that the provider sends as image/png', async () => {
      const path = '/api/weather/map-tile/pressure/4/3/4.png'
      const good = await picture(app, path)
      app.clock.advance({ minutes: 11 })
      app.simulator.setFaults([{ kind: 'garbage', match: { product: 'openweather/tiles' } }])
      assert.deepEqual((await picture(app, path)).bytes, good.bytes)
      app.simulator.setFaults([{ kind: 'truncate', match: { product: 'openweather/tiles' } }])
      app.clock.advance({ seconds: 11 })
      assert.deepEqual((await picture(app, path)).bytes, good.bytes)
    })

    it('does not wait long for a provider that hangs if there is an old tile', async (t) => {
      const path = '/api/weather/map-tile/pressure/4/4/4.png'
      const hasty = await createTestApp({ sharing: app, env: HASTY })
      t.after(() => hasty.close())
      await picture(hasty, path)
      app.clock.advance({ minutes: 11 })
      app.simulator.setFaults([{ kind: 'delay', delayMs: 3_500, match: { product: 'openweather/tiles' } }])
      const stale = await picture(hasty, path)
      assert.equal(stale.headers.get('x-cache'), 'memory')
      await hasty.services.tiles.drain()
      const fresh = await picture(hasty, path)
      assert.equal(fresh.headers.get('cache-status'), 'Isobar; hit; ttl=600; detail=memory')
    })
  })

  describe('304', () => {
    it('if the client’s copy is current', async () => {
      const { headers } = await picture(app, CLOUDS)
      const etag = headers.get('etag') ?? ''
      assert.match(etag, /^W\/"/)
      const again = await picture(app, CLOUDS, { 'if-none-match': etag })
      assert.equal(again.status, 304)
      assert.equal(again.bytes.length, 0)
      assert.equal(again.headers.get('etag'), etag)
      assert.equal(again.headers.get('cache-control'), 'public, max-age=600, stale-while-revalidate=600, stale-if-error=3600')
      assert.equal((await picture(app, CLOUDS, { 'if-none-match': 'W/"other"' })).status, 200)
    })
  })

  describe('400', () => {
    const wrong: readonly (readonly [path: string, ...names: string[]])[] = [
      ['radar/3/4/2', 'layer'],
      ['clouds_old/3/4/2', 'layer'],
      ['Clouds/3/4/2', 'layer'],
      ['clouds/20/0/0', 'z'],
      ['clouds/-1/0/0', 'z'],
      ['clouds/1.5/0/0', 'z'],
      ['clouds/x/0/0', 'z'],
      ['clouds/3/8/0', 'x'],
      ['clouds/3/-1/0', 'x'],
      ['clouds/3/%20/0', 'x'],
      ['clouds/3/0/8', 'y'],
      ['clouds/3/0/-1', 'y'],
      ['clouds/3/0/1.jpg', 'y'],
      ['clouds/3/0/1e0', 'y'],
      ['clouds/3/0/.png', 'y'],
      ['clouds/0/1/1', 'x', 'y'],
      ['clouds/3/4/2?exact=true', 'exact'],
      ['clouds/2/1/1?exact=maybe', 'exact'],
      ['radar/99/x/y', 'layer', 'z', 'x', 'y'],
    ]
    for (const [path, ...names] of wrong) {
      it(`names ${names.join(', ')} of ${path}`, async () => {
        const before = calls(app)
        const { status, body } = await app.get(`/api/weather/map-tile/${path}`)
        assert.equal(status, 400)
        assert.equal(body.error, 'invalid_request')
        assert.deepEqual(
          body.details.map((detail: { path: string }) => detail.path),
          names,
        )
        assert.equal(calls(app), before)
      })
    }
  })

  describe('429', () => {
    it('limits the requests of one address', async () => {
      const limited = await createTestApp({ env: { ...ENV, RATE_LIMITS: 'tiles=2' } })
      try {
        const answers = [await picture(limited, CLOUDS), await picture(limited, CLOUDS), await picture(limited, CLOUDS)]
        assert.deepEqual(
          answers.map((answer) => answer.status),
          [200, 200, 429],
        )
        assert.equal(answers[0]?.headers.get('ratelimit-policy'), '"tiles";q=2;w=60')
        assert.ok(Number(answers[2]?.headers.get('retry-after')) >= 1)
      } finally {
        await limited.close()
      }
    })
  })

  describe('502', () => {
    it('if the provider fails and no tile is stored; a failed tile is not requested again at once', async () => {
      fail(app)
      const before = calls(app)
      const path = '/api/weather/map-tile/wind/6/1/1'
      const { status, body, headers } = await app.get(path)
      assert.equal(status, 502)
      assert.equal(body.error, 'upstream_error')
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.equal((await app.get(path)).status, 502)
      assert.equal(calls(app), before + 1)
      app.simulator.setFaults([])
      app.clock.advance({ seconds: 11 })
      assert.equal((await picture(app, path)).status, 200)
    })

    it('if the provider does not answer in time', async (t) => {
      const hasty = await createTestApp({ sharing: app, env: HASTY })
      t.after(() => hasty.close())
      app.simulator.setFaults([{ kind: 'hang', match: { product: 'openweather/tiles' } }])
      const { status, body } = await hasty.get('/api/weather/map-tile/wind/6/40/40')
      assert.equal(status, 502)
      assert.equal(body.error, 'upstream_error')
    })
  })

  describe('503', () => {
    it('without a key, and if the provider refuses it', async () => {
      for (const key of ['', 'invalid-0123456789']) {
        const keyless = await createTestApp({ env: { ...ENV, OPENWEATHER_API_KEY: key } })
        try {
          const { status, body, text } = await keyless.get(CLOUDS)
          assert.equal(status, 503)
          assert.equal(body.error, 'service_unavailable')
          assert.ok(!text.includes('invalid-0123456789'))
        } finally {
          await keyless.close()
        }
      }
    })
  })
})
