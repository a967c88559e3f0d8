import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { USER_AGENT } from '../../tools/browser/browser.ts'
import { until } from '../helpers/until.ts'
import { atRest, openSite } from './browser.ts'
import { requestsOf } from './watching.ts'

const map = (page: Page) => page.getByRole('application', { name: 'Map' })

describe('the map of a place', () => {
  const site = openSite()

  it('is loaded when it is seen, and not before; and leaves the wheel to the page until it has the focus', async () => {
    // A page that waits for its weather is short, and its map in view.
    assert.equal((await site.app.get('/api/weather?lat=52.52&lon=13.41&scope=current')).status, 200)
    const page = await site.visit('/weather/berlin-52.52,13.41', { viewport: { width: 1280, height: 700 } })
    const asked = requestsOf(page, /open-map|weather-map|\/map\/|map-tile/)
    await atRest(page)
    assert.deepEqual(asked, [])
    await page.getByRole('heading', { level: 2, name: 'Weather map' }).scrollIntoViewIfNeeded()
    await page.mouse.wheel(0, 400)
    await page.getByRole('radio', { name: 'Clouds' }).waitFor()
    const mark = await page.locator('.leaflet-marker-icon[class*="mark_"]').boundingBox()
    const name = await map(page)
      .getByText(/^Berlin\b/)
      .boundingBox()
    assert.ok(mark !== null && name !== null && name.y >= mark.y + mark.height, 'the mark does not cover the name')
    const link = page.getByRole('link', { name: 'Open the map on a page of its own' })
    await map(page).hover()
    const top = await page.evaluate<number>('scrollY')
    await page.mouse.wheel(0, 60)
    await until('the page scrolls', async () => (await page.evaluate<number>('scrollY')) !== top)
    assert.match((await link.getAttribute('href')) ?? '', /^\/map#6\/52\.5\d*\/13\.41?\/precipitation$/)
    await map(page).focus()
    await map(page).hover()
    await page.mouse.wheel(0, -400)
    await until('the map zooms', async () => !((await link.getAttribute('href')) ?? '').startsWith('/map#6/'))
    await link.click()
    await page.waitForURL(/\/map#\d\/5\d[.\d]*\/1\d[.\d]*\/precipitation$/)
  })

  it('leaves a link without scripts, and nothing for crawlers', async () => {
    const html = async (agent: string) =>
      (await site.app.get('/weather/berlin-52.52,13.41', { accept: 'text/html', 'user-agent': agent })).text
    assert.match(await html(USER_AGENT), /<h2 id="map"><a href="\/map#6\/52\.52\/13\.41">Weather map<\/a>/)
    assert.doesNotMatch(await html('Googlebot/2.1'), /id="map"/)
  })
})
