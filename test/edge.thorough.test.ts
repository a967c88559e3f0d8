import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { signIn } from './helpers/admin.ts'
import { createTestApp, type TestApp } from './helpers/app.ts'
import {
  ask as askPort,
  type Edge,
  type EdgeAnswer,
  type EdgeRequest,
  missing,
  type Relay,
  startNginx,
  startRelay,
  startVarnish,
} from './helpers/edges.ts'
import { until } from './helpers/until.ts'

/** The status when the service answers 5xx and the edge has a stale answer: nginx applies stale-if-error only to failed connections. */
const EDGES = [
  { name: 'Varnish', program: 'varnishd', start: startVarnish, despite500: 200 },
  { name: 'nginx', program: 'nginx', start: startNginx, despite500: 500 },
] as const

const FRESH_MINUTES = 10
/** Seconds of max-age left for tests that wait until it has passed. */
const LEFT = 2

const isHit = ({ headers }: EdgeAnswer): boolean => String(headers['cache-status']).endsWith('edge; hit')

/** The configurations in `deploy`, each run in its program in front of the service. */
describe('an edge cache', { skip: EDGES.every(({ program }) => missing(program)) && 'neither Varnish nor nginx is installed here' }, () => {
  let app: TestApp
  let relay: Relay
  before(async () => {
    app = await createTestApp({ env: { TRUST_PROXY: '1', RATE_LIMITS: 'weather=0,alerts=3,upstream=0,upstream-day=0' } })
    relay = await startRelay(Number(new URL(app.url).port))
  })
  after(async () => {
    await relay.close()
    await app.close()
  })

  for (const [number, { name, program, start, despite500 }] of EDGES.entries()) {
    describe(name, { skip: missing(program) }, () => {
      let edge: Edge
      let places = 0
      const ask = (path: string, request?: EdgeRequest) => askPort(edge.port, path, request)
      /** A place that nobody has requested yet. */
      const newPlace = (scope = 'current') => `/api/weather?lat=${40 + number}.${10 + ++places}&lon=5.5&scope=${scope}`
      /** The first answer waits for the provider and must not be cached; the second may be. */
      async function cached(path: string, leftSeconds?: number): Promise<EdgeAnswer> {
        await ask(path)
        if (leftSeconds !== undefined) app.clock.advance({ minutes: FRESH_MINUTES, seconds: -leftSeconds })
        const stored = await ask(path)
        assert.equal(isHit(stored), false)
        assert.match(String(stored.headers['cache-control']), /^public/)
        return stored
      }

      before(async () => {
        app.clock.set(`2026-07-0${number + 1}T12:00:05Z`)
        edge = await start(relay.port)
      })
      after(() => edge.stop())
      afterEach(() => {
        relay.mode = 'through'
        relay.more = {}
      })

      it('requests an answer once for many clients, and does not cache the one that only the first client may have', async () => {
        const path = newPlace()
        const first = await ask(path)
        assert.equal(first.headers['cache-control'], 'no-store')
        assert.equal(JSON.parse(first.body.toString()).tokensUsed, 1)
        const second = await ask(path)
        const asked = relay.count(path)
        const others = await Promise.all(Array.from({ length: 5 }, () => ask(path)))
        assert.deepEqual(others.map(isHit), [true, true, true, true, true])
        assert.equal(relay.count(path), asked)
        assert.equal(JSON.parse(String(others[0]?.body)).tokensUsed, 0)
        assert.equal(others[0]?.headers.etag, second.headers.etag)
      })

      it('does not show one client the rate limit of another', async () => {
        const path = '/api/recent-checks?limit=7'
        await ask(path)
        const hit = await ask(path)
        assert.ok(isHit(hit))
        assert.equal(hit.headers['ratelimit'], undefined)
        assert.equal(hit.headers['ratelimit-policy'], undefined)
        assert.equal(hit.headers['access-control-allow-origin'], '*')
      })

      it('answers 304 to clients that have the answer, without asking the service', async () => {
        const path = newPlace()
        const { etag = '' } = (await cached(path)).headers
        const asked = relay.count(path)
        const again = await ask(path, { headers: { 'if-none-match': etag } })
        assert.deepEqual({ status: again.status, body: again.body.length }, { status: 304, body: 0 })
        assert.equal((await ask(path, { headers: { 'if-none-match': 'W/"another"' } })).status, 200)
        assert.equal(relay.count(path), asked)
      })

      it('serves gzip to clients that accept it, and only to them', async () => {
        const path = newPlace('hourly')
        const plain = await cached(path)
        const gzip = { headers: { 'accept-encoding': 'gzip, deflate' } }
        await ask(path, gzip)
        const packed = await ask(path, gzip)
        assert.ok(isHit(packed))
        assert.equal(packed.headers['content-encoding'], 'gzip')
        assert.match(String(packed.headers.vary), /accept-encoding/i)
        assert.deepEqual(JSON.parse(gunzipSync(packed.body).toString()), JSON.parse(plain.body.toString()))
        const unpacked = await ask(path)
        assert.ok(isHit(unpacked))
        assert.equal(unpacked.headers['content-encoding'], undefined)
        assert.deepEqual(unpacked.body, plain.body)
      })

      it('keeps an answer for max-age, then serves it once more while it fetches the next', async () => {
        const path = newPlace()
        const askedAt = performance.now()
        const stored = await cached(path, LEFT)
        assert.match(String(stored.headers['cache-control']), new RegExp(`max-age=${LEFT}, stale-while-revalidate=[1-9]`))
        const madeAt = performance.now()
        const asked = relay.count(path)
        app.clock.advance({ minutes: 1 })
        let last = stored
        await until('it has asked again', async () => {
          const answer = await ask(path)
          if (relay.count(path) > asked) return true
          assert.ok(isHit(answer))
          assert.equal(answer.headers.etag, stored.headers.etag)
          last = answer
          return false
        })
        const tookMs = performance.now() - madeAt
        assert.ok(tookMs > LEFT * 1_000 - 1_000, `after ${tookMs} ms`)
        // Its age is stated in Age, or follows from Date, to the second.
        const { age, date = '' } = last.headers
        const ageSeconds = age === undefined ? (Date.now() - Date.parse(date)) / 1_000 : Number(age)
        assert.ok(
          ageSeconds >= LEFT - 1 && ageSeconds <= (performance.now() - askedAt) / 1_000 + 2,
          `it is ${ageSeconds} s old after ${tookMs} ms`,
        )
        await until('the next is shown', async () => (await ask(path)).headers.etag !== stored.headers.etag)
      })

      it('serves a stale answer only while the service fails, as stale-if-error says', async () => {
        app.clock.set(`2026-07-0${number + 1}T13:49:00Z`)
        const path = newPlace('hourly')
        await ask(path)
        // The hour ends: the cached answer is no longer true, and may be served only while there is nothing better.
        app.clock.set(`2026-07-0${number + 1}T13:59:59Z`)
        const stored = await ask(path)
        assert.match(String(stored.headers['cache-control']), /^public, max-age=1, stale-while-revalidate=0, stale-if-error=[1-9]\d{3,}$/)
        const unknown = newPlace()
        relay.mode = 'away'
        await until('it has tried to fetch it', async () => {
          const answer = await ask(path)
          assert.deepEqual({ status: answer.status, etag: answer.headers.etag }, { status: 200, etag: stored.headers.etag })
          return relay.count(path) > 2
        })
        assert.ok((await ask(unknown)).status >= 500)
        relay.mode = 'error'
        const despite = await ask(path)
        assert.deepEqual(
          { status: despite.status, etag: despite.headers.etag },
          { status: despite500, etag: despite500 === 200 ? stored.headers.etag : undefined },
        )
        assert.ok((await ask(unknown)).status >= 500)
        app.clock.advance({ minutes: 2 })
        relay.mode = 'through'
        const now = await ask(path)
        assert.notEqual(now.headers.etag, stored.headers.etag, 'it waits for a current answer')
        assert.equal((await ask(unknown)).status, 200, 'no failure is cached')
      })

      it('keeps no answer that sets a cookie', async () => {
        const path = newPlace()
        await ask(path)
        relay.more = { 'set-cookie': 'who=you' }
        const [first, second] = [await ask(path), await ask(path)]
        relay.more = {}
        assert.match(String(first.headers['cache-control']), /^public/)
        assert.deepEqual({ isHitFirst: isHit(first), isHitSecond: isHit(second) }, { isHitFirst: false, isHitSecond: false })
        assert.equal((await ask(path)).headers['set-cookie'], undefined)
      })

      it('keeps nothing of the back office, and nothing about visitors', async () => {
        const { headers, email } = await signIn(app, 'viewer')
        // The edges before this one, of those that are installed, passed theirs on, too.
        const passed = relay.count('/api/admin/me')
        const [me, again] = [await ask('/api/admin/me', { headers }), await ask('/api/admin/me', { headers })]
        assert.deepEqual(
          { meStatus: me.status, againStatus: again.status, email: JSON.parse(again.body.toString()).user.email },
          { meStatus: 200, againStatus: 200, email },
        )
        assert.equal((await ask('/api/admin/me')).status, 401)
        assert.equal(relay.count('/api/admin/me'), passed + 3)
        const region = relay.count('/api/location/region')
        await ask('/api/location/region')
        await ask('/api/location/region')
        assert.equal(relay.count('/api/location/region'), region + 2)
        const login = await ask('/api/auth/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
        assert.equal(login.status, 400)
        assert.equal((await ask('/api/metrics')).status, 404)
      })

      it('passes on methods unchanged, so that HEAD has no effect', async () => {
        assert.equal((await ask('/api/cron/weekly-digests', { method: 'HEAD' })).status, 405)
        assert.equal((await ask('/api/unsubscribe?token=x', { method: 'HEAD' })).status, 405)
        const path = newPlace()
        await cached(path)
        const head = await ask(path, { method: 'HEAD' })
        assert.deepEqual({ status: head.status, isHit: isHit(head), body: head.body.length }, { status: 200, isHit: true, body: 0 })
        const batch = JSON.stringify({ cities: [{ lat: 40, lon: 5 }] })
        const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: batch }
        assert.equal((await ask('/api/weather/batch', post)).status, 200)
      })

      it("passes on each client's own address, so that the service counts by it, whatever the client claims", async () => {
        const unknown = `/api/alerts/unknown-${number}`
        const [one, other] = [`127.0.${number}.11`, `127.0.${number}.12`]
        const statuses: number[] = []
        for (let i = 0; i < 5; i++) {
          const claims = { 'x-forwarded-for': `192.0.2.${i}`, forwarded: `for=192.0.2.${i}` }
          statuses.push((await ask(unknown, { from: one, headers: claims })).status)
        }
        assert.deepEqual(statuses, [404, 404, 404, 429, 429])
        assert.equal((await ask(unknown, { from: other })).status, 404)
      })

      it('passes on no header in which a client poses as a proxy', async () => {
        const claims = {
          'x-forwarded-for': '192.0.2.1',
          'x-forwarded-host': 'evil.example',
          'x-forwarded-proto': 'https',
          forwarded: 'host=evil.example',
          'x-request-id': 'chosen-by-the-client',
          traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
        }
        for (const path of [newPlace(), '/api/health']) {
          await ask(path, { headers: claims })
          const received = relay.lastHeaders()
          const passedOn = Object.entries(claims).filter(([name, value]) => String(received[name] ?? '').includes(value))
          assert.deepEqual(passedOn, [], path)
          assert.deepEqual(
            { xForwardedFor: received['x-forwarded-for'], xForwardedProto: received['x-forwarded-proto'] },
            { xForwardedFor: '127.0.0.1', xForwardedProto: 'http' },
          )
        }
      })
    })
  }
})
