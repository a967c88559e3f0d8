import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { buildUnsignedActor } from '../../src/admin/access/index.ts'
import { signIn } from '../helpers/admin.ts'
import { startSmtpServer, type TestSmtpServer } from '../helpers/smtp-server.ts'
import { assertAccessible, atRest, openSite, seeAllWell } from './browser.ts'
import { mailTo } from './mails.ts'

const PASSWORD = 'four words in a row'
const PHONE = { viewport: { width: 390, height: 844 } }

const step = (page: Page, name: string) => page.getByRole('region', { name })

describe('the first steps of a new site', () => {
  let smtp: TestSmtpServer | undefined
  const site = openSite({ env: { WEATHER_PROVIDERS: 'open-meteo', RATE_LIMITS: 'weather=0,invite=0,login=0,upstream=0,upstream-day=0' } })
  after(() => smtp?.close())
  const setupPath = () => /\/setup\/[\w-]+/.exec(site.app.logLines.join('\n'))?.[0] ?? ''

  it('lead from the link in the log to a name, weather, email and a place, each tried out, on a phone', async () => {
    const login = await site.visit('/login', PHONE)
    await login.getByText('npm run admin -- setup-link').waitFor()
    await assertAccessible(login, 'signing in')
    const dead = await site.visit(`${setupPath()}x`, { ...PHONE, expected: /404/ })
    await dead.getByRole('heading', { name: 'We cannot find this setup link' }).waitFor()

    const page = await site.visit(setupPath(), PHONE)
    await page.getByLabel('Email').fill('ada@example.org')
    await page.getByLabel('Your name').fill('Ada')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Make account and sign in' }).click()
    await page.waitForURL('/admin/first-steps')

    await step(page, '1. Your account').getByText('ada@example.org').waitFor()
    const name = step(page, '2. Name of the site')
    await name.getByLabel('Name').fill('Harbour Weather')
    await name.getByLabel('How it will look').getByText('Weather in Berlin · Harbour Weather').waitFor()
    await name.getByRole('button', { name: 'Save name' }).click()
    await name.getByText('Done').waitFor()
    await page.getByRole('banner').getByRole('link', { name: 'Harbour Weather' }).waitFor()

    const weather = step(page, '3. Weather')
    await weather.getByText('To do').waitFor()
    await weather.getByRole('button', { name: 'Try it' }).click()
    await weather.getByText('Done').waitFor()

    const mail = step(page, '4. Email')
    await mail.getByText('the service works without one').waitFor()
    await mail.getByRole('button', { name: /^Send a test/ }).click()
    await mail.getByText('The email is a file in DATA_DIR/mail now.').waitFor()
    await mail.getByText('Done').waitFor()

    const notices = step(page, '5. Notices of troubles')
    assert.equal(await notices.getByLabel('Told by email of troubles').inputValue(), 'ada@example.org')
    await notices.getByRole('button', { name: 'Send a test mail' }).click()
    await page.getByText('1 test on the way').waitFor()
    await notices.getByRole('button', { name: 'Save addresses' }).click()
    await notices.getByText('Done').waitFor()

    const place = step(page, '6. A place on the front page')
    await place.getByLabel('Find a place').fill('Berlin')
    await place.getByRole('button', { name: 'Search' }).click()
    await place.getByRole('group', { name: 'Places found' }).getByRole('button').first().click()
    await place.getByRole('link', { name: 'Its page' }).waitFor()
    await place.getByText('°C').waitFor()
    await place.getByText('Done').waitFor()
    await atRest(page)
    await assertAccessible(page)
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 390, 'nothing is wider than the phone')

    await page.getByRole('button', { name: 'Finish', exact: true }).click()
    await page.waitForURL('/admin')
    await seeAllWell(site, page)
    assert.equal(await step(page, 'First steps').count(), 0)

    const front = await site.visit('/')
    await front.getByRole('heading', { level: 2, name: 'Berlin' }).waitFor()
    assert.match(await front.title(), /Harbour Weather/)

    const used = await site.visit(setupPath(), { expected: /410/ })
    await used.getByRole('heading', { name: 'This setup link is no longer valid' }).waitFor()
    await used.getByRole('link', { name: 'Sign in' }).waitFor()
    await assertAccessible(used)
  })

  it('say what went wrong: a bad password, a server that refuses, a place that does not exist', async () => {
    const { headers } = await signIn(site.app, 'owner', 'grace@example.org')
    const page = await site.visit('/admin/first-steps', { cookie: headers.cookie })
    const mail = step(page, '4. Email')
    smtp = await startSmtpServer()
    await mail.getByRole('button', { name: 'Set mail server' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Server').fill('127.0.0.1')
    await dialog.getByLabel('Port').fill(String(smtp.port))
    await dialog.getByRole('combobox', { name: 'Encryption' }).click()
    await page.getByRole('option', { name: 'None' }).click()
    await dialog.getByRole('button', { name: 'Save and check' }).click()
    await mail.getByText('Accepting email').waitFor()
    await mail.getByRole('button', { name: /^Send a test/ }).click()
    await mail.getByText('The mail server accepted the email to grace@example.org').waitFor()
    await mailTo(smtp, 'grace@example.org')

    smtp.behave({ recipient: () => '550 5.7.1 not allowed' })
    await mail.getByRole('button', { name: /^Send a test/ }).click()
    await mail.getByRole('alert').getByText('550').waitFor()

    const place = step(page, '6. A place on the front page')
    await place.getByLabel('Find another place').fill('Qqqqqqqq')
    await place.getByRole('button', { name: 'Search' }).click()
    await place.getByText('No place is called so.').waitFor()
    await assertAccessible(page)
  })

  it('are on the dashboard of owners until they hide them', async () => {
    const { settings } = site.app.services
    const owner = await signIn(site.app, 'owner')
    await settings.update({ firstSteps: 'shown', frontPlace: null }, undefined, buildUnsignedActor('test'))
    const page = await site.visit('/admin', { cookie: owner.headers.cookie })
    const panel = step(page, 'First steps')
    await panel.getByText('5 of 6 are done').waitFor()
    await panel.getByText('What remains: a place on the front page.').waitFor()
    await assertAccessible(page)
    const viewer = await signIn(site.app, 'viewer')
    const others = await site.visit('/admin', { cookie: viewer.headers.cookie })
    await seeAllWell(site, others)
    await atRest(others)
    assert.equal(await step(others, 'First steps').count(), 0)
    await others.goto('/admin/first-steps')
    await others.getByText('Only owners can take these steps.').waitFor()
    await panel.getByRole('button', { name: 'Hide' }).click()
    await panel.waitFor({ state: 'detached' })
    await page.reload()
    await seeAllWell(site, page)
    await atRest(page)
    assert.equal(await panel.count(), 0)
    await page.goto('/admin/settings/site')
    await page.getByText('First steps').first().waitFor()
  })
})
