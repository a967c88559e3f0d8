import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { truncate } from '../../../../test/helpers/truncate.ts'

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const ENV = { RATE_LIMITS: 'analytics=0', PUBLIC_URL: 'https://weather.example', CORS_ORIGINS: 'https://partner.example' }
const VIEW = { type: 'pageview', path: '/' }

interface Answer {
  readonly status: number
  readonly headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- bodies of every shape
  readonly body: any
}

async function send(app: TestApp, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(`${app.url}/api/analytics/collect`, {
    method: 'POST',
    headers: { 'user-agent': CHROME, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}

async function stored(app: TestApp) {
  await app.services.analytics.drain()
  return (await app.database.pool.query('select * from analytics_event order by at, path')).rows
}

describe('POST /api/analytics/collect', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ env: ENV })
  })
  after(() => app.close())
  beforeEach(async () => {
    await app.services.analytics.drain()
    await truncate(app.database.pool, 'analytics_event')
  })

  describe('202', () => {
    it('accepts one event', async () => {
      const event = {
        type: 'vitals',
        path: '/weather/berlin?units=si#top',
        referrer: 'https://news.example/a?b',
        name: 'LCP',
        value: 1840.5,
        slotId: 'hero_1',
      }
      const { status, body, headers } = await send(app, event)
      assert.equal(status, 202)
      assert.deepEqual(body, { accepted: 1, rejected: 0 })
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.equal(headers.get('set-cookie'), null)
      const [{ visitor, at, ...row }] = await stored(app)
      assert.deepEqual(row, {
        type: 'vitals',
        path: '/weather/berlin',
        name: 'LCP',
        value: 1840.5,
        slot_id: 'hero_1',
        referrer: 'news.example',
        device: 'desktop',
        browser: 'chrome',
        country: null,
      })
      assert.equal(visitor.length, 8)
      assert.equal(at.getTime(), app.clock.now())
    })

    it('accepts a list and leaves out its invalid entries', async () => {
      const events = [
        VIEW,
        { type: 'click', path: '/' },
        { type: 'scroll', path: '/a', value: 75 },
        { path: '/' },
        null,
        'x',
        { ...VIEW, path: 'https://a.example/' },
      ]
      assert.deepEqual((await send(app, { events })).body, { accepted: 2, rejected: 5 })
      assert.deepEqual(
        (await stored(app)).map((row) => [row.type, row.path, row.value]),
        [
          ['pageview', '/', null],
          ['scroll', '/a', 75],
        ],
      )
      const longPath = { ...VIEW, path: `/${'x'.repeat(600)}` }
      assert.deepEqual((await send(app, { events: [longPath, VIEW] })).body, { accepted: 1, rejected: 1 })
      assert.deepEqual((await send(app, { events: Array.from({ length: 50 }, () => VIEW) })).body, { accepted: 50, rejected: 0 })
    })

    it('accepts what sendBeacon sends', async () => {
      for (const type of ['text/plain;charset=UTF-8', 'text/plain', 'application/json; charset=utf-8'])
        assert.deepEqual((await send(app, VIEW, { 'content-type': type })).body, { accepted: 1, rejected: 0 }, type)
      assert.equal((await stored(app)).length, 3)
    })

    it('stores nothing for visitors who opt out, nor for bots', async () => {
      const nobody: Record<string, string>[] = [
        { 'sec-gpc': '1' },
        { dnt: '1' },
        { 'user-agent': '' },
        { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
        { 'user-agent': 'curl/8.5.0' },
      ]
      for (const headers of nobody) {
        const { status, body } = await send(app, { events: [VIEW, VIEW] }, headers)
        assert.equal(status, 202)
        assert.deepEqual(body, { accepted: 0, rejected: 2 }, JSON.stringify(headers))
      }
      assert.deepEqual(await stored(app), [])
      assert.deepEqual((await send(app, VIEW, { dnt: '0', 'sec-gpc': '0' })).body, { accepted: 1, rejected: 0 })
    })

    it('accepts beacons of our own pages and of CORS_ORIGINS', async () => {
      const own: Record<string, string>[] = [
        { origin: 'https://weather.example' },
        { origin: 'https://partner.example' },
        { origin: app.url },
        { origin: 'https://rewritten.example', 'sec-fetch-site': 'same-origin' },
      ]
      for (const headers of own) assert.equal((await send(app, VIEW, headers)).status, 202, JSON.stringify(headers))
    })

    it('writes within a second, and before the service ends', async () => {
      const other = await createTestApp({ sharing: app, env: ENV })
      await send(other, VIEW)
      await other.close()
      assert.equal((await app.database.pool.query('select from analytics_event')).rowCount, 1)
    })
  })

  describe('400', () => {
    const wrong: readonly (readonly [name: string, body: unknown, path: string])[] = [
      ['an unknown type', { type: 'click', path: '/' }, 'type'],
      ['no type', { path: '/' }, 'type'],
      ['no path', { type: 'pageview' }, 'path'],
      ['an invalid path', { type: 'pageview', path: 'home' }, 'path'],
      ['a path with a NUL', { type: 'pageview', path: '/\u0000' }, 'path'],
      ['an overlong path', { type: 'pageview', path: `/${'x'.repeat(2048)}` }, 'path'],
      ['a value as a string', { ...VIEW, value: '5' }, 'value'],
      ['an overlong name', { ...VIEW, name: 'x'.repeat(61) }, 'name'],
      ['a slot id with spaces', { ...VIEW, slotId: 'a b' }, 'slotId'],
      ['an overlong referrer', { ...VIEW, referrer: 'x'.repeat(2049) }, 'referrer'],
      ['a list that is not an array', { events: {} }, 'events'],
      ['an empty list', { events: [] }, 'events'],
      ['51 events', { events: Array.from({ length: 51 }, () => VIEW) }, 'events'],
      ['a list by itself', [VIEW], 'body'],
      ['null', 'null', 'body'],
    ]
    for (const [name, body, path] of wrong) {
      it(`refuses ${name}, naming ${path}`, async () => {
        const answer = await send(app, body)
        assert.equal(answer.status, 400)
        assert.equal(answer.body.error, 'invalid_request')
        assert.deepEqual(
          answer.body.details.map((detail: { path: string }) => detail.path),
          [path],
        )
      })
    }

    it('refuses a body that is not JSON, of either type', async () => {
      for (const type of ['text/plain', 'application/json']) {
        for (const body of ['{', '', '{"__proto__":{"type":"pageview"},"path":"/"}'])
          assert.equal((await send(app, body, { 'content-type': type })).status, 400, `${type} ${body}`)
      }
    })

    it('keeps the codes of 413 and 415', async () => {
      const big = await send(app, { events: Array.from({ length: 50 }, () => ({ ...VIEW, referrer: 'x'.repeat(1_900) })) })
      assert.deepEqual({ status: big.status, error: big.body.error }, { status: 413, error: 'invalid_request' })
      const form = await send(app, 'type=pageview', { 'content-type': 'application/x-www-form-urlencoded' })
      assert.deepEqual({ status: form.status, error: form.body.error }, { status: 415, error: 'invalid_request' })
    })

    it('accepts text/plain on no other route', async () => {
      const response = await fetch(`${app.url}/api/weather/inaccurate-report`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: '{"lat":1,"lon":1}',
      })
      assert.equal(response.status, 415)
    })
  })

  describe('403', () => {
    it('refuses pages of other origins', async () => {
      for (const origin of ['https://copy.example', 'null', 'http://weather.example']) {
        const { status, body } = await send(app, VIEW, { origin, 'sec-fetch-site': 'cross-site' })
        assert.deepEqual({ status, error: body.error }, { status: 403, error: 'forbidden' }, origin)
      }
      assert.deepEqual(await stored(app), [])
    })
  })

  describe('429', () => {
    it('limits the requests of one address', async () => {
      const limited = await createTestApp({ env: { ...ENV, RATE_LIMITS: 'analytics=1' } })
      try {
        assert.equal((await send(limited, VIEW)).status, 202)
        const { status, body, headers } = await send(limited, VIEW)
        assert.deepEqual({ status, error: body.error }, { status: 429, error: 'rate_limited' })
        assert.ok(Number(headers.get('retry-after')) >= 1)
      } finally {
        await limited.close()
      }
    })
  })
})
