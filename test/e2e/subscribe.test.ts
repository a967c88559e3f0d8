import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertAccessible, openSite } from './browser.ts'

const BERLIN = '/subscribe?name=Berlin&lat=52.52&lon=13.41'

describe('subscribing', () => {
  const site = openSite({ env: { RATE_LIMITS: 'subscriptions=0' } })

  it('accepts limits in the user’s units, reports the result, lists the subscription and removes it', async () => {
    const page = await site.visit('/settings?from=%2F')
    await page.getByRole('combobox', { name: 'Units' }).selectOption('imperial')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL('/')
    await page.goto(BERLIN)
    await page.locator('html[data-ready="yes"]').waitFor({ state: 'attached' })
    await page.getByRole('textbox', { name: 'Email address' }).fill('ada@example.org')
    await page.getByRole('checkbox', { name: 'The week ahead' }).uncheck()
    await page.getByRole('checkbox', { name: 'Weather alerts' }).check()
    await page.getByRole('checkbox', { name: 'Strong gusts' }).check()
    await page.getByRole('spinbutton', { name: 'Strong gusts: your limit (mph or more)' }).fill('50')
    await page.getByRole('combobox', { name: 'Thunderstorm: chance' }).selectOption('70% or more')
    await page.getByRole('checkbox', { name: 'Send nothing at night' }).check()
    await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
    await page.getByText('Weather alerts: will be sent to ada@example.org.').waitFor()
    await assertAccessible(page)
    const { rows } = await site.app.database.pool.query('select type, city_name, units, alert_prefs from subscription')
    assert.equal(rows.length, 1)
    const { wind, thunderstorm, fog, quietHours } = rows[0].alert_prefs
    assert.deepEqual(
      { type: rows[0].type, city_name: rows[0].city_name, units: rows[0].units },
      { type: 'city_alerts', city_name: 'Berlin', units: 'imperial' },
    )
    assert.deepEqual({ wind, thunderstorm, fog }, { wind: { minGustKmh: 80.467 }, thunderstorm: { minProbability: 0.7 }, fog: false })
    assert.deepEqual(quietHours, { from: '22:00', to: '07:00', exceptExtreme: true })
    await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
    await page.getByText('Weather alerts: ada@example.org was already subscribed.').waitFor()
    await page.getByRole('button', { name: 'Remove: Berlin: Weather alerts' }).click()
    await page.getByText('Removed: Berlin: Weather alerts').waitFor()
    const { rows: left } = await site.app.database.pool.query('select active from subscription')
    assert.deepEqual(left, [{ active: false }])
  })

  it('shows an error at its field', async () => {
    const page = await site.visit(BERLIN, { expected: /400/ })
    const address = page.getByRole('textbox', { name: 'Email address' })
    await address.fill('ada@nowhere')
    await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
    await page.getByText('Emails cannot be sent to this address.').waitFor()
    assert.equal(await address.getAttribute('aria-invalid'), 'true')
    assert.equal(await page.evaluate('document.activeElement?.name'), 'email')
    await assertAccessible(page)
  })

  it('works without scripts', async () => {
    const answer = await fetch(`${site.app.url}/subscribe`, {
      method: 'POST',
      headers: { accept: 'text/html', 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ email: 'eve@example.org', type: 'newsletter', 'frequency.newsletter': 'monthly', units: 'metric' }),
    })
    assert.equal(answer.status, 200)
    assert.match(await answer.text(), /Newsletter: will be sent to eve@example\.org\./)
    const { rows } = await site.app.database.pool.query(`select frequency from subscription where type = 'newsletter'`)
    assert.deepEqual(rows, [{ frequency: 'monthly' }])
  })
})
