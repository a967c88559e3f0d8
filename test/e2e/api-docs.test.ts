import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertAccessible, openSite } from './browser.ts'

describe('the documentation of the API', () => {
  const site = openSite()

  // `visit` fails on any error in the console, and so on any violation of the page's policy.
  for (const colorScheme of ['light', 'dark'] as const)
    it(`finds an operation and tries it out, from our own origin alone: ${colorScheme}`, async () => {
      const page = await site.visit('/settings', { colorScheme })
      // Swagger UI waits by the clock, which visits have stopped.
      await page.clock.setSystemTime(site.app.clock.now())
      const origins = new Set<string>()
      page.on('request', (request) => origins.add(new URL(request.url()).origin))
      const { status, headers } = await page
        .goto('/api/docs')
        .then((response) => ({ status: response?.status(), headers: response?.headers() }))
      assert.equal(status, 200)
      assert.doesNotMatch(headers?.['content-security-policy'] ?? 'unsafe', /unsafe/)
      const weather = page.locator('#operations-Weather-getWeather')
      await weather.waitFor()
      const fits = async (width: number) => {
        await page.setViewportSize({ width, height: 900 })
        const wider = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
        assert.ok(Number(wider) <= 0, `${width} pixels: ${String(wider)} px wider than the screen`)
      }
      await fits(320)
      await fits(390)
      await assertAccessible(page, '390 pixels wide')
      await fits(1280)
      await weather.getByRole('button').first().click()
      assert.match(page.url(), /#\/Weather\/getWeather$/)
      await weather.locator('[data-param-name=scope] select').selectOption('current')
      await weather.getByRole('button', { name: 'Execute' }).click()
      const response = weather.locator('.live-responses-table .response')
      await response.waitFor()
      assert.match((await response.textContent()) ?? '', /200.*"scope": "current"/s)
      // The whole page again, wide, with an open operation: axe takes seconds for its hundred operations.
      await assertAccessible(page, '1280 pixels wide')
      assert.deepEqual([...origins], [site.app.url])
    })

  it('leads from the former address of a section to its operations, and 404 for an unknown section', async () => {
    const page = await site.visit('/settings')
    await page.goto('/api/docs/admin-data')
    assert.match(page.url(), /\/api\/docs#\/Admin%3A%20data$/)
    await page.locator('[data-tag="Admin: data"][data-is-open=true]').waitFor()
    assert.equal((await site.app.get('/api/docs/nothing', { accept: 'text/html' })).status, 404)
  })

  it('says without scripts where the document is', async () => {
    const { text, status } = await site.app.get('/api/docs', { accept: 'text/html' })
    assert.equal(status, 200)
    assert.match(text, /curl &#x27;[^&]+\/api\/weather\?lat=52\.52&amp;lon=13\.41&amp;scope=current&#x27;/)
    assert.match(text, /<noscript>.*<a href="\/api\/openapi\.json">|href="\/api\/openapi\.json".*<noscript>/s)
  })
})
