import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { send, signIn } from '../helpers/admin.ts'
import { until } from '../helpers/until.ts'
import { assertAccessible, openSite } from './browser.ts'

/** The colour of the first paragraph, as the browser shows it. */
const COLOUR = "getComputedStyle(document.querySelector('p')).color"

describe('text written in the back office', () => {
  const site = openSite()
  const asks = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })
  const editorAt = async (path: string, expected?: RegExp) => {
    const { headers } = await signIn(site.app, 'editor')
    return site.visit(path, { cookie: headers.cookie, ...(expected === undefined ? {} : { expected }) })
  }

  it('is not lost by switching the language of the page, nor by an action that does not save it', async () => {
    const page = await editorAt('/admin/pages/privacy')
    await page.getByLabel('Title').fill('Ours')
    await page.getByText('German', { exact: true }).click()
    await asks(page).getByRole('button', { name: 'Cancel' }).click()
    assert.equal(await page.getByLabel('Title').inputValue(), 'Ours')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Draft saved').waitFor()

    await page.getByLabel('Title').fill('Ours, and better')
    await page.getByRole('button', { name: 'Publish draft' }).click()
    await page.getByText('Your unsaved changes are still here').waitFor()
    assert.equal(await page.getByLabel('Title').inputValue(), 'Ours, and better')
    await page.getByRole('button', { name: 'Discard' }).click()
    assert.equal(await page.getByLabel('Title').inputValue(), 'Ours')

    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Hide page' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.locator('button:focus', { hasText: 'More' }).waitFor()
  })

  it('is compared with a default text that has changed since, until that is reviewed', async () => {
    const page = await editorAt('/admin/pages/terms')
    await page.getByLabel('Title').fill('Our terms')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Page published').waitFor()
    const note = page.getByText('The default text has changed')
    assert.equal(await note.count(), 0)
    await site.app.database.pool.query(
      `update cms_page set default_text = jsonb_set(default_text, '{title}', '"Terms of before"') where slug = 'terms'`,
    )
    await page.goto('/admin/pages?q=terms&lang=en')
    await page
      .getByRole('row', { name: /Our terms/ })
      .getByText('Changed', { exact: true })
      .waitFor()
    await page.goto('/admin/pages/terms')
    await note.waitFor()
    await page.getByRole('button', { name: 'What has changed' }).click()
    await page.getByText('-title: Terms of before').waitFor()
    await page.getByText('+title: Terms of use').first().waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Mark as reviewed' }).click()
    await note.waitFor({ state: 'detached' })
    assert.equal(await page.getByLabel('Title').inputValue(), 'Our terms')
  })

  it('is sent as a new message if it changes after a send with an unknown outcome', async () => {
    const page = await editorAt('/admin/compose', /Failed to load resource/)
    await page.getByRole('combobox', { name: 'Recipients' }).click()
    await page.getByRole('option', { name: 'One address' }).click()
    await page.getByRole('textbox', { name: 'Email address' }).fill('ada@example.org')
    await page.getByLabel('Subject').fill('Hello')
    await page.getByRole('textbox', { name: 'Text' }).fill('First words')
    await page.getByRole('link', { name: 'Outbox' }).click()
    await asks(page).getByRole('button', { name: 'Cancel' }).click()
    // The request arrives, but its response does not.
    await page.route('**/api/admin/email/compose', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('button', { name: 'Send message', exact: true }).click()
    await page.getByText('The service cannot be reached').waitFor()
    await page.unroute('**/api/admin/email/compose')
    await page.getByRole('textbox', { name: 'Text' }).fill('Second words')
    await page.getByRole('button', { name: 'Send message', exact: true }).click()
    await page.getByRole('link', { name: 'View in outbox' }).click()
    await page.getByRole('heading', { level: 1, name: 'Outbox' }).waitFor()
  })

  it('cannot run anything or load from elsewhere in its preview', async () => {
    const reached: string[] = []
    const page = await editorAt('/admin/email-templates/weekly-digest', /Content Security Policy|sandbox/i)
    page.on('requestfailed', (request) => {
      if (request.failure()?.errorText !== 'csp') reached.push(`${request.url()} ${request.failure()?.errorText}`)
    })
    const html = `<!doctype html><html><head><meta http-equiv="refresh" content="0;url=http://evil.example/refresh">
      <link rel="stylesheet" href="http://evil.example/style"><style>@import "http://evil.example/import"; p { color: red; background: url(http://evil.example/background) }</style></head>
      <body><script>document.title = 'run'; parent.document.title = 'run'</script><img src="http://evil.example/img" onerror="document.title = 'run'">
      <iframe src="http://evil.example/frame"></iframe><form action="http://evil.example/form"><button>Send</button></form>
      <a href="http://evil.example/link" target="_top">Away</a><p>The mail itself</p></body></html>`
    await page.route('**/preview', (route) => route.fulfill({ json: { preview: { subject: 'S', html, text: 'T' } } }))
    await page.getByLabel('Subject').fill('Another')
    const shown = page.frameLocator('iframe[title="Email preview"]')
    await shown.getByText('The mail itself').waitFor()
    assert.equal(await shown.getByText('The mail itself').evaluate(COLOUR), 'rgb(255, 0, 0)')
    await shown.getByRole('link', { name: 'Away' }).click()
    await shown.getByRole('button', { name: 'Send' }).click()
    await page.waitForTimeout(500)
    assert.deepEqual(reached, [])
    assert.equal(await shown.getByText('The mail itself').evaluate('document.title'), '')
    assert.match(page.url(), /weekly-digest$/)
  })
})

describe('a setting', () => {
  const site = openSite()

  it('can be typed in its unit, digit by digit', async () => {
    const { headers } = await signIn(site.app, 'owner')
    const page = await site.visit('/admin/settings/budget', { cookie: headers.cookie })
    const share = page.getByRole('textbox', { name: 'Calls held back from' })
    await share.fill('')
    await share.pressSequentially('90.05')
    assert.equal(await share.inputValue(), '90.05 %')
  })

  it('is in the log at the time of the zone that was chosen for the office', async () => {
    const { headers, email } = await signIn(site.app, 'owner')
    assert.equal((await send(site.app, '/api/admin/config', { method: 'PATCH', headers, body: { mailPerSecond: 21 } })).status, 200)
    const page = await site.visit('/admin/audit', { cookie: headers.cookie, timezoneId: 'America/New_York' })
    const entry = page.getByRole('row').filter({ hasText: email }).filter({ hasText: 'Mail per second: 14 → 21' })
    await entry.getByText('1 Jul 2026, 12:00').waitFor()
    await page.goto('/admin/account')
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await zone.fill('Asia/Tok')
    await page.getByRole('option', { name: 'Asia/Tokyo' }).click()
    await until('the zone is chosen', async () => (await zone.inputValue()) === 'Asia/Tokyo')
    await assertAccessible(page)
    await page.goto('/admin/audit')
    await entry.getByText('1 Jul 2026, 21:00').waitFor()
  })
})

describe('two systems checked at once', () => {
  const site = openSite()

  it('each show their own result', async () => {
    const { headers } = await signIn(site.app, 'owner')
    const page = await site.visit('/admin/connections', { cookie: headers.cookie })
    const waiting: (() => void)[] = []
    await page.route('**/api/admin/connections', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      const { id } = route.request().postDataJSON()
      const { items } = await (await page.request.get('/api/admin/connections')).json()
      const system = items.find((each: { id: string }) => each.id === id)
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        if (waiting.length === 2) for (const go of waiting) go()
      })
      return route.fulfill({ json: { ...system, status: 'failing', message: `Found: ${id}` } })
    })
    for (const name of ['OpenWeather', 'Open-Meteo'])
      await page.getByRole('button', { name: `Check now: ${name}, weather`, exact: true }).click()
    for (const id of ['openweather', 'open-meteo']) await page.getByText(`Found: ${id}`).waitFor()
  })
})

describe('a form of the back office', () => {
  const site = openSite()

  it('shows an error at its field, and no notice once the field is corrected', async () => {
    const { headers } = await signIn(site.app, 'owner')
    const page = await site.visit('/admin/connections', { cookie: headers.cookie, expected: /400/ })
    await page.route('**/api/admin/connections', (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      const details = [{ path: 'settings.host', message: 'must be a host name' }]
      return route.fulfill({ status: 400, json: { error: 'invalid_request', message: 'settings.host must be a host name', details } })
    })
    await page.getByRole('button', { name: 'Set mail server' }).click()
    const form = page.getByRole('dialog', { name: 'Mail server' })
    const server = form.getByRole('textbox', { name: 'Server' })
    await server.fill('-')
    await form.getByRole('button', { name: 'Save and check' }).click()
    const error = form.getByText('Must be a host name')
    await error.waitFor()
    assert.equal(await server.getAttribute('aria-invalid'), 'true')
    await server.fill('mail.example')
    await error.waitFor({ state: 'detached' })
    assert.equal(await form.getByRole('alert').count(), 0)
  })
})
