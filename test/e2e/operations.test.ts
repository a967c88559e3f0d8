import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { after, describe, it } from 'node:test'
import { announceChange } from '../../src/platform/db/changes.ts'
import { MINUTE_MS } from '../../src/time.ts'
import { proveAt, signIn } from '../helpers/admin.ts'
import { startSmtpServer, type TestSmtpServer } from '../helpers/smtp-server.ts'
import { until } from '../helpers/until.ts'
import { assertAccessible, atRest, openSite, seeAllWell } from './browser.ts'
import { mailTo } from './mails.ts'

let smtp: TestSmtpServer

describe('operations in the back office', () => {
  const site = openSite(async () => {
    smtp = await startSmtpServer()
    return { env: { SMTP_URL: smtp.url, MAIL_FROM: 'Isobar <no-reply@weather.example>' } }
  })
  after(() => smtp?.close())

  it('say that all is well, and what each part does, in one number each', async () => {
    const { headers } = await signIn(site.app, 'viewer')
    const page = await site.visit('/admin', { cookie: headers.cookie })
    await seeAllWell(site, page)
    const lines = page.getByRole('list', { name: 'The service' })
    for (const name of ['Sources', 'Budget', 'Outbox', 'Jobs', 'Disk', 'Backup'])
      await lines.getByRole('link', { name, exact: true }).waitFor()
    assert.equal(await page.getByRole('region', { name: 'What is wrong' }).count(), 0)
    await atRest(page)
    await assertAccessible(page)
  })

  it('say on every page that no provider answers, and never that the budget is fine', async () => {
    site.app.simulator.setFaults([{ kind: 'status', status: 503 }])
    for (let place = 0; place < 8; place++) await site.app.get(`/api/weather?lat=${30 + place}&lon=10&scope=current`)
    await site.app.services.gateway.drain()
    site.app.clock.advance({ seconds: 30 })
    const { headers } = await signIn(site.app, 'viewer')
    const page = await site.visit('/admin', { cookie: headers.cookie })
    const bar = page.getByRole('region', { name: 'What is wrong' })
    await bar.getByText('No weather provider answers').waitFor()
    await bar.getByText('Pages show the last known weather').waitFor()
    const budget = page.getByRole('list', { name: 'The service' }).getByRole('listitem').filter({ hasText: 'Budget' })
    await budget.getByText('Unused').waitFor()
    assert.equal(await page.getByText('All is well').count(), 0)
    await assertAccessible(page)

    await page.goto('/admin/users')
    const summary = bar.locator('summary')
    await summary.getByText('No weather provider answers').waitFor()
    await summary.focus()
    await page.keyboard.press('Enter')
    await bar.getByText('Pages show the last known weather').waitFor()
    await assertAccessible(page)
    await bar.getByRole('link', { name: 'Connections' }).first().click()
    await page.waitForURL('/admin/connections')
    // A request that began before five minutes pass at once would find that its session was last seen in the future.
    await atRest(page)

    site.app.simulator.setFaults([])
    site.app.clock.advance({ minutes: 5 })
    for (let place = 0; place < 3; place++) await site.app.get(`/api/weather?lat=${40 + place}&lon=10&scope=current`)
    await site.app.services.gateway.drain()
    await page.goto('/admin')
    await page.getByText('No weather provider answers').waitFor({ state: 'detached' })
    const past = await site.visit('/admin/notices', { cookie: headers.cookie })
    await past.getByRole('row', { name: /No weather provider answers/ }).waitFor()
    await atRest(past)
    await assertAccessible(past)
  })

  it('say it when the state itself cannot be had', async () => {
    const { headers } = await signIn(site.app, 'viewer')
    const page = await site.visit('/admin/users', { cookie: headers.cookie, expected: /503/ })
    await page.route('**/api/admin/state', (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/json',
        body: JSON.stringify({ error: 'service_unavailable', message: 'Away', requestId: '1' }),
      }),
    )
    await page.reload()
    await page.getByText('The state of the service is unknown: Away').first().waitFor()
  })

  it('tell operators whom an owner names, and test it', async () => {
    const { headers } = await signIn(site.app, 'owner')
    const page = await site.visit('/admin/notices', { cookie: headers.cookie, expected: /400/ })
    const addresses = page.getByRole('textbox', { name: 'Email addresses' })
    await addresses.fill('ops@example.org, nobody')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Has an address that cannot be used: nobody').waitFor()
    await addresses.fill('ops@example.org')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Send a test mail' }).click()
    const mail = await mailTo(smtp, 'ops@example.org')
    assert.match(mail.subject ?? '', /^\[Isobar\] Test: This is a test$/)
    await page.getByRole('textbox', { name: 'Webhook' }).fill('http://127.0.0.1/hook')
    await page.getByRole('button', { name: 'Save webhook' }).click()
    await page.getByText('Must be https, and lead to the public Internet').waitFor()
    await atRest(page)
    await assertAccessible(page)
  })

  it('make a backup, test it, and hand it out for the password', async () => {
    const owner = await signIn(site.app, 'owner')
    const hash = await site.app.services.users.passwords.hash('the password of an owner')
    await site.app.database.pool.query('update admin_user set password_hash = $2 where id = $1', [owner.id, hash])
    const page = await site.visit('/admin/backups', { cookie: owner.headers.cookie, expected: /400/ })
    await page.getByText('No backup yet').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Back up now' }).click()
    const download = page.getByRole('button', { name: /^Download the backup of/ })
    await download.waitFor()
    // The first backup is tested at once.
    await page.getByText('The last test succeeded').waitFor()
    await download.click()
    const dialog = page.getByRole('dialog', { name: 'Download this backup' })
    await dialog.getByLabel('Your password').fill('wrong')
    await dialog.getByRole('button', { name: 'Download' }).click()
    await dialog.getByText('Is wrong').waitFor()
    await atRest(page)
    await assertAccessible(page)
    await dialog.getByLabel('Your password').fill('the password of an owner')
    const [file] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Download' }).click()])
    const [newest] = (await site.app.get('/api/admin/backups', owner.headers)).body.items
    assert.equal(file.suggestedFilename(), newest.file)
    const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
    const folder = site.app.services.config.BACKUP_DIR
    assert.equal(digest(await readFile(await file.path())), digest(await readFile(`${folder}/${newest.file}`)))
    await until('it is recorded', async () => {
      const { rows } = await site.app.database.pool.query(`select 1 from admin_audit where action = 'backup.download'`)
      return rows.length === 1
    })
  })

  it('ask owners to confirm that it is them before a dangerous change, and then make it', async () => {
    const { id, email, headers } = await signIn(site.app, 'owner')
    const { pool } = site.app.database
    const hash = await site.app.services.users.passwords.hash('the password of an owner')
    await pool.query('update admin_user set password_hash = $2 where id = $1', [id, hash])
    await proveAt(site.app, { id }, site.app.clock.now() - 20 * MINUTE_MS)
    const page = await site.visit('/admin/users', { cookie: headers.cookie, expected: /40[03]/ })
    const form = page.getByRole('dialog', { name: 'Create user' })
    const asking = page.getByRole('dialog', { name: 'Confirm that it is you' })
    const create = async (name: string) => {
      await page.getByRole('button', { name: 'Create user' }).first().click()
      await form.getByLabel('Email').fill(`${name.toLowerCase()}@example.org`)
      await form.getByLabel('Name').fill(name)
      await form.getByRole('textbox', { name: 'Password' }).fill('four words in a row')
      await form.getByRole('button', { name: 'Create user' }).click()
    }
    await create('Grace')
    await asking.locator('input:focus').waitFor()
    await assertAccessible(page)
    // Escape closes this dialog, and not the form below.
    await page.keyboard.press('Escape')
    await asking.waitFor({ state: 'detached' })
    await form.getByText('Please confirm that it is you').waitFor()
    assert.equal(await form.getByLabel('Name').inputValue(), 'Grace')

    await form.getByRole('button', { name: 'Create user' }).click()
    await asking.getByLabel('Your password').fill('a guess')
    await asking.getByRole('button', { name: 'Confirm' }).click()
    await asking.getByText('Is wrong').waitFor()
    await asking.getByLabel('Your password').fill('the password of an owner')
    await asking.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('Grace can sign in now').waitFor()
    await form.waitFor({ state: 'detached' })

    // For a quarter of an hour nothing is asked.
    await create('Edsger')
    await page.getByText('Edsger can sign in now').waitFor()
    const { rows } = await pool.query(`select action, object_id = $2 as "isOwn" from admin_audit where actor = $1 order by action`, [
      email,
      id,
    ])
    assert.deepEqual(rows, [
      { action: 'user.create', isOwn: false },
      { action: 'user.create', isOwn: false },
      { action: 'user.proof.refused', isOwn: true },
      { action: 'user.prove', isOwn: true },
    ])
  })

  it('say that a restored copy is held, which owners release', async () => {
    const { app } = site
    await app.database.pool.query(`insert into database_restore (restored_at, file) values ($1, 'of-yesterday.backup')`, [
      new Date(app.clock.now()),
    ])
    await announceChange(app.services.storage.database.kysely, 'hold')
    await until('it is held', () => app.services.hold.isOnHold())
    app.clock.advance({ seconds: 10 })
    const [owner, editor] = [await signIn(app, 'owner'), await signIn(app, 'editor')]
    const held = 'This is a copy, restored from of-yesterday.backup: it sends nothing and runs no jobs'
    const others = await site.visit('/admin', { cookie: editor.headers.cookie })
    await others.getByRole('region', { name: 'What is wrong' }).getByText(held).waitFor()
    await atRest(others)
    assert.equal(await others.getByRole('button', { name: 'Release' }).count(), 0)

    const page = await site.visit('/admin/users', { cookie: owner.headers.cookie })
    const bar = page.getByRole('region', { name: 'What is wrong' })
    await bar.locator('summary').filter({ hasText: held }).click()
    await assertAccessible(page)
    await bar.getByRole('button', { name: 'Release' }).click()
    const dialog = page.getByRole('dialog', { name: 'Release this copy?' })
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.equal(app.services.hold.isOnHold(), true)
    await bar.getByRole('button', { name: 'Release' }).click()
    await dialog.getByRole('button', { name: 'Release' }).click()
    await page.getByText('Released', { exact: true }).waitFor()
    await bar.getByText(held).first().waitFor({ state: 'detached' })
    assert.equal(app.services.hold.isOnHold(), false)
  })
})
