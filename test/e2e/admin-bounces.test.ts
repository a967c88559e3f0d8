import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { writeDsnReport } from '../../src/features/mail/bounces/testing/reports.ts'
import { signIn } from '../helpers/admin.ts'
import { DOVECOT, PASSWORD, startDovecot } from '../helpers/dovecot.ts'
import { until } from '../helpers/until.ts'
import { assertAccessible, atRest, openSite } from './browser.ts'

const skip = DOVECOT === undefined && 'NOT TESTED: install dovecot-imapd (Debian) to set a mailbox at a real IMAP server'

/** Checks again while a busy machine takes longer than a check may. */
async function saysAtLast(card: Locator, message: RegExp): Promise<void> {
  await until(`the card says ${message}`, async () => {
    await atRest(card.page())
    if (await card.getByText('No response within').first().isVisible()) await card.getByRole('button', { name: /^Check now/ }).click()
    return card.getByText(message).first().isVisible()
  })
}

describe('bounces in the back office', () => {
  const site = openSite()
  const visit = async (expected?: RegExp): Promise<Page> => {
    const { headers } = await signIn(site.app, 'owner')
    return site.visit('/admin/connections', { cookie: headers.cookie, ...(expected === undefined ? {} : { expected }) })
  }
  const stored = async (id: string) =>
    (await site.app.database.pool.query('select settings from connection where id = $1', [id])).rows[0]?.settings

  it('come from a mailbox, which is checked when it is set, and never shows its password', { skip }, async () => {
    const dovecot = await startDovecot()
    await dovecot.deliver(writeDsnReport('019ac0de-7d0c-7b5b-9a39-0c1f6b1f2f10'))
    const page = await visit(/400/)
    const card = page.getByRole('region', { name: 'Bounce mailbox' })
    await card.getByText('Not configured').first().waitFor()
    await card.getByRole('button', { name: 'Set mailbox' }).click()
    const dialog = page.getByRole('dialog', { name: 'Bounce mailbox' })
    await dialog.getByRole('textbox', { name: 'IMAP server' }).fill('no host')
    await dialog.getByRole('textbox', { name: 'Port' }).fill(String(dovecot.port))
    await dialog.getByRole('combobox', { name: 'Encryption' }).click()
    await page.getByRole('option', { name: 'None', exact: true }).click()
    await dialog.getByRole('textbox', { name: 'User name' }).fill('bounces')
    const password = dialog.getByLabel('Password', { exact: true })
    await password.fill('wrong')
    await assertAccessible(page)
    const save = dialog.getByRole('button', { name: 'Save and check' })
    await save.click()
    await dialog.getByText(/must be a host name or an address/i).waitFor()

    await dialog.getByRole('textbox', { name: 'IMAP server' }).fill('127.0.0.1')
    await save.click()
    await dialog.waitFor({ state: 'detached' })
    await saysAtLast(card, /^Cannot be read: /)
    await card.getByText('Failing').waitFor()
    await atRest(page)
    await assertAccessible(page)

    await card.getByRole('button', { name: 'Set mailbox' }).click()
    assert.equal(await password.inputValue(), '')
    await password.fill(PASSWORD)
    await save.click()
    await page.getByText(/^Saved\. (?:Readable, 1 messages|No response within 5 seconds)\.$/).waitFor()
    await saysAtLast(card, /^Readable, 1 messages/)
    await card.getByText('OK', { exact: true }).waitFor()
    await page.reload()
    await card.getByText('OK', { exact: true }).waitFor()
    assert.ok(!(await page.content()).includes(PASSWORD))
    await card.getByRole('button', { name: 'Remove settings' }).click()
    await card.getByText('Not configured').first().waitFor()
    assert.deepEqual(await stored('bounce-mailbox'), {})
    await dovecot.close()
  })

  it('come from the webhooks of a mail service, whose address is shown once it is set', async () => {
    const page = await visit(/400/)
    const card = page.getByRole('region', { name: 'Bounce webhooks' })
    await card.getByRole('button', { name: 'Set service' }).click()
    const dialog = page.getByRole('dialog', { name: 'Bounce webhooks' })
    await dialog.getByRole('textbox', { name: 'ARN of the SNS topic' }).waitFor()
    await dialog.getByRole('combobox', { name: 'Mail service' }).click()
    await page.getByRole('option', { name: 'Postmark' }).click()
    await dialog.getByLabel('Secret', { exact: true }).fill('short')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText(/must be 8 to 512 visible characters/i).waitFor()
    await assertAccessible(page)
    await dialog.getByLabel('Secret', { exact: true }).fill('a-long-secret')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await card.getByText(/\/api\/mail-events\/postmark$/).waitFor()
    assert.ok(!(await page.content()).includes('a-long-secret'))
    await atRest(page)
    await assertAccessible(page)
  })
})
