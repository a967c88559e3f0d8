import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { NO_SHARES } from '../helpers/app.ts'
import { until } from '../helpers/until.ts'
import { AS_READER, assertAccessible, atRest, hydrated, openSite, stored, type VisitOptions } from './browser.ts'

const PLACES = [
  { name: 'Berlin', lat: 52.52, lon: 13.41 },
  { name: 'Paris', lat: 48.85, lon: 2.35 },
  { name: 'Sydney', lat: -33.87, lon: 151.21 },
]
const DISCONNECTED = /ERR_INTERNET_DISCONNECTED|Failed to (?:load|fetch)|NetworkError/

describe('saved places', () => {
  const site = openSite({ env: { RATE_LIMITS: `pages=0,weather=0,batch=0,geocode=0,${NO_SHARES}` } })

  /** The page of a browser in which the places are saved. */
  const visit = (path = '/places', places: unknown = PLACES, options: VisitOptions = {}): Promise<Page> =>
    site.visit(path, { ...options, ...stored(site, { saved_places: JSON.stringify(places) }) })
  const names = (page: Page) => page.locator('tbody th a').allTextContents()
  const saved = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('saved_places') ?? '[]') as typeof PLACES)
  const arranged = async (page: Page): Promise<Page> => {
    await page.getByText('Arrange and name').click()
    await page.locator('tbody tr').first().waitFor()
    return page
  }

  it('are compared over the week in one table, by one request', async () => {
    const page = await visit()
    await page.locator('tbody tr').nth(2).waitFor()
    assert.deepEqual(await names(page), ['Berlin', 'Paris', 'Sydney'])
    assert.equal(await page.locator('thead th').count(), 9)
    const cells = await page.locator('tbody tr').first().locator('td').allTextContents()
    assert.equal(cells.length, 8)
    assert.ok(
      cells.every((text) => /−?\d+°/.test(text)),
      cells.join('|'),
    )
    assert.equal(new URL(page.url()).searchParams.get('at'), '-33.87,151.21_48.85,2.35_52.52,13.41')
    await page.getByText(/^As of 1 Jul 2026/).waitFor()
    await assertAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), 390)
  })

  it('are ordered by buttons and keys, which keep the focus and say where the place is', async () => {
    const page = await arranged(await visit())
    const up = page.getByRole('button', { name: 'Move Sydney up' })
    await up.focus()
    await page.keyboard.press('Enter')
    await page.getByText('Sydney: 2 of 3').waitFor()
    await until('the button has the focus', () => page.evaluate<boolean>(`document.activeElement.textContent === 'Move Sydney up'`))
    await page.keyboard.press('Space')
    await page.getByText('Sydney: 1 of 3').waitFor()
    // It cannot go further.
    await page.keyboard.press('Enter')
    assert.deepEqual(await names(page), ['Sydney', 'Berlin', 'Paris'])
    assert.equal(await up.getAttribute('aria-disabled'), 'true')
    await assertAccessible(page)
    await page.reload()
    await page.locator('tbody tr').first().waitFor()
    assert.deepEqual(await names(page), ['Sydney', 'Berlin', 'Paris'])
  })

  it('are ordered by dragging', async () => {
    const page = await arranged(await visit())
    const rows = page.locator('ol li[draggable]')
    await rows.nth(2).dragTo(rows.nth(0))
    await until('the order has changed', async () => (await names(page))[0] === 'Sydney')
  })

  it('have names of the reader, which never leave the browser', async () => {
    const page = await arranged(await visit())
    const asked: string[] = []
    page.on('request', (request) => asked.push(decodeURIComponent(request.url()) + (request.postData() ?? '')))
    await page.getByLabel('Your name for Paris').fill('Grandma')
    await page.keyboard.press('Enter')
    await until('the table has the name', async () => (await names(page)).includes('Grandma'))
    assert.equal((await saved(page))[1]?.name, 'Paris')
    await page.getByRole('link', { name: 'Isobar' }).click()
    await page.getByRole('heading', { name: 'What will the weather be?' }).waitFor()
    await page.getByRole('link', { name: /^Grandma/ }).waitFor()
    await atRest(page)
    assert.ok(asked.every((text) => !text.includes('Grandma')))
  })

  it('are removed', async () => {
    const page = await arranged(await visit())
    await page.getByRole('button', { name: 'Remove Paris' }).click()
    await until('it is gone', async () => (await names(page)).length === 2)
    await until('the address follows', () => new URL(page.url()).searchParams.get('at') === '-33.87,151.21_52.52,13.41')
  })

  it('include a home place, which the server renders on the front page', async () => {
    const page = await arranged(await visit())
    await page.getByRole('button', { name: 'Paris as home place' }).click()
    await page.locator('tbody').getByText('Your home place').waitFor({ state: 'attached' })
    const cookies = await page.context().cookies()
    assert.match(decodeURIComponent(cookies.find(({ name }) => name === 'site_preferences')?.value ?? ''), /home=paris-48\.85%2C2\.35/)
    const html = await (await page.request.get('/', { headers: { accept: 'text/html' } })).text()
    assert.match(html, /Your home place<\/p><h2[^>]*>Paris</)
    await page.goto('/')
    await page.getByText('Your home place').waitFor()
    await assertAccessible(page)
    // Settings keep it, and it can be taken back.
    await page.goto('/settings')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Your home place').waitFor()
    await page.goto('/places')
    await hydrated(page)
    await arranged(page)
    await page.getByRole('button', { name: 'Paris as home place', pressed: true }).click()
    await page.getByRole('button', { name: 'Paris as home place', pressed: false }).waitFor()
    await page.goto('/')
    assert.equal(await page.getByText('Your home place').count(), 0)
  })

  it('move to another device by a link', async () => {
    const page = await visit(
      `/places#list=${encodeURIComponent(
        JSON.stringify([
          { ...PLACES[0], name: 'Berlin' },
          { name: 'Oslo', lat: 59.91, lon: 10.75, label: 'Cabin' },
        ]),
      )}`,
    )
    await page.getByText('Places from another device: Cabin').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Save them here' }).click()
    await until('it is in the table', async () => (await names(page)).includes('Cabin'))
    await until('the address has forgotten it', () => new URL(page.url()).hash === '')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await arranged(page)
    await page.getByRole('button', { name: 'Copy a link with this list' }).click()
    await page.getByText('The link is copied.').waitFor()
    assert.match(await page.evaluate<string>('navigator.clipboard.readText()'), /\/places#list=.*Cabin/)
  })

  it('are available offline', async () => {
    const page = await visit('/places', PLACES, { ...AS_READER, expected: DISCONNECTED })
    await page.evaluate('navigator.serviceWorker.ready')
    await until('the worker controls the page', () => page.evaluate<boolean>('navigator.serviceWorker.controller !== null'))
    await page.goto('/places')
    await page.locator('tbody tr').first().waitFor()
    for (const cached of ['/places', '/weather/paris-48.85,2.35'])
      await until(`${cached} is cached`, () =>
        page.evaluate<boolean>(`caches.match(${JSON.stringify(cached)}).then((found) => found !== undefined)`),
      )
    await until('the comparison is cached', () =>
      page.evaluate<boolean>(`caches.keys().then(async (names) => {
        for (const name of names) for (const { url } of await (await caches.open(name)).keys()) if (url.includes('/places.data?at=')) return true
        return false
      })`),
    )
    await page.context().setOffline(true)
    await until('neither page nor worker has a connection', () =>
      page.evaluate<boolean>(`fetch('/manifest.webmanifest?' + crypto.randomUUID()).then(() => false, () => true)`),
    )
    await page.goto('/places')
    await page.getByText('You are offline.').waitFor()
    await page.locator('tbody tr').nth(2).waitFor()
    assert.deepEqual(await names(page), ['Berlin', 'Paris', 'Sydney'])
    assert.match((await page.locator('tbody td').first().textContent()) ?? '', /°/)
  })

  it('are none, whatever is in the storage', async () => {
    const page = await visit('/places', [1, null, { name: 'x', lat: 99, lon: 0 }])
    await page.getByText('You have no saved places yet.').waitFor()
    assert.equal(await page.locator('table').count(), 0)
    await assertAccessible(page)
  })

  it('say that their weather is not available, and stay in their list', async () => {
    site.app.simulator.setFaults([{ kind: 'status', status: 500 }])
    const page = await visit('/places', [{ name: 'Lima', lat: -12.05, lon: -77.04 }])
    await page.locator('tbody tr').first().waitFor()
    site.app.simulator.setFaults([])
    assert.deepEqual(await page.locator('tbody td b').first().textContent(), '–')
  })

  it('need scripts, and say so', async () => {
    const page = await site.visit('/places', { javaScriptEnabled: false })
    await page.getByText('Saved places are stored in your browser').waitFor()
  })
})
