import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { chooseSourceZoom, formatInstant } from '@isobar/weather'
import type { Page } from 'playwright-core'
import { createTestFeed } from '../../src/features/weather/warnings/testing/feed.ts'
import { buildRectangleArea, buildOfficialWarning } from '../../src/features/weather/warnings/testing/warning.ts'
import { HOUR_MS } from '../../src/time.ts'
import { until } from '../helpers/until.ts'
import { assertAccessible, atRest, openSite } from './browser.ts'
import { requestsOf, assertSteady } from './watching.ts'

const map = (page: Page) => page.getByRole('application', { name: /Map|Karte/ })
const hash = (page: Page) => new URL(page.url()).hash

interface Check {
  readonly name: string
  readonly current: { readonly windSpeed: number; readonly windDirection: number }
}

describe('the map', () => {
  const feed = createTestFeed({ id: 'agency', parts: ['DE'], partsAreCountries: true })
  const site = openSite({ warningFeeds: [feed] })
  const read = async () => {
    site.app.clock.advance({ minutes: 3 })
    await site.app.services.warnings.readDue()
    await site.app.services.changes.check()
  }
  // Before the first reading, nothing is known.
  before(read)
  const warn = async () => {
    const now = site.app.clock.now()
    const at = (hours: number) => formatInstant(now + hours * HOUR_MS)
    const times = { sent: at(-1), start: at(-1), end: at(9) }
    feed.publish([
      buildOfficialWarning({ ...times, key: 'wide', areas: [buildRectangleArea(8, 48, 16, 54)] }),
      buildOfficialWarning({
        ...times,
        key: 'small',
        messageId: 'B.1',
        areas: [buildRectangleArea(11, 50.5, 12.5, 51.5)],
        level: { name: 'red', color: '#ff0000' },
      }),
    ])
    await read()
  }

  it('shows what its address names, and its address what it shows', async () => {
    const page = await site.visit('/map#6/51/10/clouds')
    await page.getByRole('radio', { name: 'Clouds' }).waitFor()
    assert.equal(await page.getByRole('radio', { name: 'Clouds' }).isChecked(), true)
    await page.getByRole('radio', { name: 'Wind', exact: true }).check()
    assert.equal(hash(page), '#6/51/10/wind')
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await until('the address follows', async () => hash(page) === '#7/51/10/wind')
    await page.evaluate("location.hash = '#4/-34/151/temp'")
    await until(
      'the map follows',
      async () => (await page.getByRole('radio', { name: 'Temperature' }).isChecked()) && hash(page).startsWith('#4/-34/151'),
    )
    await map(page).getByText('Australia', { exact: true }).waitFor()
  })

  it('follows an address that changes while the map is loading', async () => {
    const page = await site.visit('/')
    const world = Promise.withResolvers<void>()
    await page.route('**/map/world.json', async (route) => {
      await world.promise
      await route.continue()
    })
    const asked = page.waitForRequest('**/map/world.json')
    await page.goto('/map#3/50/10/none')
    await asked
    await page.evaluate("location.hash = '#5/-25/134/none'")
    world.resolve()
    await map(page).getByText('Australia', { exact: true }).waitFor()
    assert.equal(hash(page), '#5/-25/134/none')
  })

  it('moves by arrow keys, zooms by keys and the wheel', async () => {
    // Gliding takes time, which stands still here.
    const page = await site.visit('/map#5/50/10/none')
    await map(page).getByText('Germany', { exact: true }).waitFor()
    await map(page).focus()
    await page.keyboard.press('ArrowRight')
    await until('it moves', async () => Number(hash(page).split('/')[2]) > 10)
    await page.keyboard.press('+')
    await until('it zooms', async () => hash(page).startsWith('#6/'))
    await map(page).hover()
    await page.mouse.wheel(0, 400)
    await until('the wheel zooms', async () => Number(hash(page).slice(1).split('/')[0]) < 6)
  })

  it('loads two layers through five zooms with few calls of the provider, and no tile fails', async () => {
    site.app.clock.advance({ minutes: 11 })
    const called = () => site.app.simulator.calls().byProduct['openweather/tiles'] ?? 0
    const before = called()
    const page = await site.visit('/map#3/50/10/clouds', { viewport: { width: 1440, height: 900 } })
    const statuses = new Map<string, number>()
    page.on('response', (response) => {
      if (response.url().includes('/map-tile/')) statuses.set(new URL(response.url()).pathname, response.status())
    })
    for (const [layer, zooms] of [
      ['clouds', [4, 5, 6, 7]],
      ['temp', [7, 6, 5, 4, 3]],
    ] as const)
      for (const zoom of zooms) {
        const tiles = page.locator(`img.leaflet-tile-loaded[src*="/${layer}/${chooseSourceZoom(zoom)}/"]`)
        await until('the tiles of the view are there', async () => {
          // Again if the map has meanwhile written the address of the view before.
          await page.evaluate(`location.hash = '#${zoom}/50/10/${layer}'`)
          return (await tiles.count()) > 0
        })
        await atRest(page)
      }
    assert.ok(statuses.size > 0)
    assert.deepEqual(
      [...statuses].filter(([, status]) => status !== 200),
      [],
    )
    assert.equal(await page.getByText('could not be loaded').count(), 0)
    assert.ok(called() - before <= 28, String(called() - before))
  })

  it('names countries in the reader’s language, and smaller towns in closer views', async () => {
    const page = await site.visit('/map#5/51/10/none', { locale: 'de-DE' })
    await map(page).getByText('Deutschland', { exact: true }).waitFor()
    assert.equal(await map(page).getByText('Potsdam', { exact: true }).count(), 0)
    await page.evaluate("location.hash = '#9/52.4/13/none'")
    await map(page).getByText('Potsdam', { exact: true }).waitFor()
  })

  it('has the temperature of towns that people search for, from the cache, and leads to their pages', async () => {
    const [munich] = (await site.app.get('/api/geocode?q=munich')).body as { lat: number; lon: number }[]
    await site.app.get(`/api/weather?lat=${munich?.lat}&lon=${munich?.lon}&scope=current&trigger=search_select`)
    await site.app.services.places.searches.flush()
    site.app.clock.advance({ seconds: 3 })
    await site.app.services.gateway.drain()
    const calls = site.app.simulator.calls().total
    const page = await site.visit('/map#6/48.5/11.5/none')
    await page.getByText(/^Munich -?\d+°$/).click()
    await page.getByRole('heading', { level: 1, name: 'Munich' }).waitFor()
    const other = await site.visit('/map#4/48.5/11.5/none')
    await atRest(other)
    assert.ok(site.app.simulator.calls().total - calls <= 2, 'only the page of the town asked')
  })

  it('has the wind of those towns as arrows, in numbers and in words, from the cache', async () => {
    const [lisbon] = (await site.app.get('/api/geocode?q=lisbon')).body as { lat: number; lon: number }[]
    await site.app.get(`/api/weather?lat=${lisbon?.lat}&lon=${lisbon?.lon}&scope=current&trigger=search_select`)
    await site.app.services.places.searches.flush()
    site.app.clock.advance({ seconds: 3 })
    await site.app.services.gateway.drain()
    const { checks } = (await site.app.get('/api/recent-checks')).body as { checks: Check[] }
    const { windSpeed = 0, windDirection = 0 } = checks.find(({ name }) => name === 'Lisbon')?.current ?? {}
    assert.ok(windSpeed > 1, 'it is not calm')
    const calls = () => site.app.simulator.calls().byProduct['openweather/onecall'] ?? 0
    const page = await site.visit('/map#6/38.7/-9.1/wind')
    await map(page)
      .getByText(`Lisbon ${Math.round(windSpeed)}`, { exact: true })
      .waitFor()
    const arrow = map(page)
      .getByText(/^Lisbon/)
      .locator('i')
    assert.equal((await arrow.getAttribute('style'))?.trim(), `--from: ${Math.round(windDirection)};`)
    const words = page.getByRole('definition').filter({ hasText: 'km/h' })
    await until('it is said in words', async () => (await words.count()) > 0)
    assert.match((await words.first().textContent()) ?? '', new RegExp(`^${Math.round(windSpeed)}.km/h from [NESW]{1,3}$`))
    await page.getByText('Arrows: where the wind blows to').waitFor()
    await assertAccessible(page, 'arrows of the wind')
    // The page itself has the weather of the places in its list.
    await site.app.services.gateway.drain()
    const before = calls()
    await page.evaluate("location.hash = '#6/-48/-123/wind'")
    await page.getByText('No wind is known for the places in view.').waitFor()
    await page.getByRole('radio', { name: 'Map only' }).check()
    assert.equal(await page.getByText('Arrows: where the wind blows to').count(), 0)
    assert.equal(calls(), before, 'another view of the map asks for no weather')
  })

  it('shows official warnings as areas that can be read', async () => {
    await warn()
    const page = await site.visit('/map#6/51/11.7/none')
    const areas = page.locator('path.leaflet-interactive')
    await until('there are two areas', async () => (await areas.count()) === 2)
    // The more severe one is on top.
    await areas.last().click()
    const picked = page.getByRole('status').filter({ hasText: 'Storm' })
    assert.match((await picked.textContent()) ?? '', /^Red/)
    const [card, area] = [await picked.boundingBox(), await areas.last().boundingBox()]
    assert.ok(card !== null && area !== null && Math.abs(card.x + card.width / 2 - (area.x + area.width / 2)) < 40, 'it is at the click')
    // The clock of the area, not the visitor’s.
    assert.match((await picked.textContent()) ?? '', /CES?T|GMT\+[12]/)
    await assertAccessible(page, 'a warning on the map')
    await page.getByRole('checkbox', { name: 'Warnings' }).uncheck()
    await until('there are none', async () => (await areas.count()) === 0)
    await page.getByRole('checkbox', { name: 'Warnings' }).check()
    await until('they are back', async () => (await areas.count()) === 2)
    await areas.last().click()
    await picked.getByRole('link', { name: 'Read the warning' }).click()
    await page.waitForURL(/\/warnings\/DE#w-agency-\d+$/)
    await page.locator('article:target').waitFor()
  })

  it('says that it does not know of all warnings, and when they cannot be loaded', async () => {
    const page = await site.visit('/map#4/40/-100/none', { expected: /503|Failed to load/ })
    await page.getByText('Warnings are known for some of these countries only.').waitFor()
    await page.route('**/api/alerts?**', (route) => route.fulfill({ status: 503, body: '{}' }))
    await page.evaluate("location.hash = '#5/-30/20/none'")
    await page.getByText('Warnings cannot be loaded right now.').waitFor()
    await page.evaluate("location.hash = '#2/0/0/none'")
    await page.getByText('Zoom in to see warnings.').waitFor()
  })

  it('works without the parts in detail', async () => {
    const page = await site.visit('/settings', { expected: /Failed to load/ })
    await page.route('**/map/4-2.json', (route) => route.abort())
    await page.goto('/map#7/51/10/none')
    await page
      .getByText('Germany', { exact: true })
      .or(page.getByText('Leipzig', { exact: true }))
      .first()
      .waitFor()
  })

  for (const [width, colorScheme] of [
    [1440, 'light'],
    [390, 'dark'],
  ] as const) {
    it(`fits, does not shift and is accessible, ${width} pixels wide`, async () => {
      const page = await site.visit('/map#5/50/10/precipitation', { viewport: { width, height: 844 }, colorScheme })
      await map(page).getByText('Germany', { exact: true }).waitFor()
      await atRest(page)
      await assertSteady(page)
      await assertAccessible(page)
    })
  }

  it('is a list of towns without scripts, and for crawlers', async () => {
    const page = await site.visit('/map', { javaScriptEnabled: false })
    assert.equal(await map(page).isVisible(), false)
    await page.getByRole('link', { name: /Tokyo/ }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Official warnings' }).waitFor()
    const { text } = await site.app.get('/map', { accept: 'text/html', 'user-agent': 'Googlebot/2.1' })
    assert.match(text, /Tokyo/)
    assert.doesNotMatch(text, /role="application"/)
  })
})

describe('the map without a provider of overlays', () => {
  const site = openSite({ env: { WEATHER_PROVIDERS: 'open-meteo' } })

  it('asks for none, whatever its address names', async () => {
    const page = await site.visit('/settings')
    const tiles = requestsOf(page, /map-tile/)
    for (const path of ['/map#5/51/10/clouds', '/map#5/51/10']) {
      await page.goto('/settings')
      await page.goto(path)
      await map(page).getByText('Germany', { exact: true }).waitFor()
      await atRest(page)
      assert.equal(await page.getByRole('radio', { name: 'Map only' }).isChecked(), true)
      await page.getByRole('radio', { name: 'Wind', exact: true }).check()
      await page.getByText('Arrows: where the wind blows to').waitFor()
      await atRest(page)
      assert.equal(await page.getByRole('radio').count(), 2)
      assert.deepEqual(tiles, [], path)
    }
  })
})
