import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { send, signIn } from '../helpers/admin.ts'
import { assertAccessible, openSite } from './browser.ts'

describe('settings and sessions of the back office', () => {
  const site = openSite()

  it('settings say who changed them, and can be put back', async () => {
    const { headers, email } = await signIn(site.app, 'owner')
    for (const mailPerSecond of [20, 30]) {
      assert.equal((await send(site.app, '/api/admin/config', { method: 'PATCH', headers, body: { mailPerSecond } })).status, 200)
    }
    const page = await site.visit('/admin/settings', { cookie: headers.cookie })
    await page.getByRole('listitem').filter({ hasText: 'Emails per second' }).first().getByText(`20 → 30`).waitFor()
    await assertAccessible(page)
    await page.getByRole('link', { name: 'Emails per second' }).first().click()
    await page.waitForURL('/admin/settings/email#setting-mailPerSecond')
    const changed = page.getByText(`Changed by ${email}`)
    await changed.click()
    await page.getByText('14 → 20').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Restore 14: Emails per second' }).click()
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByText('30 → 14').waitFor()
    assert.equal(site.app.services.settings.current().mailPerSecond, 14)
  })

  it('settings are found by a search and from the command palette', async () => {
    const { headers } = await signIn(site.app, 'viewer')
    const page = await site.visit('/admin/settings', { cookie: headers.cookie })
    const search = page.getByRole('searchbox', { name: 'Find a setting or variable' })
    await search.fill('digests day')
    await page.getByRole('textbox', { name: 'Digest hour' }).waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Emails per second' }).count(), 0)
    await search.fill('smtp_url')
    await page.getByRole('table', { name: 'Environment variables: Mail' }).getByText('SMTP_URL', { exact: true }).waitFor()
    await assertAccessible(page)
    await search.fill('no such thingummy')
    await page.getByText('No setting or variable is called that').waitFor()
    await page.goto('/admin/users')
    await page.getByRole('button', { name: /Find/ }).click()
    await page.getByRole('combobox', { name: 'Find', exact: true }).fill('emails per second')
    await page.getByRole('option', { name: /Emails per second/ }).waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Enter')
    await page.waitForURL('/admin/settings/email#setting-mailPerSecond')
    await page.locator('#setting-mailPerSecond:focus').waitFor()
  })

  it('unsaved changes stay while one goes from theme to theme', async () => {
    const { headers } = await signIn(site.app, 'owner')
    const page = await site.visit('/admin/settings/email', { cookie: headers.cookie })
    await page.getByRole('textbox', { name: 'Emails per second' }).fill('7')
    const themes = page.getByRole('navigation', { name: 'Themes' })
    await themes.getByRole('link', { name: 'Site' }).click()
    await page.getByLabel('Site name').fill('Föhn')
    await page.getByText('2 unsaved changes').waitFor()
    await themes.getByRole('link', { name: 'Environment' }).click()
    await page.waitForURL('/admin/settings/environment')
    await page.locator('summary', { hasText: /^Server/ }).click()
    await page.getByRole('table', { name: 'Environment variables: Server' }).getByText('PORT', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'detached' })
    const { mailPerSecond, siteName } = site.app.services.settings.current()
    assert.deepEqual({ mailPerSecond, siteName }, { mailPerSecond: 7, siteName: 'Föhn' })
    await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Users' }).click()
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
  })

  it('the palette finds actions, addresses, places and variables, and why an address got no mail', async () => {
    const place = { type: 'city_alerts', cityName: 'Hamburg', cityLat: 53.55, cityLon: 9.99 }
    const subscribed = await send(site.app, '/api/subscriptions', { body: { clientId: 'c', email: 'quiet@example.org', ...place } })
    assert.equal(subscribed.status, 201)
    const [hamburg] = (await site.app.get('/api/geocode?q=hamburg')).body as { lat: number; lon: number }[]
    await site.app.get(`/api/weather?lat=${hamburg?.lat}&lon=${hamburg?.lon}&scope=current&trigger=search_select`)
    await site.app.services.places.searches.flush()
    const { headers } = await signIn(site.app, 'editor')
    const page = await site.visit('/admin', { cookie: headers.cookie })
    const find = async (text: string, name: RegExp) => {
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Find', exact: true }).fill(text)
      await page.getByRole('option', { name }).first().waitFor()
    }
    await find('passkey', /Add a passkey/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
    await find('dark', /Dark appearance/)
    await page.keyboard.press('Enter')
    await page.locator('html[data-theme="dark"]').waitFor({ state: 'attached' })
    await find('VALKEY_URL', /VALKEY_URL.*Environment/)
    await page.keyboard.press('Escape')
    await find('hambur', /Hamburg.*Place/)
    await page.keyboard.press('Escape')
    await find('quiet@', /quiet@example\.org/)
    await page.keyboard.press('Enter')
    await page
      .getByRole('region', { name: 'Weather alerts: Hamburg' })
      .getByText(/^No mail/)
      .waitFor()
    await assertAccessible(page)
    await page.goto('/admin/why')
    await page.getByLabel('Email address').fill('nobody@example.org')
    await page.getByRole('button', { name: 'Explain' }).click()
    await page.getByText('Nothing is subscribed to with this address').waitFor()
  })

  it('the page of sessions ends all others, and stays signed in', async () => {
    const { headers, id } = await signIn(site.app, 'owner')
    await site.app.services.users.sessions.start(site.app.services.storage.database.kysely, { userId: id, userAgent: null, country: null })
    const page = await site.visit('/admin/sessions', { cookie: headers.cookie })
    await page.getByRole('button', { name: 'End all other sessions' }).click()
    await page.getByText('1 session ended').waitFor()
    await page.getByText('This device').waitFor()
    assert.equal(await page.getByRole('button', { name: /^End session/ }).count(), 0)
  })
})
