import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { send, signIn } from '../helpers/admin.ts'
import { assertAccessible, openSite } from './browser.ts'

const AGENTS = {
  desktop: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  mobile: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari/604.1',
}

describe('analytics of the back office', () => {
  const site = openSite({ env: { RATE_LIMITS: 'analytics=0' } })

  it('shows who is here now, and is narrowed down by a click', async () => {
    const { headers } = await signIn(site.app, 'viewer')
    for (const [device, path] of [
      ['desktop', '/'],
      ['desktop', '/warnings'],
      ['mobile', '/'],
    ] as const) {
      await send(site.app, '/api/analytics/collect', { body: { type: 'pageview', path }, headers: { 'user-agent': AGENTS[device] } })
    }
    await site.app.services.analytics.drain()
    await site.app.services.analytics.maintain()
    await site.app.database.pool.query(`insert into analytics_search (day, text, visitors) values ('2026-07-01', 'qqqqqq', 7)`)
    const page = await site.visit('/admin/analytics', { cookie: headers.cookie })
    const viewed = page.locator('main').getByText('Page views', { exact: true }).first().locator('..')
    await viewed.getByText('3', { exact: true }).waitFor()
    await page.getByText('none yesterday at this time').first().waitFor()
    await page.getByRole('heading', { name: 'Searches without a result' }).waitFor()
    await page.getByText('qqqqqq', { exact: true }).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Mobile' }).click()
    await viewed.getByText('1', { exact: true }).waitFor()
    await page.getByText('30 days', { exact: true }).click()
    await page.waitForURL('/admin/analytics?device=mobile&span=30d')
    await page.getByText('That these visits read').waitFor()
    await viewed.getByText('1', { exact: true }).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Device: Mobile' }).click()
    await viewed.getByText('3', { exact: true }).waitFor()
    await page.getByText('Own dates', { exact: true }).click()
    await page.getByLabel('Until').waitFor()
    // Both before the address shows either.
    await page.evaluate(`for (const input of document.querySelectorAll('input[type=date]')) {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, '2026-06-30')
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }`)
    await viewed.getByText('0', { exact: true }).waitFor()
    await page.getByLabel('Until').fill('2026-07-01')
    await viewed.getByText('3', { exact: true }).waitFor()
    await page.getByText('7 days', { exact: true }).click()
    await page.getByText('none the 7 days before').first().waitFor()
    assert.equal(await page.getByRole('heading', { name: 'Countries' }).count(), 1)
    await assertAccessible(page)
  })
})
