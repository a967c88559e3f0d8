import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { listen } from '../../../../test/helpers/http-server.ts'
import { addRequestMetrics } from '../../../platform/http/server/telemetry.ts'
import { createMetrics } from '../../../platform/metrics.ts'
import { checkReadiness, listUnreadyReasons } from './readiness.ts'
import { type HealthRoutes, registerHealth } from './routes.ts'

const fine = { database: async () => true, migrations: async () => true }

async function failing(): Promise<boolean> {
  throw new Error('password hunter2')
}

function serve(t: TestContext, options: Partial<HealthRoutes> = {}) {
  const metrics = createMetrics()
  return listen(t, (app) => {
    addRequestMetrics(app, metrics)
    registerHealth(app, { checks: fine, timeoutMs: 60_000, metrics, metricsToken: null, ...options })
  })
}

describe('GET /api/health', () => {
  it('200, uncacheable, also for HEAD', async (t) => {
    const { url } = await serve(t, { checks: { database: async () => false } })
    const response = await fetch(`${url}/api/health`)
    assert.deepEqual(
      { status: response.status, cacheControl: response.headers.get('cache-control') },
      { status: 200, cacheControl: 'no-store' },
    )
    assert.deepEqual(await response.json(), { status: 'ok', zoneData: process.versions['tz'] })
    assert.equal((await fetch(`${url}/api/health`, { method: 'HEAD' })).status, 200)
  })
})

describe('GET /api/ready', () => {
  it('200 when every check passes', async (t) => {
    const { url } = await serve(t)
    const response = await fetch(`${url}/api/ready`)
    assert.deepEqual(
      { status: response.status, cacheControl: response.headers.get('cache-control') },
      { status: 200, cacheControl: 'no-store' },
    )
    assert.deepEqual(await response.json(), { ready: true, checks: { database: true, migrations: true, accepting: true } })
  })

  it('503 in the error shape if a check fails, with its name but not the reason', async (t) => {
    const { url } = await serve(t, { checks: { ...fine, database: failing } })
    const response = await fetch(`${url}/api/ready`)
    const text = await response.text()
    assert.deepEqual({ status: response.status, retryAfter: response.headers.get('retry-after') }, { status: 503, retryAfter: '5' })
    const { requestId, ...body } = JSON.parse(text) as Record<string, unknown>
    assert.equal(requestId, response.headers.get('x-request-id'))
    assert.deepEqual(body, {
      error: 'service_unavailable',
      message: 'Not ready: it could not be found out in time whether the database answers',
      retryAfterSeconds: 5,
      ready: false,
      checks: { database: false, migrations: true, accepting: true },
    })
    assert.ok(!text.includes('hunter2'))
  })

  it('503 as problem details where they are accepted', async (t) => {
    const { url } = await serve(t, { checks: { ...fine, database: async () => false } })
    const response = await fetch(`${url}/api/ready`, { headers: { accept: 'application/problem+json' } })
    assert.match(response.headers.get('content-type') ?? '', /^application\/problem\+json/)
    const { type, status, detail, ready, checks } = (await response.json()) as Record<string, unknown>
    assert.deepEqual(
      { type, status, detail },
      { type: '/api/docs#service_unavailable', status: 503, detail: 'Not ready: the database does not answer' },
    )
    assert.deepEqual({ ready, checks }, { ready: false, checks: { database: false, migrations: true, accepting: true } })
  })

  it('503 while the service drains, and other requests are answered', async (t) => {
    const { app, url } = await serve(t)
    app.drain()
    const response = await fetch(`${url}/api/ready`)
    assert.deepEqual({ status: response.status, connection: response.headers.get('connection') }, { status: 503, connection: 'close' })
    const { checks } = (await response.json()) as { checks: unknown }
    assert.deepEqual(checks, { database: true, migrations: true, accepting: false })
    assert.equal((await fetch(`${url}/api/health`)).status, 200)
  })
})

describe('readinessOf', () => {
  it('claims a cause only where a check has answered', async () => {
    const [no, slow, broken] = [async () => false, () => new Promise<boolean>(() => {}), () => Promise.reject(new Error('lost'))]
    const told = async (checks: Parameters<typeof checkReadiness>[0]) =>
      listUnreadyReasons(await checkReadiness({ ...fine, ...checks }, 20))
    assert.deepEqual(await told({}), [])
    assert.deepEqual(await told({ migrations: no }), ["the database does not have this release's migrations"])
    for (const unanswered of [slow, broken]) {
      assert.deepEqual(await told({ migrations: unanswered }), [
        "it could not be found out in time whether the database has this release's migrations",
      ])
      assert.deepEqual(await told({ database: no, migrations: unanswered }), ['the database does not answer'])
    }
  })

  it('does not wait for a check that hangs', async () => {
    const { ready, checks } = await checkReadiness({ ...fine, database: () => new Promise(() => {}) }, 20)
    assert.deepEqual(
      { ready, database: checks['database'], migrations: checks['migrations'] },
      { ready: false, database: false, migrations: true },
    )
  })
})

describe('GET /api/metrics', () => {
  const proxied = { 'x-forwarded-for': '203.0.113.9' }

  it('200 from loopback', async (t) => {
    const { url } = await serve(t)
    await fetch(`${url}/api/health`)
    const response = await fetch(`${url}/api/metrics`)
    assert.equal(response.status, 200)
    assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
    assert.match(await response.text(), /http_requests_total\{route="\/api\/health",method="GET",status="200"\} 1/)
  })

  it('200 from elsewhere with the token', async (t) => {
    const { url } = await serve(t, { metricsToken: 'token' })
    const response = await fetch(`${url}/api/metrics`, { headers: { ...proxied, authorization: 'Bearer token' } })
    assert.equal(response.status, 200)
    // An unread body would keep its connection open, and with it the server.
    assert.match(await response.text(), /^# HELP/)
  })

  for (const [name, metricsToken, authorization] of [
    ['without a token', 'token', ''],
    ['with a wrong one', 'token', 'Bearer tokem'],
    ['with another scheme', 'token', 'Basic token'],
    ['if none is configured', null, 'Bearer null'],
    ['if none is configured and none is sent', null, 'Bearer '],
  ] as const) {
    it(`401 from elsewhere ${name}`, async (t) => {
      const { url } = await serve(t, { metricsToken })
      const response = await fetch(`${url}/api/metrics`, { headers: { ...proxied, authorization } })
      assert.deepEqual(
        { status: response.status, wwwAuthenticate: response.headers.get('www-authenticate') },
        { status: 401, wwwAuthenticate: 'Bearer' },
      )
      assert.equal(((await response.json()) as { error: string }).error, 'unauthorized')
    })
  }
})
