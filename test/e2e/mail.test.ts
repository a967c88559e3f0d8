import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { CRON_SECRET } from '../helpers/app.ts'
import { startSmtpServer, type TestSmtpServer } from '../helpers/smtp-server.ts'
import { assertAccessible, openSite } from './browser.ts'
import { mailTo } from './mails.ts'

let smtp: TestSmtpServer

describe('mails', () => {
  const site = openSite(async () => {
    smtp = await startSmtpServer()
    return { env: { SMTP_URL: smtp.url, MAIL_FROM: 'Isobar <no-reply@weather.example>' } }
  })
  after(() => smtp?.close())

  it('are subscribed to on the page of a place, confirmed, received, managed and ended through their own links', async () => {
    const email = 'ann@example.com'
    const page = await site.visit('/weather/Berlin-52.52,13.41')
    await page.getByRole('heading', { name: 'Weather for Berlin by email' }).click()
    await page.getByLabel('Email address').fill(email)
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByText(`we sent a link to ${email}`).waitFor()
    await assertAccessible(page)

    const asked = await mailTo(smtp, email, 1)
    const confirm = pathIn(asked.html ?? '', /\/api\/subscriptions\/confirm\?[^"]+/)
    const confirming = await site.visit(confirm, { bare: true })
    await assertAccessible(confirming)
    await confirming.getByRole('button').first().click()
    await confirming.waitForLoadState()
    await assertAccessible(confirming)

    const run = await site.app.get('/api/cron/weekly-digests', { authorization: `Bearer ${CRON_SECRET}` })
    assert.equal(run.body.sent, 1)
    const digest = await mailTo(smtp, email, 2)
    assert.match(digest.subject ?? '', /Berlin/)

    const preferences = await site.visit(pathIn(digest.html ?? '', /\/preferences\?[^"]+/), { bare: true })
    assert.match((await preferences.textContent('main')) ?? '', /Berlin/)
    await assertAccessible(preferences)

    const asking = await site.visit(pathIn(digest.html ?? '', /\/unsubscribe\?[^"]+/), { bare: true })
    assert.match((await asking.textContent('main')) ?? '', /Berlin/)
    await asking.getByRole('button', { name: 'Unsubscribe' }).waitFor()
    await assertAccessible(asking)

    const header = digest.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
    const ended = await site.visit(pathIn(header, /\/api\/unsubscribe\?[^>]+/), { bare: true })
    assert.match((await ended.textContent('main')) ?? '', /Berlin/)
    await assertAccessible(ended)
    const again = await site.app.get('/api/cron/weekly-digests', { authorization: `Bearer ${CRON_SECRET}` })
    assert.equal(again.body.recipients, 0)
  })
})

/** The path of a link in a mail. Its origin is the public one, on which the test app does not listen. */
function pathIn(text: string, pattern: RegExp): string {
  const found = pattern.exec(text.replaceAll('&amp;', '&'))?.[0]
  assert.ok(found, `${String(pattern)} in ${text.slice(0, 400)}`)
  return found
}
