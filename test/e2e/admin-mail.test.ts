import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HOUR_MS } from '../../src/time.ts'
import { send, signIn } from '../helpers/admin.ts'
import { CRON_SECRET } from '../helpers/app.ts'
import { assertAccessible, openSite } from './browser.ts'

const BERLIN = { type: 'city_alerts', cityName: 'Berlin', cityLat: 52.52, cityLon: 13.41, timezone: 'UTC' }

describe('mail in the back office', () => {
  const site = openSite({ env: { RATE_LIMITS: 'subscriptions=0' } })

  it('explains why a mail was sent, and shows it; why another was not; and who is told at a place', async () => {
    const { app } = site
    const start = Math.ceil(app.clock.now() / HOUR_MS) * HOUR_MS + 3 * HOUR_MS
    const storm = { lat: 52.52, lon: 13.41, radiusDeg: 0.3, from: start, to: start + 3 * HOUR_MS, weather: { windGust: 35 } }
    app.simulator.setConditions([storm])
    const wind = { wind: { minGustKmh: 100 } }
    for (const [email, alertPrefs] of [
      ['told@example.com', wind],
      ['quiet@example.com', { ...wind, quietHours: { from: '00:00', to: '23:59' } }],
    ] as const)
      await send(app, '/api/subscriptions', { body: { ...BERLIN, clientId: email, email, alertPrefs } })
    await app.get('/api/cron/weather-alerts', { authorization: `Bearer ${CRON_SECRET}` })

    const { headers } = await signIn(app, 'editor')
    const page = await site.visit('/admin/outbox', { cookie: headers.cookie })
    await page.getByRole('button', { name: /told@example\.com/ }).click()
    await page.getByRole('link', { name: 'Show the email, and why' }).click()
    await page.getByText(/Forecast of wind from 100 km\/h on.*: to be told \(new\)|forecast of wind .*: to be told \(new\)/).waitFor()
    const mail = page.frameLocator('iframe[title="Email preview"]')
    await mail.getByText('Berlin').first().waitFor()
    await page.getByText('Phone', { exact: true }).click()
    await page.getByText('Dark', { exact: true }).click()
    await assertAccessible(page)
    await page.getByRole('tab', { name: 'Plain text' }).click()
    await page
      .getByText(/Berlin/)
      .last()
      .waitFor()

    await page.goto('/admin/subscriptions')
    await page.getByRole('button', { name: /quiet@example\.com/ }).click()
    await page.getByRole('link', { name: 'Why was an email sent, or not?' }).click()
    await page.getByText(/^No mail yet: quiet hours from 00:00 to 23:59/).waitFor()

    await page.goto('/admin/why?lat=52.52&lon=13.41')
    await page.getByText(/^No mail: no event is to be told$/).waitFor()
    assert.equal(await page.getByRole('link', { name: /@example\.com$/ }).count(), 2)
    await assertAccessible(page)
  })

  it('tells in words what a dry run would send', async () => {
    const { headers } = await signIn(site.app, 'editor')
    const page = await site.visit('/admin/jobs', { cookie: headers.cookie })
    await page.getByRole('button', { name: 'Start job' }).click()
    const dialog = page.getByRole('dialog', { name: 'Start a job' })
    await dialog.getByRole('radio', { name: 'Weather alerts' }).check()
    await dialog.getByRole('button', { name: 'Start dry run' }).click()
    await page.getByText(/^0 emails would be sent; 1 address must wait \(quiet hours or frequency\)/).waitFor()
  })
})
