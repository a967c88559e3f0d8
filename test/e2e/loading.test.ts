import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { USER_AGENT } from '../../tools/browser/browser.ts'
import { until } from '../helpers/until.ts'
import { assertAccessible, openSite } from './browser.ts'
import { assertSteady } from './watching.ts'

describe('a page whose weather is late', () => {
  const site = openSite({ env: { UPSTREAM_TIMEOUT_MS: '8000', REQUEST_TIMEOUT_MS: '10000' } })
  const late = (delayMs = 1_500) => site.app.simulator.setFaults([{ kind: 'delay', delayMs }])
  afterEach(() => site.app.simulator.setFaults([]))

  const parts = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(site.app.url + path, { headers: { accept: 'text/html', 'user-agent': USER_AGENT, ...headers } })
    const found: string[] = []
    assert.ok(response.body !== null)
    for await (const part of response.body.pipeThrough(new TextDecoderStream())) found.push(part)
    return { response, found }
  }

  for (const encoding of ['gzip', 'identity']) {
    it(`sends its frame first: ${encoding}`, async () => {
      late()
      const at = encoding === 'gzip' ? '35.68,51.42' : '38.72,-9.14'
      const path = (await fetch(`${site.app.url}/weather/${at}`, { redirect: 'manual' })).headers.get('location') ?? ''
      const { response, found } = await parts(path, { 'accept-encoding': encoding })
      assert.equal(response.status, 200)
      assert.match(found[0] ?? '', /<header/)
      assert.match(found[0] ?? '', /<title>[^<]*(?:Tehran|Lisbon)/)
      assert.doesNotMatch(found[0] ?? '', /<h2/)
      assert.match(found.slice(1).join(''), /<h2/)
      const nonce = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1] ?? ''
      const scripts = [...found.join('').matchAll(/<script[^>]*>/g)].map(([tag]) => tag)
      assert.ok(
        scripts.every((tag) => tag.includes(`nonce="${nonce}"`)),
        scripts.join('\n'),
      )
      assert.doesNotMatch(found.join(''), / style="/)
    })
  }

  it('inserts the weather, and hydrates without an error', async () => {
    late()
    const page = await site.visit('/weather/madrid-40.4165,-3.7026', { viewport: { width: 1440, height: 2_000 } })
    await page.getByRole('heading', { level: 2, name: 'Now' }).waitFor()
    assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1)
    assert.equal(await page.getByText('Loading the weather').count(), 0)
    await assertSteady(page)
    await assertAccessible(page)
  })

  it('is readable without scripts', async () => {
    late()
    const page = await site.visit('/weather/ankara-39.92,32.85', { javaScriptEnabled: false })
    await page.getByRole('heading', { level: 2, name: 'Now' }).waitFor()
    assert.equal(await page.locator('h1:visible').count(), 1)
    const top = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y ?? NaN
    assert.ok((await top('h1:visible')) > (await top('header')) && (await top('h1:visible')) < (await top('body > footer')))
  })

  it('is sent whole once the weather is cached', async () => {
    await site.app.get('/api/weather?lat=60.17&lon=24.94&scope=current')
    // A busy machine may be late with what is cached, too.
    await until('a page is whole', async () => {
      const { found } = await parts('/weather/helsinki-60.1695,24.9354', { 'accept-encoding': 'identity' })
      return !/aria-busy|id="S:/.test(found.join(''))
    })
  })

  it('explains a failure that happens after the frame was sent', async () => {
    site.app.simulator.setFaults([{ kind: 'hang' }])
    const page = await site.visit('/weather/quito--0.2298,-78.525')
    await page.getByRole('heading', { level: 1, name: 'The weather is not available right now' }).waitFor()
    await assertAccessible(page)
  })

  it('shows that the next page is loading', async () => {
    const page = await site.visit('/')
    // Held until the indicator was seen: it is hidden at first, and a busy machine checks rarely.
    const seen = Promise.withResolvers<void>()
    await page.route(/\/weather\/.*\.data/, async (route) => {
      await seen.promise
      await route.continue()
    })
    await page.getByRole('link', { name: /Tokyo/ }).click()
    await page.getByText('Loading…').waitFor()
    seen.resolve()
    await page.getByRole('heading', { level: 1, name: 'Tokyo' }).waitFor()
    await page.getByText('Loading…').waitFor({ state: 'detached' })
  })
})
