import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../helpers/until.ts'
import { assertAccessible, openSite } from './browser.ts'

describe('the map with a radar', () => {
  const site = openSite({ env: { RADAR_SOURCE: 'rainviewer', WEATHER_PROVIDERS: 'open-meteo' } })
  const slider = (page: Page) => page.getByRole('slider', { name: 'Time of the radar picture' })
  const said = async (page: Page) => (await slider(page).getAttribute('aria-valuetext')) ?? ''

  for (const [width, height, colorScheme] of [
    [1440, 900, 'light'],
    [320, 640, 'dark'],
  ] as const)
    it(`plays all frames within the default limits and is accessible, ${width} pixels wide`, async () => {
      const page = await site.visit('/map#5/50/10', { viewport: { width, height }, colorScheme })
      const statuses: number[] = []
      page.on('response', (response) => {
        if (response.url().includes('/map-frame')) statuses.push(response.status())
      })
      await slider(page).waitFor()
      assert.match(await said(page), /measured · \d+ min ago$/)
      const last = Number(await slider(page).getAttribute('max'))
      assert.ok(last >= 16, `${last + 1} frames`)
      const first = await slider(page).inputValue()
      await page.getByRole('button', { name: 'Play' }).click()
      await until('it has come to the end', async () => (await slider(page).inputValue()) === String(last))
      await until('it begins anew', async () => (await slider(page).inputValue()) === '0')
      await until('it is where it began', async () => (await slider(page).inputValue()) === first)
      await page.getByRole('button', { name: 'Pause' }).click()
      assert.ok(statuses.length >= last)
      assert.deepEqual(
        statuses.filter((status) => status !== 200),
        [],
      )
      assert.equal(await page.getByText('Parts of this picture are missing').count(), 0)
      await assertAccessible(page)
    })

  it('goes by keys from what was measured to what is forecast', async () => {
    const page = await site.visit('/map#5/50/10')
    await slider(page).focus()
    await page.keyboard.press('ArrowRight')
    assert.match(await said(page), /forecast · in \d+ min$/)
    await page.keyboard.press('Home')
    assert.match(await said(page), /measured · 1[12]\d min ago$/)
    await page.getByText('20', { exact: true }).waitFor()
    await page.getByRole('link', { name: /^Simulated weather/ }).waitFor()
  })

  it('has the clock of the place that is looked at, and names its zone where the visitor’s shows another time', async () => {
    const page = await site.visit('/map#5/50/10', { timezoneId: 'Europe/Paris', locale: 'en-GB' })
    await slider(page).waitFor()
    const says = (pattern: RegExp) => until(String(pattern), async () => pattern.test(await said(page)))
    await says(/^[A-Z][a-z]{2},? \d\d:\d\d · measured/)
    const own = (await said(page)).slice(0, 10)
    await page.evaluate("location.hash = '#5/35.7/139.7'")
    await says(/\d\d:\d\d GMT\+9 · measured/)
    assert.notEqual((await said(page)).slice(0, 10), own)
    const other = await site.visit('/settings', { timezoneId: 'America/New_York', locale: 'en-GB', expected: /503|Failed to load/ })
    await other.route('**/api/location/name?**', (route) => route.fulfill({ status: 503, body: '{}' }))
    await other.goto('/map#5/50/10')
    await until('without the zone, it is UTC', async () => / UTC · measured/.test(await said(other)))
  })

  it('says in words what cannot be shown, and shows no other time in its place', async () => {
    const page = await site.visit('/map#7/-30/140', { expected: /502|Failed to load/ })
    await slider(page).waitFor()
    await page.route('**/map-frame/**', (route) => route.fulfill({ status: 502, body: '' }))
    await slider(page).focus()
    await page.keyboard.press('Home')
    await page.getByText('Parts of this picture are missing.').waitFor()
    await until('the picture before is gone', async () => (await page.locator('img.leaflet-tile-loaded').count()) === 0)
    await page.unroute('**/map-frame/**')
    await page.keyboard.press('End')
    await until('there is a picture', async () => (await page.locator('img.leaflet-tile-loaded').count()) > 0)
    assert.equal(await page.getByText('Parts of this picture are missing.').count(), 0)
    await page.route('**/map-frames', (route) => route.fulfill({ status: 503, body: '{}' }))
    await page.reload()
    await page.getByText('The radar cannot be shown right now.').waitFor()
  })
})
