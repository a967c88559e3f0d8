import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import {
  clearSubscriptions,
  makeSubscription,
  querySubscriptionRows,
  sendAsClient,
} from '../../src/features/subscribers/subscriptions/testing/client.ts'
import { countConfirmed, ENV, readNewestToken } from '../../src/features/subscribers/subscriptions/testing/confirming.ts'
import { assertAccessible, openSite } from './browser.ts'

const BARE = { bare: true, javaScriptEnabled: false }
const PHONE = { ...BARE, viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const

describe('pages behind the links of mails', () => {
  const site = openSite({ env: ENV })
  beforeEach(() => clearSubscriptions(site.app))

  const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent()

  it('confirm, change and end subscriptions without scripts, each with a button', async () => {
    const { token } = await makeSubscription(site.app)
    const page = await site.visit(`/api/subscriptions/confirm?token=${await readNewestToken(site.app)}`, BARE)
    assert.equal(await heading(page), 'Do you want these emails?')
    assert.equal(await countConfirmed(site.app), 0)
    await page.getByRole('button', { name: 'Yes, send them' }).click()
    assert.equal(await heading(page), 'Thank you, this is confirmed')
    assert.equal(await countConfirmed(site.app), 1)

    await page.getByRole('link', { name: 'Manage your subscriptions' }).click()
    assert.equal(page.url(), `${site.app.url}/preferences?token=${token}`)
    await page.getByRole('combobox', { name: 'How often' }).selectOption('at most hourly')
    await page.getByRole('checkbox', { name: 'Strong gusts' }).check()
    await page.getByRole('spinbutton', { name: 'Strong gusts: your limit' }).fill('75')
    await page.getByRole('combobox', { name: 'How far ahead' }).selectOption('24 hours')
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Ihre Änderungen sind gespeichert.').waitFor()
    const [{ frequency, alert_prefs: saved, lang }] = await querySubscriptionRows(site.app)
    assert.deepEqual(
      { frequency, wind: saved.wind, leadHours: saved.leadHours, lang },
      { frequency: 'hourly', wind: { minGustKmh: 75 }, leadHours: 24, lang: 'de' },
    )

    await page.getByRole('button', { name: 'Diese E-Mails abbestellen: Wetterwarnungen für Berlin' }).click()
    await page.getByText('Diese E-Mails sind abbestellt.').waitFor()
    assert.equal(await countConfirmed(site.app), 0)
    await page.getByRole('button', { name: 'Rückgängig machen' }).click()
    await page.getByText('Diese E-Mails sind wieder aktiv.').waitFor()
    assert.equal(await countConfirmed(site.app), 1)
  })

  it('do not leak their address: no scripts, no external requests, and no link that contains it', async () => {
    const { token } = await makeSubscription(site.app)
    const page = await site.visit('/settings')
    await page.waitForLoadState('networkidle')
    // An idle page loads its search panel, whenever that is.
    await page.goto('about:blank')
    const asked: string[] = []
    page.on('request', (request) => asked.push(`${request.method()} ${request.url()} ${request.headers()['referer'] ?? ''}`))
    await page.goto(`/preferences?token=${token}`)
    await page.waitForLoadState('networkidle')
    const [document, ...rest] = asked
    assert.equal(document, `GET ${site.app.url}/preferences?token=${token} `)
    for (const each of rest)
      assert.match(each, new RegExp(`^GET ${site.app.url}/(?:assets/[\\w.-]+\\.css|icons\\.svg|icons/|favicon|manifest)`))
    assert.ok(rest.every((each) => !each.includes(token)))
    assert.equal(await page.locator('script').count(), 0)
    const links = await page.locator('a').evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''))
    assert.ok(links.length > 5 && !links.some((href) => href.includes(token)))
    await page.getByRole('link', { name: 'Units and language' }).click()
    assert.equal(page.url(), `${site.app.url}/settings`)
  })

  it('are accessible on phone and desktop, left-to-right and right-to-left', async () => {
    const { token } = await makeSubscription(site.app, { lang: 'ar', cityName: 'القاهرة' })
    await makeSubscription(site.app, { type: 'newsletter' })
    const mailed = await readNewestToken(site.app)
    const other = await makeSubscription(site.app, { email: 'eve@example.org', lang: 'de-AT' })
    const paths = [
      `/api/subscriptions/confirm?token=${mailed}`,
      `/preferences?token=${token}&done=ended&at=1`,
      `/preferences?token=${other.token}`,
      `/api/unsubscribe?token=${other.token}`,
      '/api/unsubscribe?token=x',
    ]
    for (const [options, scheme] of [
      [{ bare: true }, 'light'],
      [{ ...PHONE, javaScriptEnabled: true }, 'dark'],
    ] as const) {
      for (const path of paths) {
        const page = await site.visit(path, { ...options, expected: /400/ })
        await assertAccessible(page, `${path} ${scheme}`)
        const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
        assert.equal(overflow, 0, `${path} ${scheme}`)
      }
    }
    const page = await site.visit(`/preferences?token=${token}`, BARE)
    assert.equal(await page.locator('html').getAttribute('dir'), 'rtl')
    await page.locator('body > header').getByPlaceholder('البحث عن مكان').waitFor()
    await page.locator('body > footer a[href="/pages/privacy"]').waitFor()
    assert.equal((await sendAsClient(site.app, 'HEAD', `/preferences?token=${token}`)).status, 405)
  })
})
