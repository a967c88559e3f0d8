import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HOUR_MS } from '../../src/time.ts'
import { send, signIn } from '../helpers/admin.ts'
import { CRON_SECRET } from '../helpers/app.ts'
import { until } from '../helpers/until.ts'
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
    await page.getByText(/Forecast of wind from 100 km\/h on.*: due \(new\)|forecast of wind .*: due \(new\)/).waitFor()
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
    await page.getByText(/^No mail: no event is due$/).waitFor()
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

    const start = page.getByRole('button', { name: 'Start job' })
    await page.getByRole('dialog', { name: 'Weather alerts' }).getByRole('button', { name: 'Done' }).click()
    await until('the focus is back', () => start.evaluate((button) => button === button.ownerDocument.activeElement))
    const dryRun = dialog.getByRole('switch', { name: 'Dry run' })
    // The same job again, and again dry: a run for real is asked for each time.
    for (const _ of [1, 2]) {
      await start.click()
      assert.equal(await dialog.getByRole('radio', { name: 'Weather alerts' }).isChecked(), true)
      assert.equal(await dryRun.isChecked(), true)
      await dryRun.uncheck()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
  })

  it('schedules a message to a segment, after counting it and seeing it, moves it and cancels it', async () => {
    const { app } = site
    for (const [email, lang] of [
      ['ada@example.org', 'de'],
      ['bob@example.org', 'en'],
    ])
      await send(app, '/api/subscriptions', { body: { clientId: email, email, type: 'newsletter', lang } })
    const { headers } = await signIn(app, 'editor')
    const page = await site.visit('/admin/compose', { cookie: headers.cookie, timezoneId: 'Europe/Berlin' })
    await page.getByText('2 addresses would get it now.').waitFor()
    await page.getByRole('group', { name: 'Languages' }).getByRole('checkbox', { name: 'German' }).check()
    await page.getByText('1 address would get it now.').waitFor()
    await page.getByLabel('Subject').fill('Neu: Warnungen')
    await page.getByRole('textbox', { name: 'Text' }).fill('Ab **heute** gibt es Warnungen.')
    await page.frameLocator('iframe[title="Email preview"]').getByText('heute', { exact: true }).waitFor()
    await page.getByText('Later', { exact: true }).click()
    const at = (days: number) => `${new Date(app.clock.now() + days * 24 * HOUR_MS).toISOString().slice(0, 10)}T09:00`
    await page.getByLabel('Date and time').fill(at(2))
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Schedule message' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Schedule message' }).click()
    await page.getByText('Message scheduled').waitFor()

    await page.goto('/admin/messages')
    await page.getByRole('button', { name: /Neu: Warnungen/ }).click()
    await page.getByRole('button', { name: 'Move' }).click()
    await page.getByRole('dialog', { name: 'Move the message' }).getByLabel('Date and time').fill(at(3))
    await page.getByRole('dialog', { name: 'Move the message' }).getByRole('button', { name: 'Move' }).click()
    await page.getByText('Message moved').waitFor()
    await page.getByRole('button', { name: 'Stop message' }).click()
    await page.getByRole('dialog', { name: 'Stop this message?' }).getByRole('button', { name: 'Stop message' }).click()
    await page.getByText('Message stopped').waitFor()
    const { rows } = await app.database.pool.query(
      'select timezone, languages, cancelled_at is not null as cancelled from composed_message',
    )
    assert.deepEqual(rows, [{ timezone: 'Europe/Berlin', languages: ['de'], cancelled: true }])

    // Written anew from what it said, to more readers, and left for a colleague.
    await page.getByText('Opens and clicks are not measured').waitFor({ state: 'detached' })
    await page.getByText('Ab **heute** gibt es Warnungen.').waitFor()
    await page.getByRole('link', { name: 'Write a copy' }).click()
    assert.equal(await page.getByLabel('Subject').inputValue(), 'Neu: Warnungen')
    assert.equal(await page.getByRole('checkbox', { name: 'German' }).isChecked(), true)
    await page.getByRole('checkbox', { name: 'Alert subscribers' }).check()
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Draft saved').waitFor()
    await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Messages' }).click()
    const drafts = page.getByRole('region', { name: 'Drafts' })
    await drafts.getByText(/^Newsletter subscribers, Alert subscribers, German;/).waitFor()
    await assertAccessible(page)
    await drafts.getByRole('link', { name: 'Neu: Warnungen' }).click()
    await page.getByRole('textbox', { name: 'Text' }).fill('Ab **jetzt**.')
    await page.getByText('1 address would get it now.').waitFor()
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send message' }).click()
    await page.getByRole('link', { name: 'View the report' }).click()
    await page.getByText('Ab **jetzt**.').waitFor()
    await page.getByText(/Opens and clicks are not measured/).waitFor()
    assert.equal(await drafts.count(), 0)
  })
})
