import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { USER_AGENT } from '../../tools/browser/browser.ts'
import { assertAccessible, openSite } from './browser.ts'
import { requestsOf } from './watching.ts'

const search = (page: Page) => page.getByRole('combobox', { name: 'Find a place' })

describe('the search', () => {
  const site = openSite()

  it('leads to a city with the keyboard alone, with one request for what was typed', async () => {
    const page = await site.visit('/')
    const asked = requestsOf(page, /\/api\/geocode/)
    await page.clock.install()
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await search(page).focus()
    await page.keyboard.type('berlin')
    await page.clock.runFor(240)
    assert.deepEqual(asked, [])
    await page.clock.runFor(10)
    await page.clock.resume()
    const option = page.getByRole('option', { name: /^Berlin.*Germany/ })
    await option.waitFor()
    assert.equal(asked.length, 1, asked.join('\n'))
    assert.match(asked[0] ?? '', /q=berlin&lang=en/)
    assert.equal(await page.getByRole('status').filter({ hasText: 'found' }).textContent(), '1 place found')
    await page.keyboard.press('ArrowDown')
    assert.equal(await option.getAttribute('aria-selected'), 'true')
    assert.equal(await search(page).getAttribute('aria-activedescendant'), await option.getAttribute('id'))
    await assertAccessible(page, 'the open list')
    await page.keyboard.press('Escape')
    assert.equal(await search(page).getAttribute('aria-expanded'), 'false')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/weather\/berlin-52\.5\d*,13\.\d+/)
  })

  it('shows the weather of a highlighted suggestion, with one request', async () => {
    const page = await site.visit('/')
    const asked = requestsOf(page, /\/api\/weather\?.*trigger=search_preview/)
    await search(page).fill('berlin')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: /-?\d+°/ }).waitFor()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowDown')
    assert.equal(asked.length, 1, asked.join('\n'))
  })

  it('leads to the clicked suggestion, also in another language', async () => {
    const page = await site.visit('/', { locale: 'de-DE' })
    await page.getByRole('combobox', { name: 'Ort suchen' }).fill('münchen')
    await page.getByRole('option', { name: /^München.*Deutschland/ }).click()
    await page.waitForURL(/\/weather\/m[^/]*-48\.1\d*,11\.5\d*/)
  })

  it('does not follow suggestions for an incomplete input', async () => {
    const page = await site.visit('/')
    await search(page).fill('ber')
    await page.getByRole('option').first().waitFor()
    await page.route(/\/api\/geocode\?q=berx/, () => undefined)
    await search(page).fill('berxyz')
    await page.keyboard.press('Enter')
    await page.waitForURL('/?q=berxyz')
  })

  it('says when nothing is found, a limit is reached, the search fails, or the visitor is offline', async () => {
    const page = await site.visit('/', { expected: /429|502|ERR_INTERNET_DISCONNECTED/ })
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
    await search(page).fill('qqqqqqqqqqq')
    await page.getByText('You are offline').waitFor()
  })

  it('works without scripts', async () => {
    const { text, status } = await site.app.get('/?q=springfield', { accept: 'text/html', 'user-agent': USER_AGENT })
    assert.equal(status, 200)
    assert.match(text, /<a [^>]*href="\/weather\/springfield-39\.[^"]*from=search"[^>]*>/)
    assert.match(text, /<meta name="robots" content="noindex"/)
    // A single result redirects to its page.
    const alone = await site.app.get('/?q=berlin', { accept: 'text/html', 'user-agent': USER_AGENT })
    assert.match(alone.text, /<h1[^>]*>Berlin<\/h1>/)
    assert.match((await site.app.get('/?q=qqqqqqqq', { accept: 'text/html' })).text, /No place by that name was found/)
  })
})
