import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertAccessible, openSite } from './browser.ts'

describe('the documentation of the API', () => {
  const site = openSite()

  it('finds an operation and tries it out', async () => {
    const page = await site.visit('/api/docs')
    await assertAccessible(page)
    await page.getByRole('searchbox', { name: 'Filter operations' }).fill('batch')
    await page.getByText(/^\d+ of \d+ operations$/).waitFor()
    await page.getByRole('link', { name: 'Get weather for up to 50 points' }).click()
    await page.getByRole('heading', { name: 'Weather', level: 1 }).waitFor()
    assert.match(page.url(), /\/api\/docs\/weather#getWeatherBatch$/)
    const weather = page.locator('#getWeather')
    await weather.getByRole('button', { name: 'Try it' }).click()
    await weather.getByText(/^200 in \d+ ms/).waitFor()
    assert.match((await weather.getByRole('region', { name: 'Response', exact: true }).textContent()) ?? '', /"scope": "current"/)
    await assertAccessible(page)
  })

  it('is complete without scripts, and 404 for an unknown section', async () => {
    const { text, status } = await site.app.get('/api/docs/weather', { accept: 'text/html' })
    assert.equal(status, 200)
    assert.match(text, /curl &#x27;[^&]+\/api\/weather\?lat=52\.52&amp;lon=13\.41&amp;scope=current&#x27;/)
    assert.equal((await site.app.get('/api/docs/nothing', { accept: 'text/html' })).status, 404)
  })
})
