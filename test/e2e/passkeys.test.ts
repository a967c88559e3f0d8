import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { after, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { createAuthenticator } from '../../src/features/accounts/sign-in/testing/authenticator.ts'
import { enrol, send, signIn } from '../helpers/admin.ts'
import { assertAccessible, openSite } from './browser.ts'

const ADMIN = { ADMIN_EMAIL: 'ada@example.org', ADMIN_PASSWORD: 'correct horse battery' }

/** What a browser does before an authenticator: it hands the challenge over, and returns the answer as the standard says. */
const BROWSER_PART = `{
  const bytes = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0)).buffer
  const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  const ceremony = (what) => async ({ publicKey }) => {
    const { id, transports, ...response } = await authenticate(what, text(publicKey.challenge))
    const binary = Object.fromEntries(Object.entries(response).map(([name, value]) => [name, bytes(value)]))
    return { id, rawId: bytes(id), type: 'public-key', response: { ...binary, getTransports: () => transports }, getClientExtensionResults: () => ({}) }
  }
  navigator.credentials.create = ceremony('register')
  navigator.credentials.get = ceremony('assert')
}`

describe('passkeys in the browser', () => {
  // Passkeys need a host name, and the public address must be known before the service has its port: it is reached through this one.
  const front = createServer((socket) => {
    const onwards = connect(Number(new URL(site.app.url).port), '127.0.0.1')
    for (const end of [socket, onwards]) end.on('error', () => (socket.destroy(), onwards.destroy()))
    socket.pipe(onwards).pipe(socket)
  })
  let origin = ''
  const site = openSite(async () => {
    front.listen(0, 'localhost')
    await once(front, 'listening')
    origin = `http://localhost:${(front.address() as AddressInfo).port}`
    return { env: { ...ADMIN, PUBLIC_URL: origin, RATE_LIMITS: 'login=0,weather=0' } }
  })
  after(() => front.close())

  /** A page with an authenticator. It is one in software: the bundled headless browser has none that keeps passkeys. */
  async function visit(path: string): Promise<Page> {
    const key = createAuthenticator()
    const page = await site.visit('/robots.txt', { expected: /401|403/, bare: true, baseURL: origin })
    await page
      .context()
      .exposeFunction('authenticate', (what: 'register' | 'assert', challenge: string) => key[what]({ challenge, origin }))
    await page.context().addInitScript(BROWSER_PART)
    await page.goto(path)
    return page
  }

  async function signOut(page: Page): Promise<void> {
    await page.request.post('/api/auth/logout', { headers: { origin } })
    await page.context().clearCookies()
    await page.goto('/login?next=/admin/account')
  }

  it('are added, sign in alone or after the password, are renamed and removed', async () => {
    const page = await visit('/login?next=/admin/account')
    await page.getByRole('textbox', { name: 'Email' }).fill(ADMIN.ADMIN_EMAIL)
    await page.getByRole('textbox', { name: 'Password' }).fill(ADMIN.ADMIN_PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    assert.match(await dialog.getByRole('textbox', { name: 'Name' }).inputValue(), /Chrome on /)
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Work laptop')
    await dialog.getByLabel('Your password').fill(ADMIN.ADMIN_PASSWORD)
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('dialog', { name: 'Recovery codes' }).waitFor()
    await page.getByRole('button', { name: 'I have saved the codes' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Work laptop' }).filter({ hasText: 'not used yet' }).waitFor()
    await assertAccessible(page)

    await signOut(page)
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.waitForURL(`${origin}/admin/account`)
    await page.getByRole('listitem').filter({ hasText: 'Work laptop' }).filter({ hasText: 'last used' }).waitFor()

    await signOut(page)
    await page.getByRole('textbox', { name: 'Email' }).fill(ADMIN.ADMIN_EMAIL)
    await page.getByRole('textbox', { name: 'Password' }).fill(ADMIN.ADMIN_PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.waitForURL(`${origin}/admin/account`)

    await page.getByRole('button', { name: 'Rename Work laptop' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Laptop')
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('button', { name: 'Remove Laptop' }).click()
    // Without the password: the passkey confirms its own removal.
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('No passkeys').waitFor()
    const { rows } = await site.app.database.pool.query(
      `select data->>'change' as change from mail_outbox where template = 'passkey-changed' order by change`,
    )
    assert.deepEqual(rows, [{ change: 'added' }, { change: 'removed' }])
  })

  it('satisfy a role that requires a second factor', async () => {
    const owner = await signIn(site.app, 'owner')
    await enrol(site.app, owner.id)
    const body = { secondFactorRequiredFor: 'everyone' }
    assert.equal((await send(site.app, '/api/admin/config', { method: 'PATCH', headers: { ...owner.headers, origin }, body })).status, 200)
    const page = await visit('/login?next=/admin/users')
    await page.getByRole('textbox', { name: 'Email' }).fill(ADMIN.ADMIN_EMAIL)
    await page.getByRole('textbox', { name: 'Password' }).fill(ADMIN.ADMIN_PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { level: 1, name: 'Set up two-factor authentication' }).waitFor()
    await page.getByRole('button', { name: 'Use a passkey instead' }).click()
    await page.getByLabel('Your password').fill(ADMIN.ADMIN_PASSWORD)
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'I have saved the codes' }).click()
    await page.waitForURL(`${origin}/admin/users`)
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
  })

  it('say why when the address is not the public one', async () => {
    const page = await site.visit('/login')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('alert').filter({ hasText: 'only at the public address' }).waitFor()
  })
})
