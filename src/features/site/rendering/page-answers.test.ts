import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { buildPages } from '../../../../tools/build/pages.ts'

const BROWSER = { accept: 'text/html,*/*', 'user-agent': 'Mozilla/5.0 Firefox/150.0' }
const BEYOND = { ...BROWSER, 'x-forwarded-for': '192.0.2.99' }

describe('pages', () => {
  let app: TestApp
  before(async () => {
    await buildPages()
    app = await createTestApp({ env: { RATE_LIMITS: 'pages=3', TRUST_PROXY: '1' } })
  })
  after(() => app?.close())

  let visitors = 0
  const newcomer = (headers: Record<string, string> = {}) => ({ ...BROWSER, 'x-forwarded-for': `198.51.100.${++visitors}`, ...headers })

  it('have their own limit and say so as a page; missing pages and data requests count too', async () => {
    for (const path of ['/settings', '/nothing-here', '/settings.data']) {
      const { headers } = await app.get(path, BEYOND)
      assert.match(headers.get('ratelimit-policy') ?? '', /^"pages";q=3;w=60$/, path)
    }
    for (const path of ['/settings', '/nothing-here', '/api/docs']) {
      const refused = await app.get(path, { ...BEYOND, 'accept-language': 'de' })
      assert.equal(refused.status, 429, path)
      assert.ok(Number(refused.headers.get('retry-after')) > 0)
      assert.match(refused.headers.get('content-type') ?? '', /^text\/html/)
      assert.match(refused.text, /<html lang="de".*Zu viele Seiten/s)
      assert.match(refused.headers.get('content-security-policy') ?? '', /nonce-/)
    }
    const { status, body } = await app.get('/settings', { ...BEYOND, accept: 'application/json' })
    assert.deepEqual({ status, error: body.error }, { status: 429, error: 'rate_limited' })
  })

  it('report malformed and overlong addresses in HTML to people and in JSON to programs', async () => {
    for (const [path, expected] of [
      ['/weather/%zz', 400],
      ['/pages/%E0%A4%A', 400],
      [`/weather/${'x'.repeat(300)}`, 414],
      [`/?${'x'.repeat(9_000)}`, 414],
    ] as const) {
      const page = await app.get(path, newcomer())
      assert.deepEqual(
        { status: page.status, contentType: page.headers.get('content-type') },
        { status: expected, contentType: 'text/html; charset=utf-8' },
        path.slice(0, 20),
      )
      assert.match(page.text, /This address is not valid/)
      assert.match(page.headers.get('vary') ?? '', /\bAccept\b/)
      const { status, body } = await app.get(path, { ...newcomer(), accept: 'application/json' })
      assert.deepEqual({ status, error: body.error }, { status: expected, error: 'invalid_request' })
    }
    assert.equal((await app.get('/api/weather/%zz', newcomer())).body.error, 'invalid_request')
  })

  it('send no referrer if their address has a token', async () => {
    for (const path of [
      '/invite/some-token',
      '/setup/some-token',
      '/reset-password/some-token',
      '/reset-password/some-token.data',
      '/reset-password/some-token/',
      '/api/unsubscribe?token=some-token',
      '/api/subscriptions/confirm?token=some-token',
      '/preferences?token=some-token',
    ]) {
      const response = await fetch(app.url + path, { headers: newcomer(), redirect: 'manual' })
      await response.arrayBuffer()
      assert.equal(response.headers.get('referrer-policy'), 'no-referrer', `${path} ${response.status}`)
    }
  })

  it('have one address each, also those of the API documentation', async () => {
    for (const path of ['/api/docs/', '/api/docs/weather/', '/settings/']) {
      const response = await fetch(app.url + path, { headers: newcomer(), redirect: 'manual' })
      assert.deepEqual(
        { status: response.status, location: response.headers.get('location') },
        { status: 301, location: path.slice(0, -1) },
      )
    }
  })
})
