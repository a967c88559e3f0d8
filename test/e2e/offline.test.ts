import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../helpers/until.ts'
import { AS_READER, assertAccessible, hydrated, openSite } from './browser.ts'

const DISCONNECTED = /ERR_INTERNET_DISCONNECTED|Failed to (?:load|fetch)|NetworkError/

describe('without a connection', () => {
  const site = openSite()

  /** Polls from here, because Playwright’s waitForFunction treats any promise as true. */
  const untilCached = (page: Page, path: string): Promise<void> =>
    until(`${path} is cached`, () => page.evaluate<boolean>(`caches.match(${JSON.stringify(path)}).then((cached) => cached !== undefined)`))

  /** Visits a page, and waits until the service worker has cached it. */
  async function visitCached(path: string): Promise<Page> {
    const page = await site.visit(path, { ...AS_READER, expected: DISCONNECTED })
    await page.evaluate('navigator.serviceWorker.ready')
    // Polls from here, because the policy of the page refuses what Playwright’s waitForFunction evaluates.
    await until('the worker controls the page', () => page.evaluate<boolean>('navigator.serviceWorker.controller !== null'))
    await page.reload()
    await untilCached(page, path)
    return page
  }

  /** Waits for the worker too: it goes offline separately, sometimes after Playwright has returned, and could still load the next request. */
  async function disconnect(page: Page): Promise<void> {
    await page.context().setOffline(true)
    await until('neither page nor worker has a connection', () =>
      page.evaluate<boolean>(`fetch('/manifest.webmanifest?' + crypto.randomUUID()).then(() => false, () => true)`),
    )
  }

  const banner = (page: Page) => page.getByText('You are offline. This is the last version loaded.')

  it('a visited page is shown again, with its age', async () => {
    const page = await visitCached('/pages/about')
    assert.equal(await banner(page).count(), 0)
    await disconnect(page)
    await page.reload()
    await hydrated(page)
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'About this site')
    assert.match((await banner(page).textContent()) ?? '', /Loaded 1 minute ago\.$/)
    await page.evaluate(`(async () => {
      const store = await caches.open((await caches.keys()).find((name) => name.startsWith('pages-')))
      const cached = await store.match('/pages/about')
      const headers = new Headers(cached.headers)
      headers.set('x-cached-at', String(Date.now() - 3 * 3600_000))
      await store.delete('/pages/about')
      await store.put('/pages/about', new Response(cached.body, { headers }))
    })()`)
    await page.reload()
    await hydrated(page)
    await page.getByText('Loaded 3 hours ago.').waitFor()
    await assertAccessible(page)
  })

  it('a meteogram that was seen is shown again, and can be read', async () => {
    const page = await visitCached('/weather/berlin-52.52,13.41')
    const read = async () => {
      await page.locator('#meteogram').scrollIntoViewIfNeeded()
      await page.locator('section[aria-labelledby="meteogram"]').getByRole('application').waitFor()
    }
    await read()
    await untilCached(page, await page.evaluate<string>('document.querySelector("#meteogram ~ div img").currentSrc'))
    await disconnect(page)
    await page.reload()
    await hydrated(page)
    await read()
  })

  it('the very first page visited is cached with all that it needs', async () => {
    const page = await site.visit('/weather/berlin-52.52,13.41', { ...AS_READER, expected: DISCONNECTED })
    await page.evaluate('navigator.serviceWorker.ready')
    await untilCached(page, '/weather/berlin-52.52,13.41')
    await disconnect(page)
    await page.reload()
    await hydrated(page)
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Berlin')
    assert.notEqual(await page.evaluate('getComputedStyle(document.querySelector(".card")).borderRadius'), '0px')
  })

  it('saved places are cached once the front page has shown them', async () => {
    const page = await site.visit('/', { ...AS_READER, expected: DISCONNECTED })
    await page.evaluate('navigator.serviceWorker.ready')
    await page.evaluate(
      `localStorage.setItem('saved_places', JSON.stringify([{ name: 'Oslo', lat: 59.91, lon: 10.75 }, { name: 'Rome', lat: 41.89, lon: 12.48 }]))`,
    )
    await page.reload()
    await untilCached(page, '/weather/oslo-59.91,10.75')
    await untilCached(page, '/weather/rome-41.89,12.48')
    await disconnect(page)
    await page.goto('/weather/rome-41.89,12.48')
    await page.getByRole('heading', { level: 1, name: 'Rome' }).waitFor()
  })

  it('an open page says when the connection is lost; a cached one is renewed when it is back, and is no longer marked as old', async () => {
    const page = await visitCached('/pages/about')
    await disconnect(page)
    await banner(page).waitFor()
    await page.context().setOffline(false)
    await banner(page).waitFor({ state: 'detached' })
    await disconnect(page)
    await page.reload()
    await hydrated(page)
    await banner(page).waitFor()
    await page.context().setOffline(false)
    await banner(page).waitFor({ state: 'detached' })
    await page.getByText('The service cannot be reached.').waitFor({ state: 'detached' })
  })

  it('a page that was never visited is replaced by a notice that lists the cached ones', async () => {
    const page = await visitCached('/pages/about')
    await disconnect(page)
    await page.goto('/pages/terms')
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'You are offline')
    await page.getByRole('link', { name: 'About this site' }).first().waitFor()
    await assertAccessible(page)
    await page.locator('#cached').getByRole('link', { name: 'About this site' }).click()
    await page.getByRole('heading', { name: 'About this site', level: 1 }).waitFor()
  })

  it('the notice obeys its own policy whatever the cached pages hold, and shows their titles as text', async () => {
    const page = await visitCached('/weather/berlin-52.52,13.41')
    const html = `<!doctype html><title>A &amp; B &lt;i&gt; · x</title><style>p{color:red}</style><p style="color:red">`
    await page.evaluate(`caches.open('pages-2').then((store) => store.put('/pages/odd', new Response(${JSON.stringify(html)})))`)
    const offline = await page.context().newPage()
    const violations: string[] = []
    offline.on('console', (message) => void (message.type() === 'error' && violations.push(message.text())))
    await offline.goto('/offline')
    const cached = offline.locator('#cached')
    await cached.getByRole('link', { name: 'A & B <i>' }).waitFor()
    await cached
      .getByRole('link', { name: /Berlin/ })
      .first()
      .waitFor()
    assert.deepEqual(violations, [])
  })

  it('pages reached by client-side navigation can be opened too', async () => {
    const page = await visitCached('/pages/about')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
    await page.getByRole('heading', { name: 'Privacy', level: 1 }).waitFor()
    await untilCached(page, '/pages/privacy')
    await disconnect(page)
    await page.reload()
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Privacy')
  })

  it('the front page can be opened too, and older cached data does not make a freshly loaded page look old', async () => {
    const page = await visitCached('/pages/about')
    await page.evaluate(`caches.open('data-2').then((store) =>
      store.put('/_.data?_routes=part', new Response('', { headers: { 'x-cached-at': String(Date.now() - 3 * 3600_000) } })))`)
    await page.getByRole('banner').getByRole('link', { name: 'Isobar' }).click()
    await page.getByRole('heading', { name: 'What will the weather be?', level: 1 }).waitFor()
    await untilCached(page, '/')
    await until('the data of the front page is cached', () =>
      page.evaluate<boolean>(`caches.open('data-2').then((store) => store.keys()).then((keys) => keys.length > 1)`),
    )
    assert.equal(await page.getByText(/Loaded .* ago/).count(), 0)
    await disconnect(page)
    await page.reload()
    await banner(page).waitFor()
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'What will the weather be?')
  })

  it('a page that cannot be cached again is not mistaken for its older copy', async () => {
    const page = await visitCached('/pages/about')
    await page.evaluate(`caches.open('pages-2').then((store) =>
      store.put('/pages/gone', new Response('Cached', { headers: { 'x-cached-at': String(Date.now() - 3 * 3600_000) } })))`)
    await page.goto('/pages/gone')
    await hydrated(page)
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Page not found')
    await disconnect(page)
    await banner(page).waitFor()
    assert.match((await banner(page).textContent()) ?? '', /Loaded 1 minute ago\.$/)
  })

  it('nothing personal is cached, and never more than sixty pages', async () => {
    const page = await visitCached('/pages/about')
    for (const path of ['/settings', '/subscribe', '/login', '/preferences?token=x', '/api/platform/limits'])
      await page.goto(path).catch(() => undefined)
    // As if sixty others had been visited.
    await page.evaluate(`(async () => {
      const store = await caches.open((await caches.keys()).find((name) => name.startsWith('pages-')))
      const text = await (await store.match('/pages/about')).text()
      for (let i = 0; i < 60; i++) await store.put('/pages/cookies?n=' + i, new Response(text))
    })()`)
    for (const n of [60, 61, 62]) {
      await page.goto(`/pages/cookies?n=${n}`)
      await untilCached(page, `/pages/cookies?n=${n}`)
    }
    const cached = () =>
      page.evaluate<string[]>(`caches.keys()
      .then((names) => Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => name + ' ' + new URL(url).pathname))))
      .then((lists) => lists.flat())`)
    // One more is, until the oldest is evicted.
    await until('no more than sixty are cached', async () => (await cached()).filter((each) => each.startsWith('pages-')).length <= 60)
    assert.deepEqual(
      (await cached()).filter((each) => /settings|subscribe|login|preferences|limits/.test(each) && !each.includes('/assets/')),
      [],
    )
  })

  it('the site can be installed', async () => {
    const { body, headers } = await site.app.get('/manifest.webmanifest').then((answer) => ({ ...answer, body: JSON.parse(answer.text) }))
    assert.match(headers.get('content-type') ?? '', /^application\/manifest\+json/)
    assert.deepEqual({ display: body.display, start_url: body.start_url }, { display: 'standalone', start_url: '/' })
    for (const { src } of body.icons) assert.equal((await site.app.get(src)).status, 200, src)
    const { text } = await site.app.get('/pages/about', { accept: 'text/html' })
    assert.match(text, /<link rel="manifest" href="\/manifest\.webmanifest"/)
  })
})
