import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { USER_AGENT } from '../../tools/browser/browser.ts'
import { untilSearched } from '../helpers/searched.ts'
import { until } from '../helpers/until.ts'
import { AS_READER, assertAccessible, openSite } from './browser.ts'
import { requestsOf } from './watching.ts'

const search = (page: Page) => page.getByRole('combobox', { name: 'Find a place' })
const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

/** Its panel is loaded when it gets the focus. */
async function focused(page: Page): Promise<void> {
  await search(page).focus()
  await page.getByRole('option', { name: 'Use my location' }).waitFor()
}

const RECENT = [{ name: 'Paris', where: 'France', lat: 48.85, lon: 2.35 }]
const SAVED = [{ name: 'Oslo', lat: 59.91, lon: 10.75 }]
const keepPlaces = (page: Page) =>
  page.evaluate(
    ([recent, saved]) => {
      localStorage.setItem('recent_places', recent ?? '')
      localStorage.setItem('saved_places', saved ?? '')
    },
    [JSON.stringify(RECENT), JSON.stringify(SAVED)],
  )

describe('the search', () => {
  const site = openSite()

  it('leads to a city with the keyboard alone, with one request for what was typed and one paid call', async () => {
    const page = await site.visit('/settings')
    const paid = () => site.app.simulator.calls().byProduct['openweather/onecall'] ?? 0
    const before = paid()
    const asked = requestsOf(page, /\/api\/geocode/)
    await focused(page)
    await page.clock.install()
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await page.keyboard.type('berlin')
    await page.clock.runFor(240)
    assert.deepEqual(asked, [])
    await page.clock.runFor(10)
    await page.clock.resume()
    const option = page.getByRole('option', { name: /^Berlin.*Germany/ })
    await option.waitFor()
    assert.equal(asked.length, 1, asked.join('\n'))
    assert.match(asked[0] ?? '', /q=berlin&lang=en/)
    assert.equal(await status(page, 'found').textContent(), '1 place found')
    assert.equal(await search(page).getAttribute('aria-expanded'), 'true')
    // An exact match is highlighted by itself.
    assert.equal(await option.getAttribute('aria-selected'), 'true')
    assert.equal(await search(page).getAttribute('aria-activedescendant'), await option.getAttribute('id'))
    await assertAccessible(page, 'the open list')
    await page.keyboard.press('ArrowUp')
    assert.equal(await search(page).getAttribute('aria-activedescendant'), null)
    await page.keyboard.press('Escape')
    assert.equal(await search(page).getAttribute('aria-expanded'), 'false')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/weather\/berlin-52\.5\d*,13\.\d+/)
    await page.getByRole('heading', { level: 1, name: 'Berlin' }).waitFor()
    await site.app.services.gateway.drain()
    assert.equal(paid() - before, 1)
    await untilSearched(site.app, 'Berlin')
  })

  for (const [width, hasTouch] of [
    [1280, false],
    [390, true],
  ] as const) {
    it(`opens in place on every page, ${width} pixels wide, and an exact hit opens with Enter`, async () => {
      const page = await site.visit('/pages/about', { viewport: { width, height: 844 }, hasTouch, isMobile: hasTouch })
      const loaded = requestsOf(page, /search-panel/)
      assert.deepEqual(loaded, [])
      if (hasTouch) await search(page).tap()
      else await search(page).click()
      await page.getByRole('option', { name: 'Use my location' }).waitFor()
      const [beside, field] = await Promise.all([
        page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
        search(page).boundingBox(),
      ])
      assert.equal(beside, 0)
      assert.ok((field?.width ?? 0) > 250, 'there is space to type')
      await assertAccessible(page, 'the open search')
      assert.equal(new URL(page.url()).pathname, '/pages/about')
      // Before the answer is there.
      await page.keyboard.type('Munich')
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/weather\/munich-48\.1/)
      await page.getByRole('heading', { level: 1, name: 'Munich' }).waitFor()
      assert.equal(await search(page).inputValue(), '')
      assert.equal(await search(page).getAttribute('aria-expanded'), 'false')
      await search(page).focus()
      await page.getByRole('option', { name: /^Munich.*Germany/ }).waitFor()
    })
  }

  it('asks whether a similar place was meant, which the second Enter opens', async () => {
    const page = await site.visit('/settings')
    await focused(page)
    await page.keyboard.type('Berln')
    await page
      .getByRole('group', { name: 'Did you mean' })
      .getByRole('option', { name: /^Berlin.*Germany/ })
      .waitFor()
    await status(page, 'Did you mean one of these?').waitFor({ state: 'attached' })
    await assertAccessible(page, 'similar places')
    await page.keyboard.press('Enter')
    assert.equal(new URL(page.url()).pathname, '/settings')
    assert.equal(await page.getByRole('option').first().getAttribute('aria-selected'), 'true')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/weather\/berlin-52\.5/)
  })

  it('offers recent and saved places, which can be cleared, and the position after a click only', async () => {
    const page = await site.visit('/pages/about', {
      permissions: ['geolocation'],
      geolocation: { latitude: 48.137_154, longitude: 11.576_124 },
    })
    await keepPlaces(page)
    const named = requestsOf(page, /location\/name/)
    await focused(page)
    assert.deepEqual(await page.locator('#places').getByRole('option').allTextContents(), ['Paris, France', 'Oslo', 'Use my location'])
    await assertAccessible(page, 'recent places')
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Clear recent searches')
    await page.keyboard.press('Enter')
    assert.deepEqual(await page.locator('#places').getByRole('option').allTextContents(), ['Oslo', 'Use my location'])
    assert.equal(await page.evaluate('localStorage.recent_places'), undefined)
    assert.deepEqual(named, [])
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/weather\/[^/]+-48\.14,11\.58/)
  })

  it('shows the weather of a suggestion that is pointed at, with one request, and of no other', async () => {
    const page = await site.visit('/settings')
    const asked = requestsOf(page, /\/api\/weather\?.*trigger=search_preview/)
    await focused(page)
    await search(page).fill('springfield')
    await page
      .getByRole('option', { name: /Springfield/ })
      .first()
      .waitFor()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: /-?\d+°/ }).waitFor()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowDown')
    assert.equal(asked.length, 1, asked.join('\n'))
  })

  it('leads to the clicked suggestion, also in another language', async () => {
    const page = await site.visit('/settings', { locale: 'de-DE' })
    await page.getByRole('combobox', { name: 'Ort suchen' }).fill('münchen')
    await page.getByRole('option', { name: /^München.*Deutschland/ }).click()
    await page.waitForURL(/\/weather\/m[^/]*-48\.1\d*,11\.5\d*/)
  })

  it('shows no older answer over a newer one, and follows no suggestion for an incomplete input', async () => {
    const page = await site.visit('/settings')
    await focused(page)
    const late = Promise.withResolvers<void>()
    await page.route(/\/api\/geocode\?q=ber&/, async (route) => {
      await late.promise
      await route.continue().catch(() => undefined)
    })
    const first = page.waitForRequest(/\/api\/geocode\?q=ber&/)
    await search(page).fill('ber')
    await first
    await search(page).fill('bergen')
    await page
      .getByRole('option', { name: /^Bergen/ })
      .first()
      .waitFor()
    late.resolve()
    const hung = page.waitForRequest(/\/api\/geocode\?q=bergenx/)
    await page.route(/\/api\/geocode\?q=bergenx/, () => undefined)
    await search(page).fill('bergenx')
    await page.keyboard.press('Enter')
    await hung
    await status(page, 'Searching…').waitFor()
    assert.equal(new URL(page.url()).pathname, '/settings')
    assert.ok((await page.locator('#places').getByRole('option').allTextContents()).every((text) => text.startsWith('Bergen')))
  })

  it('waits for letters that are being composed', async () => {
    const page = await site.visit('/settings')
    const asked = requestsOf(page, /\/api\/geocode/)
    await focused(page)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Input.imeSetComposition', { text: 'とうきょう', selectionStart: 5, selectionEnd: 5 })
    assert.equal(await search(page).inputValue(), 'とうきょう')
    await page.keyboard.press('Enter')
    await devtools.send('Input.insertText', { text: '東京' })
    await page.getByRole('option', { name: /^Tokyo.*Japan/ }).waitFor()
    assert.deepEqual(
      asked.map((url) => new URL(url).searchParams.get('q')),
      ['東京'],
    )
  })

  it('reports what was not found once the search has ended, not what was typed on the way', async () => {
    const page = await site.visit('/settings')
    await focused(page)
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 3_600_000)
    for (const text of ['qqqqqqqq', 'qqqqqqqqz']) {
      const answered = page.waitForResponse(new RegExp(`/api/geocode\\?q=${text}&`))
      await search(page).fill(text)
      await page.clock.runFor(500)
      await answered
      await page.getByText('No place by that name was found').waitFor()
    }
    const sent = page.waitForRequest(/\/api\/analytics\/collect/)
    await search(page).press('Enter')
    await page.clock.runFor(6_000)
    const { events } = JSON.parse((await sent).postData() ?? '') as { events: { type: string; text?: string }[] }
    assert.deepEqual(
      events.filter(({ type }) => type === 'search'),
      [{ path: '/settings', type: 'search', text: 'qqqqqqqqz' }],
    )
  })

  it('says when nothing is found, a limit is reached, or the search fails; and offers what is on the device to who is offline', async () => {
    const page = await site.visit('/settings', { expected: /429|502|ERR_INTERNET_DISCONNECTED/ })
    await keepPlaces(page)
    await focused(page)
    await search(page).fill('qqqqqqqq')
    await page.getByText('No place by that name was found').waitFor()
    let answer: { readonly status: number; readonly json: object } | null = { status: 429, json: { error: 'rate_limited', message: 'x' } }
    await page.route(/\/api\/geocode/, (route) => (answer === null ? route.abort('internetdisconnected') : route.fulfill(answer)))
    await search(page).fill('qqqqqqqqq')
    await page.getByText('You have searched very often').waitFor()
    answer = { status: 502, json: { error: 'upstream_error', message: 'x' } }
    await search(page).fill('qqqqqqqqqq')
    await page.getByText('Search is not available right now').waitFor()
    answer = null
    await search(page).fill('osl')
    await page.getByText('You are offline').waitFor()
    assert.deepEqual(await page.locator('#places').getByRole('option').allTextContents(), ['Oslo'])
    await search(page).fill('')
    assert.deepEqual(await page.locator('#places').getByRole('option').allTextContents(), ['Paris, France', 'Oslo', 'Use my location'])
  })

  it('has its panel on the device once a page was cached', async () => {
    const page = await site.visit('/pages/about', {
      ...AS_READER,
      expected: /ERR_INTERNET_DISCONNECTED|Failed to (?:load|fetch)|NetworkError/,
    })
    await page.evaluate('navigator.serviceWorker.ready')
    await until('the worker controls the page', () => page.evaluate<boolean>('navigator.serviceWorker.controller !== null'))
    await page.reload()
    await until('the panel is cached', () =>
      page.evaluate<boolean>(
        `caches.open('files-2').then((store) => store.keys()).then((keys) => keys.some(({ url }) => url.includes('search-panel')))`,
      ),
    )
    await keepPlaces(page)
    await page.context().setOffline(true)
    await page.reload()
    await focused(page)
    await page.getByRole('option', { name: 'Paris' }).waitFor()
  })

  it('works without scripts', async () => {
    const { text, status } = await site.app.get('/?q=springfield', { accept: 'text/html', 'user-agent': USER_AGENT })
    assert.equal(status, 200)
    assert.match(text, /<a [^>]*href="\/weather\/springfield-39\.[^"]*from=search"[^>]*>/)
    assert.match(text, /<meta name="robots" content="noindex"/)
    // A certain hit redirects to its page.
    const alone = await site.app.get('/?q=berlin', { accept: 'text/html', 'user-agent': USER_AGENT })
    assert.match(alone.text, /<h1[^>]*>Berlin<\/h1>/)
    assert.match((await site.app.get('/?q=Berln', { accept: 'text/html' })).text, /Did you mean one of these\?/)
    assert.match((await site.app.get('/?q=qqqqqqqq', { accept: 'text/html' })).text, /No place by that name was found/)
    const page = await site.visit('/weather/oslo-59.91,10.75', { javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
    await search(page).fill('springfield')
    await page.keyboard.press('Enter')
    await page.waitForURL('/?q=springfield')
    assert.ok((await page.locator('#results ~ ul a').count()) > 1)
  })
})
