import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertAccessible, openSite } from './browser.ts'

const BERLIN = '/weather/berlin-52.52,13.41'

describe('the page of a day', () => {
  const site = openSite()

  it('is one click away from the week, leads from day to day and back, and runs no script of its own', async () => {
    const page = await site.visit(BERLIN)
    await page.getByRole('listitem').filter({ hasText: 'Tomorrow' }).locator('summary').click()
    await page
      .getByRole('link', { name: /^All of / })
      .first()
      .click()
    await page.waitForURL(/\/\d{4}-\d\d-\d\d$/)
    await page.getByText('Tomorrow').waitFor()
    const first = await page.getByRole('heading', { level: 1 }).textContent()
    await page.getByRole('link', { name: 'Next day' }).click()
    await page
      .getByRole('heading', { level: 1 })
      .filter({ hasNotText: first ?? '' })
      .waitFor()
    await page.getByRole('link', { name: 'Previous day' }).click()
    await page.getByRole('heading', { level: 1, name: first ?? '' }).waitFor()
    assert.equal(await page.locator('script[src*="day-"]').count(), 0)
    await page.getByRole('link', { name: 'Berlin', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Berlin' }).waitFor()
  })

  it('works without scripts: its hours, its table, its calendar', async () => {
    await site.app.get(BERLIN, { accept: 'text/html' })
    await site.app.services.history.archive.flush()
    const tomorrow = new Date(site.app.clock.now() + 86_400_000).toISOString().slice(0, 10)
    const page = await site.visit(`${BERLIN}/${tomorrow}`, { javaScriptEnabled: false })
    await page.getByText('All hours as a table').click()
    assert.equal(await page.getByRole('table').filter({ hasText: 'Feels like' }).locator('tbody tr').count(), 24)
    for (const part of ['Night', 'Morning', 'Afternoon', 'Evening']) await page.getByRole('heading', { level: 3, name: part }).waitFor()
    const calendar = page.getByRole('table', { name: /\d{4}/ })
    assert.ok((await calendar.getByRole('link').count()) >= 2)
    await calendar.getByRole('link').first().click()
    await page.getByText('Today', { exact: true }).waitFor()
  })

  it('is accessible in light and dark, narrow and wide, and from right to left', async () => {
    const today = new Date(site.app.clock.now()).toISOString().slice(0, 10)
    for (const options of [
      { viewport: { width: 1440, height: 900 } },
      { viewport: { width: 390, height: 800 } },
      { viewport: { width: 390, height: 800 }, locale: 'ar' },
    ]) {
      const page = await site.visit(`${BERLIN}/${today}`, options)
      await assertAccessible(page)
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
      assert.equal(overflow, 0, JSON.stringify(options))
    }
    const beyond = await site.visit(`${BERLIN}/2099-01-01`, { expected: /404/ })
    await beyond.getByText('The forecast does not reach this day yet').waitFor()
    await assertAccessible(beyond)
  })

  it('says what is usual, once it is known, with the credit', async () => {
    const isKnown = async () => (await site.app.get('/api/normals?lat=50.45&lon=30.52')).body.state === 'known'
    const today = new Date(site.app.clock.now()).toISOString().slice(0, 10)
    const path = `/weather/kyiv-50.45,30.52/${today}`
    assert.doesNotMatch((await site.app.get(path, { accept: 'text/html' })).text, /Usual at this time of year/)
    // Places that were asked for more often come first.
    for (let places = 0; places < 3 && !(await isKnown()); places++) await site.app.services.normals.fetchNext()
    assert.ok(await isKnown())
    // Pages ask again after ten minutes.
    site.app.clock.advance({ minutes: 11 })
    const page = await site.visit(path)
    await page.getByRole('region', { name: 'Usual at this time of year' }).getByText('Averages around this date, 1991 to 2020').waitFor()
    await page.getByRole('link', { name: /ERA5, Copernicus/ }).waitFor()
  })
})
