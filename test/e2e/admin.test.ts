import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { generateSync } from 'otplib'
import { enrol, send, signIn } from '../helpers/admin.ts'
import { startSmtpServer, type TestSmtpServer } from '../helpers/smtp-server.ts'
import { until } from '../helpers/until.ts'
import { assertAccessible, atRest, openSite } from './browser.ts'
import { mailTo } from './mails.ts'

const PASSWORD = 'correct horse battery'
const ADMIN = { ADMIN_EMAIL: 'ada@example.org', ADMIN_PASSWORD: PASSWORD }
let smtp: TestSmtpServer

describe('the back office', () => {
  const site = openSite(async () => {
    smtp = await startSmtpServer()
    return { env: { ...ADMIN, SMTP_URL: smtp.url, MAIL_FROM: 'Isobar <no-reply@weather.example>' } }
  })
  after(() => smtp?.close())

  it('is entered by signing in and left by signing out', async () => {
    const page = await site.visit('/admin/settings', { expected: /401/ })
    await page.waitForURL(/\/login\?next=/)
    await assertAccessible(page)
    await page.getByRole('textbox', { name: 'Email' }).fill(ADMIN.ADMIN_EMAIL)
    await page.getByRole('textbox', { name: 'Password' }).fill('wrong wrong wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('/admin/settings')
    await page.getByRole('button', { name: /ada@|Ada|owner/i }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(/\/login/)
    await page.goto('/admin')
    await page.waitForURL(/\/login/)
  })

  it('has its navigation at every width: a column, or behind a button', async () => {
    const { headers } = await signIn(site.app, 'viewer', 'wide@example.org')
    const page = await site.visit('/admin/audit', { cookie: headers.cookie })
    const column = page.getByRole('navigation', { name: 'Back office' })
    const button = page.getByRole('button', { name: 'Open the menu' })
    for (const [width, isColumn] of [
      [320, false],
      [767, false],
      [768, true],
      [769, true],
      [1440, true],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await until(
        `at ${width} pixels there is ${isColumn ? 'the column' : 'its button'} alone`,
        async () => (await column.isVisible()) === isColumn && (await button.isVisible()) === !isColumn,
      )
    }
  })

  it('enrols a second factor with a QR code', async () => {
    const { headers, email } = await signIn(site.app, 'viewer', 'tom@example.org')
    const page = await site.visit('/admin/account', { cookie: headers.cookie })
    await page.getByRole('button', { name: 'Set up two-factor authentication' }).click()
    await page.getByRole('img', { name: /QR code/ }).waitFor()
    const secret = await page.getByRole('textbox', { name: 'Key' }).inputValue()
    const code = () => generateSync({ secret, epoch: Math.floor(site.app.clock.now() / 1_000) })
    await page.getByRole('textbox', { name: 'Code from the app' }).fill(code())
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Verify and turn on' }).click()
    await page.getByRole('dialog', { name: 'Recovery codes' }).waitFor()
    await assertAccessible(page)
    const { rows } = await site.app.database.pool.query('select totp_secret is not null as has from admin_user where email = $1', [email])
    assert.deepEqual(rows, [{ has: true }])
  })

  it('leads users whose role requires a second factor to setting one up, and back', async () => {
    const owner = await signIn(site.app, 'owner')
    await enrol(site.app, owner.id)
    const settings = await site.visit('/admin/settings/accounts', { cookie: owner.headers.cookie })
    const choose = async (who: string) => {
      await settings.getByRole('radiogroup', { name: 'Two-factor authentication required for' }).getByText(who).click()
      await settings.getByRole('button', { name: 'Save settings' }).click()
      await settings.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'detached' })
    }
    await choose('Everyone')
    const page = await site.visit('/login?next=/admin/users', { expected: /403/ })
    await page.getByRole('textbox', { name: 'Email' }).fill(ADMIN.ADMIN_EMAIL)
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { level: 1, name: 'Set up two-factor authentication' }).waitFor()
    await page.getByRole('img', { name: /QR code/ }).waitFor()
    await assertAccessible(page)
    const secret = await page.getByRole('textbox', { name: 'Key' }).inputValue()
    const code = generateSync({ secret, epoch: Math.floor(site.app.clock.now() / 1_000) })
    await page.getByRole('textbox', { name: 'Code from the app' }).fill(code)
    await page.getByRole('button', { name: 'Verify and turn on' }).click()
    await page.getByRole('heading', { level: 1, name: 'Recovery codes' }).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'I have saved the codes' }).click()
    await page.waitForURL('/admin/users')
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
    await choose('Nobody')
  })

  it('sends a forgotten-password mail in the language of the page', async () => {
    const { email } = await signIn(site.app, 'viewer', 'uwe@example.org')
    const page = await site.visit('/forgot-password', { locale: 'de-AT' })
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    await page.goto(await linkIn(email, /\/reset-password\/[\w-]+/))
    await page.getByRole('textbox', { name: 'New password' }).fill('a long enough password')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.waitForURL(/\/login/)
    const { rows } = await site.app.database.pool.query('select template, lang from mail_outbox where email_key = $1 order by template', [
      email,
    ])
    assert.deepEqual(rows, [
      { template: 'password-changed', lang: 'de' },
      { template: 'reset-password', lang: 'de' },
    ])
  })

  it('invites a user, who is offered only what the role allows', async () => {
    const owner = await signIn(site.app, 'owner')
    const page = await site.visit('/admin/users', { cookie: owner.headers.cookie })
    await page.getByRole('button', { name: 'Invite user' }).click()
    await page.getByRole('textbox', { name: 'Email' }).fill('vera@example.org')
    await page.getByRole('radio', { name: /viewer/i }).check()
    await page.getByRole('dialog').getByRole('button', { name: 'Send invitation' }).click()
    await page.getByText('We sent an invitation').waitFor()

    const invitation = await linkIn('vera@example.org', /\/invite\/[\w-]+/)
    const guest = await site.visit(invitation)
    await assertAccessible(guest)
    await guest.getByLabel('Your name').fill('Vera')
    await guest.getByRole('textbox', { name: 'Password' }).fill('a long enough password')
    await guest.getByRole('button', { name: /sign in/i }).click()
    await guest.waitForURL(/\/admin/)
    await guest.goto('/admin/users')
    await guest.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
    assert.equal(await guest.getByRole('button', { name: 'Invite user' }).count(), 0)
    const cookie = (await guest.context().cookies()).find(({ name }) => name.endsWith('service_admin_session'))
    const refused = await send(site.app, '/api/admin/users/invite', {
      body: { email: 'x@example.org', displayName: 'X', role: 'owner' },
      headers: { cookie: `${cookie?.name}=${cookie?.value}` },
    })
    assert.equal(refused.status, 403)
    const used = await site.visit(invitation, { expected: /410/ })
    await used.getByRole('heading', { level: 1, name: 'This invitation is no longer valid' }).waitFor()
  })

  it('changes the user’s own password in place', async () => {
    const user = await signIn(site.app, 'viewer')
    const hash = await site.app.services.users.passwords.hash('the first password')
    await site.app.database.pool.query('update admin_user set password_hash = $2 where id = $1', [user.id, hash])
    const page = await site.visit('/admin/account', { cookie: user.headers.cookie })
    await page.getByRole('textbox', { name: 'Current password' }).fill('the first password')
    await page.getByRole('textbox', { name: 'New password' }).fill('a long enough password')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Your password was changed').waitFor()
    await assertAccessible(page)
    const body = { email: user.email, password: 'a long enough password' }
    assert.equal((await send(site.app, '/api/auth/login', { body })).status, 200)
  })

  it('changes a setting, which takes effect at once', async () => {
    const owner = await signIn(site.app, 'owner')
    const page = await site.visit('/admin/settings/site', { cookie: owner.headers.cookie })
    await page.getByLabel('Site name').fill('Wetterfrosch')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'detached' })
    await page.getByRole('banner').getByRole('link', { name: 'Wetterfrosch' }).waitFor()
    const visitor = await site.visit('/settings')
    assert.equal(await visitor.getByRole('banner').getByRole('link').first().textContent(), 'Wetterfrosch')
    await page.goto('/admin/audit')
    await page.getByRole('row', { name: 'Settings: update' }).first().getByRole('button').click()
    await page.getByRole('dialog', { name: 'Settings: update' }).getByText('Wetterfrosch').waitFor()
  })

  it('opens the palette for Ctrl K that is pressed while the frame is loading', async () => {
    const { headers } = await signIn(site.app, 'viewer')
    const page = await site.visit('/pages/about', { cookie: headers.cookie })
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/api/auth/session', async (route) => {
      asked.resolve()
      await answered.promise
      await route.continue()
    })
    await page.goto('/admin/users')
    await asked.promise
    await page.keyboard.press('Control+k')
    answered.resolve()
    await page.getByRole('dialog', { name: 'Find or do something' }).waitFor()
  })

  it('edits a template beside its preview, and sends a test mail', async () => {
    const editor = await signIn(site.app, 'editor', 'ed@example.org')
    const page = await site.visit('/admin/email-templates/weekly-digest', { cookie: editor.headers.cookie, expected: /400/ })
    await page.getByLabel('Subject').fill('Hello {{ nothing')
    await page
      .getByText(/line 1|not closed/i)
      .first()
      .waitFor()
    await page.getByLabel('Subject').fill('A week of our own making')
    await page.getByRole('button', { name: 'Save template' }).click()
    await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Send test email' }).click()
    const to = page.getByRole('dialog').getByLabel('To')
    assert.equal(await to.inputValue(), 'ed@example.org')
    await to.fill('phone@example.org')
    await page.getByRole('dialog').getByRole('button', { name: 'Send test email' }).click()
    const mail = await mailTo(smtp, 'phone@example.org')
    assert.match(mail.subject ?? '', /A week of our own making/)
    assert.match(mail.html ?? '', /<table/)
    await to.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Send test email' }).click()
    assert.equal(await to.inputValue(), 'phone@example.org')
  })
})

describe('every page of the back office', () => {
  const site = openSite()
  const PATHS =
    '/admin /admin/usage /admin/analytics /admin/analytics/events /admin/settings /admin/settings/request-limits /admin/settings/environment /admin/connections /admin/ad-program /admin/users /admin/account /admin/sessions /admin/audit /admin/subscriptions /admin/outbox /admin/suppressions /admin/reports /admin/checks /admin/locations /admin/notices /admin/backups /admin/jobs /admin/warning-feeds /admin/client-keys /admin/webhooks /admin/webhook-deliveries /admin/email-templates /admin/email-templates/weather-alert /admin/pages /admin/pages/privacy /admin/mailing /admin/compose /admin/messages /admin/why'.split(
      ' ',
    )

  const LOOKS = [
    ['light', 1280],
    ['dark', 390],
  ] as const

  it('shows the totals of a list whatever the filter, and updates them after each change', async () => {
    const { headers } = await signIn(site.app, 'editor')
    for (const name of ['eve', 'bob'])
      await send(site.app, '/api/admin/suppressions', {
        method: 'PATCH',
        headers,
        body: { email: `${name}@example.net`, suppressed: true, note: `by ${name}` },
      })
    const page = await site.visit('/admin/suppressions', { cookie: headers.cookie })
    const total = (number: number) =>
      page
        .locator('.mantine-Paper-root', { hasText: /^Manual/ })
        .getByText(String(number), { exact: true })
        .waitFor()
    await total(2)
    await page.getByRole('searchbox').fill('by bob')
    await page.getByText('by eve').waitFor({ state: 'detached' })
    await total(2)
    await page.getByText('by bob').click()
    await page.getByRole('button', { name: 'Remove from list' }).click()
    await total(1)

    await page.getByRole('searchbox').fill('')
    await page.getByText('by eve').waitFor()
    await page.getByRole('searchbox').fill('by')
    // Before the search takes effect, which must not close what was opened meanwhile.
    await page.getByText('by eve').click()
    await page.waitForURL(/[?&]q=by(?:&|$)/)
    await page.getByRole('dialog', { name: 'Suppressed address' }).getByText('by eve').waitFor()
    assert.match(page.url(), /[?&]open=/)

    await page.goto('/admin/suppressions?q=by')
    await page.getByText('by eve').waitFor()
    // In one turn: the address does not have the first change yet when the second is made.
    await page.evaluate(`{
      document.querySelector('[aria-label="Clear: Search"]').click()
      document.evaluate('//*[text()="by eve"]', document.body).iterateNext().click()
    }`)
    await page.waitForURL(/[?&]open=/)
    assert.doesNotMatch(page.url(), /[?&]q=/)
  })

  it('passes axe, light and wide, dark and narrow', async () => {
    const { headers } = await signIn(site.app, 'owner')
    // Not the page that is looked at first, which would keep its heading.
    const page = await site.visit(PATHS.at(-1) as string, { cookie: headers.cookie })
    for (const path of PATHS) {
      // By the router of the page, as its links do: loading it anew takes longer than looking at it.
      await page.evaluate(`{
        const heading = document.querySelector('h1')
        heading?.setAttribute('data-left', heading.textContent)
        __reactRouterDataRouter.navigate(${JSON.stringify(`${path}?from`)})
      }`)
      await page.waitForURL(`${path}?from`)
      // The address changes even if the page before cannot be left. A page of the same component may keep the element of the heading.
      await until(`${path} is shown`, () =>
        page.evaluate(`(() => {
          const heading = document.querySelector('h1')
          return heading !== null && heading.dataset.left !== heading.textContent
        })()`),
      )
      for (const [colorScheme, width] of LOOKS) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 900 })
        await atRest(page)
        await assertAccessible(page, `${path}, ${colorScheme}, ${width} pixels wide`)
      }
    }
  })
})

async function linkIn(address: string, pattern: RegExp): Promise<string> {
  const { text = '' } = await mailTo(smtp, address)
  return pattern.exec(text)?.[0] ?? assert.fail(text)
}
