import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get } from 'node:http'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { listen } from '../../../../test/helpers/http-server.ts'
import { standStill } from '../../../../test/helpers/stand-still.ts'
import { until } from '../../../../test/helpers/until.ts'
import { AppError } from '../../../errors.ts'
import { systemClock } from '../../clock.ts'
import { createMetrics } from '../../metrics.ts'
import { createRateLimitHook } from '../limits/rate-limit-hook.ts'
import { createRateLimiter } from '../limits/rate-limit.ts'
import type { HttpServer } from './server.ts'
import { closeGracefully } from './shutdown.ts'
import { addRequestMetrics } from './telemetry.ts'

const fine = (app: HttpServer) => void app.get('/fine', () => ({ fine: true }))

describe('the request log', () => {
  it('names the route, but no path, query or address', async (t) => {
    const { url, logLines } = await listen(t, (app) => void app.get('/alerts/:id', () => 'x'))
    const response = await fetch(`${url}/alerts/secret-id?lat=52.52`)
    await response.text()
    const answered = () => logLines.find((each) => each.includes('"answered"'))
    await until('the answer is logged', () => answered() !== undefined)
    const line = answered() ?? ''
    const { requestId, method, route, status } = JSON.parse(line) as Record<string, unknown>
    assert.deepEqual(
      { requestId, method, route, status },
      { requestId: response.headers.get('x-request-id'), method: 'GET', route: '/alerts/:id', status: 200 },
    )
    assert.ok(!/secret-id|52\.52|127\.0\.0\.1/.test(line))
  })
})

describe('CORS', () => {
  const origin = 'https://site.example'
  const reads = (app: HttpServer) => {
    app.get('/public', { config: { crossOrigin: true } }, () => ({ fine: true }))
    app.get('/public/refused', { config: { crossOrigin: true } }, () => {
      throw new AppError('not_found', 'There is nothing here')
    })
    app.post('/public', { config: { crossOrigin: true } }, () => ({ fine: true }))
    app.delete('/public', () => ({ fine: true }))
    fine(app)
  }
  const allowed = ({ headers }: Response) => headers.get('access-control-allow-origin')
  const PREFLIGHT = { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } }

  it('lets all origins read public answers, including errors, without credentials', async (t) => {
    const { url } = await listen(t, reads)
    for (const path of ['/public', '/public/refused']) {
      for (const headers of [{}, { origin }]) {
        const answer = await fetch(url + path, { headers })
        assert.equal(allowed(answer), '*')
        assert.equal(answer.headers.get('access-control-allow-credentials'), null)
        const read = ['ETag', 'Link', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'Deprecation', 'Sunset', 'X-Cache', 'X-Request-Id']
        for (const name of [...read, 'X-Tokens-Used', 'X-Weather-Freshness', 'X-Weather-Source'])
          assert.ok(answer.headers.get('access-control-expose-headers')?.split(', ').includes(name), name)
      }
    }
  })

  it('is silent about everything else', async (t) => {
    for (const corsOrigins of [[], ['*'], [origin]]) {
      const { url } = await listen(t, reads, { corsOrigins })
      for (const path of ['/fine', '/nothing']) {
        const answer = await fetch(url + path, { headers: { origin } })
        assert.deepEqual({ allowed: allowed(answer), vary: answer.headers.get('vary') }, { allowed: null, vary: null })
        assert.equal(allowed(await fetch(url + path, PREFLIGHT)), null)
      }
    }
  })

  it('lets a script see that an API path does not exist', async (t) => {
    const { url } = await listen(t, (app) => {
      reads(app)
      app.get('/api/private', () => ({ fine: true }))
    })
    const { status, headers } = await fetch(`${url}/api/wether`, { headers: { origin } })
    assert.deepEqual(
      { status, accessControlAllowOrigin: headers.get('access-control-allow-origin') },
      { status: 404, accessControlAllowOrigin: '*' },
    )
    const preflight = await fetch(`${url}/api/wether?x=1`, PREFLIGHT)
    assert.deepEqual({ status: preflight.status, allowed: allowed(preflight) }, { status: 204, allowed: '*' })
    assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /POST/)
    assert.equal((await fetch(`${url}/api/wether`, { method: 'OPTIONS' })).status, 404)
    for (const init of [{ headers: { origin } }, { ...PREFLIGHT }, { method: 'DELETE', headers: { origin } }])
      assert.equal(allowed(await fetch(`${url}/api/private`, init)), null)
  })

  it('can be limited to listed origins', async (t) => {
    const { url } = await listen(t, reads, { corsOrigins: [origin] })
    const listed = await fetch(`${url}/public`, { headers: { origin } })
    assert.deepEqual({ allowed: allowed(listed), vary: listed.headers.get('vary') }, { allowed: origin, vary: 'Origin' })
    for (const other of ['https://site.example.evil.example', 'null', undefined]) {
      const answer = await fetch(`${url}/public`, { headers: other === undefined ? {} : { origin: other } })
      assert.deepEqual({ allowed: allowed(answer), vary: answer.headers.get('vary') }, { allowed: null, vary: 'Origin' })
    }
  })

  it('answers a preflight with the public methods', async (t) => {
    const { url } = await listen(t, reads)
    const { status, headers } = await fetch(`${url}/public`, PREFLIGHT)
    assert.deepEqual(
      { status, accessControlAllowOrigin: headers.get('access-control-allow-origin') },
      { status: 204, accessControlAllowOrigin: '*' },
    )
    assert.equal(headers.get('access-control-allow-methods'), 'GET, HEAD, POST')
    assert.equal(headers.get('access-control-allow-headers'), 'Authorization, Content-Type, If-None-Match, X-Api-Key')
    assert.equal(headers.get('access-control-allow-credentials'), null)
  })
})

describe('compression', () => {
  it('compresses what is worth it, and says so in Vary', async (t) => {
    const { url } = await listen(t, (app) => void app.get('/long', () => ({ text: 'x'.repeat(5000) })))
    for (const encoding of ['br', 'gzip']) {
      const response = await fetch(`${url}/long`, { headers: { 'accept-encoding': encoding } })
      assert.equal(response.headers.get('content-encoding'), encoding)
      assert.match(response.headers.get('vary') ?? '', /accept-encoding/i)
      assert.equal(((await response.json()) as { text: string }).text.length, 5000)
    }
  })

  it('answers HEAD with the headers of GET', async (t) => {
    const { url } = await listen(t, (app) => void app.get('/long', () => ({ text: 'x'.repeat(5000) })))
    for (const encoding of ['br', 'gzip', 'identity']) {
      const headersOf = async (method: string) => {
        const { headers } = await fetch(`${url}/long`, { method, headers: { 'accept-encoding': encoding } })
        return ['vary', 'content-encoding', 'content-length', 'content-type'].map((name) => headers.get(name))
      }
      assert.deepEqual(await headersOf('HEAD'), await headersOf('GET'))
    }
  })

  it('leaves short answers and clients that refuse it alone', async (t) => {
    const { url } = await listen(t, (app) => {
      fine(app)
      app.get('/long', () => ({ text: 'x'.repeat(5000) }))
    })
    const short = await fetch(`${url}/fine`, { headers: { 'accept-encoding': 'gzip' } })
    const unwilling = await fetch(`${url}/long`, { headers: { 'accept-encoding': 'identity' } })
    assert.deepEqual(
      {
        shortHeadersContentEncoding: short.headers.get('content-encoding'),
        unwillingHeadersContentEncoding: unwilling.headers.get('content-encoding'),
      },
      { shortHeadersContentEncoding: null, unwillingHeadersContentEncoding: null },
    )
    // Sent plain to this client, but compressed to others.
    assert.deepEqual(
      { shortHeadersVary: short.headers.get('vary'), unwillingHeadersVary: unwilling.headers.get('vary') },
      { shortHeadersVary: null, unwillingHeadersVary: 'accept-encoding' },
    )
  })
})

describe('rateLimited', () => {
  it('counts down, refuses, and says when to retry', async (t) => {
    const clock = { now: () => Date.UTC(2026, 10, 21, 3, 0, 18) }
    const limiter = createRateLimiter({ rules: { weather: { limit: 2, windowSeconds: 60 } }, clock })
    const { url } = await listen(t, (app) => void app.get('/w', { onRequest: createRateLimitHook(limiter, 'weather') }, () => 'ok'))
    const answers = [await fetch(`${url}/w`), await fetch(`${url}/w`), await fetch(`${url}/w`)]
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers.get('ratelimit'), headers.get('ratelimit-policy'), headers.get('retry-after')]),
      [
        [200, '"weather";r=1;t=62', '"weather";q=2;w=60', null],
        [200, '"weather";r=0;t=62', '"weather";q=2;w=60', null],
        [429, '"weather";r=0;t=62', '"weather";q=2;w=60', '62'],
      ],
    )
    assert.equal(((await answers.at(-1)?.json()) as { error: string } | undefined)?.error, 'rate_limited')
    limiter.setLimit('weather', 0)
    const unlimited = await fetch(`${url}/w`)
    assert.deepEqual({ status: unlimited.status, ratelimit: unlimited.headers.get('ratelimit') }, { status: 200, ratelimit: null })
  })
})

describe('overload', () => {
  it('refuses work, but still serves essential routes', async (t) => {
    const { url } = await listen(
      t,
      (app) => {
        fine(app)
        app.get('/specified', { config: { unavailableStatus: 502 } }, () => 'ok')
        app.get('/health', { config: { servedUnderPressure: true } }, () => 'ok')
      },
      { maxEventLoopDelayMs: 50 },
    )
    let response = await fetch(`${url}/fine`)
    let specified = response
    await until('the grace of a start is over, and delays of half a second are too long', async () => {
      standStill(500)
      ;[response, specified] = await Promise.all([fetch(`${url}/fine`), fetch(`${url}/specified`)])
      return response.status !== 200 && specified.status !== 200
    })
    assert.deepEqual(
      [response, specified].map(({ status, headers }) => ({ status, retryAfter: headers.get('retry-after') })),
      [
        { status: 503, retryAfter: '5' },
        { status: 502, retryAfter: '5' },
      ],
    )
    assert.equal(((await response.json()) as { error: string }).error, 'service_unavailable')
    assert.equal((await fetch(`${url}/health`)).status, 200)
  })
})

describe('requests that arrive at once', () => {
  const BUSY_MS = 15
  const AT_ONCE = 50

  function busy(app: HttpServer, onDone = () => undefined): void {
    app.get('/busy', () => {
      const until = performance.now() + BUSY_MS
      while (performance.now() < until);
      onDone()
      return 'done'
    })
    fine(app)
  }

  /** Opens the connections beforehand, because new ones are accepted one per turn of the event loop. */
  async function connect(url: string): Promise<void> {
    await Promise.all(Array.from({ length: AT_ONCE + 1 }, () => fetch(`${url}/fine`).then((response) => response.text())))
  }

  it('are refused if those before them take too long', async (t) => {
    const waitMs = 75
    const { url } = await listen(t, busy, { maxEventLoopDelayMs: waitMs })
    await connect(url)
    // None if a busy machine stands still for longer before the first.
    await until('some are served', async () => {
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => fetch(`${url}/busy`)))
      const refused = answers.filter(({ status }) => status === 503)
      assert.ok(refused.every(({ headers }) => headers.get('retry-after') === '5'))
      const served = answers.filter(({ status }) => status === 200).length
      assert.equal(served + refused.length, AT_ONCE)
      // One more runs while the limit is exceeded, and the last in a queue is served however long it waited.
      assert.ok(served <= waitMs / BUSY_MS + 3, String(served))
      return served > 0
    })
  })

  it('do not delay what is answered before the router', async (t) => {
    let done = 0
    const seen: number[] = []
    const kept = {
      etag: undefined,
      headers: [],
      bodyHeaders: [],
      plain: () => Buffer.from('kept'),
      gzip: null,
      onSent: () => void seen.push(done),
    }
    const { url } = await listen(t, (app) => {
      busy(app, () => void (done += 1))
      const limiter = createRateLimiter({ rules: { kept: { limit: 0, windowSeconds: 60 } }, clock: { now: () => 0 } })
      app.answerFromCache({
        prefix: '/kept',
        pattern: '/kept',
        limiter,
        limit: 'kept',
        scope: 'weather',
        record: createMetrics().route('/kept'),
        clock: systemClock,
        find: () => kept,
      })
    })
    await connect(url)
    const queued = Array.from({ length: AT_ONCE }, () => fetch(`${url}/busy`))
    assert.equal(await (await fetch(`${url}/kept`)).text(), 'kept')
    await Promise.all(queued)
    assert.equal(done, AT_ONCE)
    assert.ok((seen[0] ?? AT_ONCE) < AT_ONCE / 5, String(seen))
  })
})

describe('addRequestMetrics', () => {
  it('counts each answer once, by route pattern', async (t) => {
    const metrics = createMetrics()
    const { url } = await listen(t, (app) => {
      addRequestMetrics(app, metrics)
      app.get('/alerts/:id', (request, reply) => reply.code((request.params as { id: string }).id === 'a' ? 200 : 404).send('x'))
    })
    for (const path of ['/alerts/a', '/alerts/a', '/alerts/b', '/none/x', '/none/y']) await fetch(url + path)
    await fetch(`${url}/alerts/a`, { method: 'HEAD' })
    const text = await metrics.registry.metrics()
    const lines = text.split('\n').filter((line) => line.startsWith('http_requests_total{'))
    assert.deepEqual(lines.toSorted(), [
      'http_requests_total{route="/alerts/:id",method="GET",status="200"} 2',
      'http_requests_total{route="/alerts/:id",method="GET",status="404"} 1',
      'http_requests_total{route="/alerts/:id",method="HEAD",status="200"} 1',
      'http_requests_total{route="unmatched",method="GET",status="404"} 2',
    ])
    assert.match(text, /http_request_duration_seconds_bucket\{le="\+Inf",route="\/alerts\/:id"\} 4/)
    assert.match(text, /http_request_duration_seconds_count\{route="\/alerts\/:id"\} 4/)
    assert.match(text, /process_cpu_user_seconds_total/)
  })
})

describe('closeGracefully', () => {
  it('answers a last request on each connection while it drains, finishes those in flight, and then refuses new ones', async (t) => {
    const started = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const { app, url } = await listen(t, (app) => {
      app.get('/fast', async () => ({ fast: true }))
      app.get('/slow', async () => {
        started.resolve()
        await release.promise
        return { done: true }
      })
    })
    const inFlight = fetch(`${url}/slow`)
    await started.promise
    assert.equal(app.isDraining(), false)
    const late = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8')
    await once(late, 'connect')
    const closed = closeGracefully(app, { drainMs: 1_000, finishMs: 10_000 })
    assert.equal(app.isDraining(), true)
    for (let i = 0; i < 3; i++) {
      const answer = await fetch(`${url}/fast`)
      assert.deepEqual({ status: answer.status, connection: answer.headers.get('connection') }, { status: 200, connection: 'close' })
    }
    await until('it no longer listens', () => !app.server.listening)
    await assert.rejects(fetch(`${url}/fast`))
    // Connected before, asked after.
    late.write('GET /fast HTTP/1.1\r\nHost: x\r\n\r\n')
    const [answer] = (await Promise.race([once(late, 'data'), once(late, 'close')])) as [unknown]
    assert.match(String(answer), /^HTTP\/1\.1 200 [^]*\nconnection: close\r\n/i)
    release.resolve()
    assert.deepEqual(await (await inFlight).json(), { done: true })
    assert.equal(await closed, true)
  })

  it('aborts what does not finish', async (t) => {
    const started = Promise.withResolvers<void>()
    const { app, url } = await listen(t, (app) => {
      app.get('/never', () => {
        started.resolve()
        return new Promise(() => {})
      })
    })
    const hung = get(`${url}/never`)
    const cut = once(hung, 'error')
    await started.promise
    assert.equal(await closeGracefully(app, { drainMs: 0, finishMs: 100 }), false)
    await cut
  })
})
