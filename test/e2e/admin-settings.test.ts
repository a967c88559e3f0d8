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
    await page.getByRole('searchbox', { name: 'Find a setting' }).fill('digests day')
    await page.getByRole('textbox', { name: 'Emails per second' }).waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('textbox', { name: 'Digest hour' }).count(), 1)
    await page.getByRole('searchbox', { name: 'Find a setting' }).fill('no such thing')
    await page.getByText('No setting is called that').waitFor()
    await page.goto('/admin/users')
    await page.getByRole('button', { name: /Go to/ }).click()
    await page.getByRole('combobox', { name: 'Page', exact: true }).fill('emails per second')
    await page.getByRole('option', { name: /Emails per second/ }).waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Enter')
    await page.waitForURL('/admin/settings#setting-mailPerSecond')
    await page.locator('#setting-mailPerSecond:focus').waitFor()
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
