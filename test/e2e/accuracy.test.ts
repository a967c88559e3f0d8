import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { putCompared } from '../../src/features/weather/history/testing/compared.ts'
import { LANGUAGES } from '../../src/messages/languages.ts'
import { assertAccessible, openSite } from './browser.ts'

describe('the page about forecast accuracy', () => {
  const site = openSite({ now: '2026-07-08T12:00:00Z' })

  it('says that there is not enough data, and shows no number', async () => {
    const page = await site.visit('/accuracy')
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'How accurate the forecasts are')
    await page.getByText('Not enough data yet.').waitFor()
    assert.equal(await page.getByRole('progressbar', { name: 'Compared so far: 0 of 30 days.' }).getAttribute('max'), '30')
    await page.getByRole('heading', { name: 'What you will see here' }).waitFor()
    assert.equal(await page.getByRole('table').count(), 0)
    await assertAccessible(page)
  })

  it('shows each source separately, with what it was compared with, charts and tables', async () => {
    await putCompared(site.app, [{ lat: 52.52, lon: 13.41, days: 120 }])
    const page = await site.visit('/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Forecast accuracy' }).click()
    await page.waitForURL('/accuracy')
    await page.getByText('Forecasts for one place, compared with the weather that followed').waitFor()
    assert.deepEqual(await page.getByRole('heading', { level: 2 }).allTextContents(), [
      'Open-Meteo, compared with estimates by OpenWeather, not with measurements',
      'OpenWeather, compared with its own later estimates, not with measurements',
    ])
    await page.getByText('Simulated weather, made up for demonstration.', { exact: true }).waitFor()
    await page
      .getByText('OpenWeather was closer on temperature than Open-Meteo, by 1.0 °C on average, in the same hours of 120 days')
      .waitFor()
    assert.equal(await page.getByRole('img', { name: /Mean absolute error of the temperature/ }).count(), 2)
    const row = page.getByRole('row', { name: /12–24 hours/ })
    assert.match((await row.nth(2).textContent()) ?? '', /2\.4\s°C \(2\.\d\d–2\.\d\d\)/)
    // The air of one source only, against its own analysis.
    assert.equal(await page.getByRole('img', { name: /Fine particles \(PM2\.5\): mean absolute error/ }).count(), 1)
    assert.match((await row.nth(4).textContent()) ?? '', /24\.0\sµg\/m³ \(2\d\.\d\d–2\d\.\d\d\)/)
    await assertAccessible(page)
  })

  it('is complete without scripts, in every language, on a small screen', async () => {
    for (const lang of LANGUAGES) {
      const { text } = await site.app.get(`/accuracy?lang=${lang}`, { accept: 'text/html' })
      assert.equal(text.split('<table').length - 1, 5, lang)
    }
    const page = await site.visit('/accuracy', { locale: 'de', viewport: { width: 320, height: 640 } })
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'), 0)
  })

  it('is summed up on the page of the place', async () => {
    const html = async () => (await site.app.get('/weather/berlin-52.52,13.41', { accept: 'text/html' })).text
    await html()
    assert.match(await html(), /<li>12–24 hours ahead, the temperature was off by 2\.4\s°C on average, on 120 days/)
  })
})
