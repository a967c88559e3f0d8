import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { UNLIMITED } from '../../../../test/helpers/unlimited.ts'
import { until } from '../../../../test/helpers/until.ts'
import { buildPages } from '../../../../tools/build/pages.ts'
import { findBundle, type SiteBundle } from './bundle.ts'

const BROWSER = { accept: 'text/html', 'user-agent': 'Mozilla/5.0 Firefox/150.0', 'accept-language': 'en' }
const BERLIN = '/weather/berlin-52.52,13.41'

describe('a page that many visitors open at once', () => {
  let app: TestApp
  let site: SiteBundle
  let rendered = 0
  before(async () => {
    await buildPages()
    const bundle = findBundle()
    assert.ok(bundle)
    site = {
      ...bundle,
      respond(...visit) {
        rendered += 1
        return bundle.respond(...visit)
      },
    }
    // Longer than any test takes; the test of expiry sets its own.
    app = await createTestApp({ site, env: { PAGES_KEPT_MS: '60000', TRUST_PROXY: '1', ...UNLIMITED } })
    await app.get(BERLIN, BROWSER)
    await app.services.gateway.drain()
  })
  after(() => app?.close())

  /** How many renderings a visit caused. */
  async function renders(visit: () => Promise<unknown>): Promise<number> {
    const before = rendered
    await visit()
    return rendered - before
  }
  /** A busy machine may send the frame of a page before the rest is known, in parts that have no length together. */
  async function getWhole(path: string, headers: Record<string, string>) {
    let page = await app.get(path, { ...headers, 'accept-encoding': 'identity' })
    await until('the page comes whole', async () => {
      if (page.headers.get('content-length') !== null) return true
      page = await app.get(path, { ...headers, 'accept-encoding': 'identity' })
      return false
    })
    return page
  }
  const nonceOf = (policy: string | null) => /'nonce-([^']+)'/.exec(policy ?? '')?.[1] ?? ''

  it('is rendered once, and sent with its own nonce and request id, compressed or not', async () => {
    const first = await app.get('/', BROWSER)
    const second = await app.get('/', BROWSER)
    const plain = await app.get('/', { ...BROWSER, 'accept-encoding': 'identity' })
    const nonces = [first, second, plain].map(({ headers }) => nonceOf(headers.get('content-security-policy')))
    assert.equal(new Set(nonces).size, 3)
    for (const [i, { text, headers, status }] of [first, second, plain].entries()) {
      assert.equal(status, 200)
      assert.equal(text.replaceAll(nonces[i] ?? '', ''), first.text.replaceAll(nonces[0] ?? '', ''))
      assert.ok(text.includes(`nonce="${nonces[i]}"`))
      assert.equal(headers.get('cache-control'), 'private, no-cache')
      assert.match(headers.get('vary') ?? '', /accept-encoding/i)
      assert.ok((headers.get('x-request-id')?.length ?? 0) > 0)
    }
    assert.equal(await renders(() => app.get('/', BROWSER)), 0)
  })

  it('is rendered once for all who arrive during rendering', async () => {
    const visitors = { ...BROWSER, 'accept-language': 'fr' }
    await app.get('/', visitors)
    assert.equal(await renders(() => Promise.all(Array.from({ length: 8 }, () => app.get(BERLIN, visitors)))), 1)
  })

  it('is rendered separately for each language, theme, unit and region, and for crawlers', async () => {
    const all = [
      BROWSER,
      { ...BROWSER, 'accept-language': 'de' },
      { ...BROWSER, cookie: 'site_preferences=theme%3Ddark' },
      { ...BROWSER, cookie: 'site_preferences=theme%3Dlight' },
      { ...BROWSER, cookie: 'site_preferences=units%3Dimperial' },
      { ...BROWSER, 'cf-ipcountry': 'US', 'x-forwarded-for': '198.51.100.1' },
      { ...BROWSER, 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' },
    ]
    const pages = []
    for (const headers of all) pages.push(await getWhole(BERLIN, headers))
    const texts = pages.map(({ text, headers }) => text.replaceAll(nonceOf(headers.get('content-security-policy')), ''))
    assert.equal(new Set(texts).size, all.length)
    for (const [i, headers] of all.entries()) {
      const { text, headers: said } = await getWhole(BERLIN, {
        ...headers,
        cookie: `${'cookie' in headers ? headers.cookie : ''}; other=1`,
      })
      assert.equal(text.replaceAll(nonceOf(said.get('content-security-policy')), ''), texts[i])
    }
  })

  it('is rendered for each visitor if it contains anything personal', async () => {
    const own: readonly (readonly [string, Record<string, string>])[] = [
      ['/?q=ber', BROWSER],
      [`${BERLIN}?from=search`, BROWSER],
      ['/settings', BROWSER],
      ['/', { ...BROWSER, cookie: 'service_admin_session=x' }],
      ['/', { ...BROWSER, cookie: '__Host-service_admin_session=x' }],
      ['/', { ...BROWSER, cookie: 'site_preferences=consent%3Dads' }],
    ]
    for (const [path, headers] of own) {
      await app.get(path, headers)
      assert.ok((await renders(() => app.get(path, headers))) > 0, path)
    }
  })

  it('is never cached if it failed or was sent early', async () => {
    const path = '/weather/quito--0.22,-78.52'
    // A compressed page never has a content-length.
    const plain = { ...BROWSER, 'accept-encoding': 'identity' }
    app.simulator.setFaults([{ kind: 'status', status: 500 }])
    const failed = await app.get(path, plain)
    // A busy machine sends the frame before the failure is known.
    assert.ok(failed.status === 502 || failed.headers.get('content-length') === null, String(failed.status))
    app.simulator.setFaults([])
    app.services.meter.forgetFaults()
    app.clock.advance({ hours: 1 })
    assert.equal((await app.get(path, BROWSER)).status, 200)
    app.clock.advance({ hours: 100 })
    // A busy machine starts a page so late that the weather has arrived by then.
    for (const [i, delayMs] of [600, 2_000, 4_000].entries()) {
      app.simulator.setFaults([{ kind: 'delay', delayMs }])
      const late = `/weather/lima--12.05,-77.${i}4`
      const isEarly = (await app.get(late, plain)).headers.get('content-length') === null
      app.simulator.setFaults([])
      assert.equal((await renders(() => app.get(late, plain))) > 0, isEarly)
      if (isEarly) return
    }
    assert.fail('no page was sent early')
  })

  it('is rendered again once its cache time is over', async () => {
    const short = await createTestApp({ sharing: app, site, env: { PAGES_KEPT_MS: '1', TRUST_PROXY: '1', ...UNLIMITED } })
    try {
      const open = () => short.get('/', BROWSER)
      await open()
      const since = performance.now()
      while (performance.now() - since < 2);
      assert.equal(await renders(open), 1)
    } finally {
      await short.close()
    }
  })
})
