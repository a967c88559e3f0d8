import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import PostalMime from 'postal-mime'
import { send } from '../../../../test/helpers/admin.ts'
import type { TestApp } from '../../../../test/helpers/app.ts'
import { startSmtpServer, type TestSmtpServer } from '../../../../test/helpers/smtp-server.ts'
import { until } from '../../../../test/helpers/until.ts'
import { openOutside, type Outside, PATH } from './testing/outside.ts'

let outside: Outside
let smtp: TestSmtpServer
before(async () => {
  outside = await openOutside()
  smtp = await startSmtpServer()
})
after(async () => {
  await outside.close()
  await smtp.close()
})

describe('the mail transport in force', () => {
  it('delivers at once through the server that an admin sets; mail waits while it is switched off', async () => {
    const settings = { host: '127.0.0.1', port: smtp.port, security: 'none', from: 'Isobar <weather@example.org>' }
    const set = await outside.patch(PATH, { id: 'mail-transport', settings, check: true })
    assert.deepEqual({ status: set.body.status, message: set.body.message }, { status: 'ok', message: 'Accepting email' })
    assert.deepEqual({ source: set.body.settings.source, host: set.body.settings.host }, { source: 'database', host: '127.0.0.1' })
    const invite = { email: 'new@example.org', role: 'viewer' }
    const invited = await send(outside.app, '/api/admin/users/invite', { body: invite, headers: outside.owner.headers })
    assert.equal(invited.body.invite.link, undefined)
    await until('the mail has arrived', () => smtp.mails.length === 1)
    assert.equal(smtp.mails[0]?.from, 'weather@example.org')

    assert.equal((await outside.patch(PATH, { id: 'mail-transport', enabled: false })).body.status, 'disabled')
    await send(outside.app, '/api/admin/users/invite', { body: { ...invite, email: 'later@example.org' }, headers: outside.owner.headers })
    await until('the mail is waiting', async () => (await waiting()) === 1)
    await outside.patch(PATH, { id: 'mail-transport', enabled: true })
    await until('the next mail has arrived', () => smtp.mails.length === 2)

    const moved = { ...settings, port: smtp.port + 1 }
    const both = await outside.patch(PATH, { id: 'mail-transport', enabled: false, settings: moved })
    assert.deepEqual({ enabled: both.body.enabled, port: both.body.settings.port }, { enabled: false, port: smtp.port + 1 })
    const alone = await outside.patch(PATH, { id: 'mail-transport', settings })
    assert.deepEqual({ enabled: alone.body.enabled, port: alone.body.settings.port }, { enabled: false, port: smtp.port })
    const on = await outside.patch(PATH, { id: 'mail-transport', enabled: true })
    assert.deepEqual({ enabled: on.body.enabled, port: on.body.settings.port }, { enabled: true, port: smtp.port })

    const back = await outside.patch(PATH, { id: 'mail-transport', settings: null })
    assert.deepEqual({ status: back.body.status, source: back.body.settings.source }, { status: 'not_configured', source: null })
  })

  it('stores its password encrypted, masks it in the audit log and never shows it', async () => {
    const password = 'smtp-password-5e6f7a8b'
    const { body } = await outside.patch(PATH, { id: 'mail-transport', settings: { preset: 'Postmark', user: 'someone', password } })
    assert.deepEqual(
      { host: body.settings.host, hasPassword: body.settings.hasPassword },
      { host: 'smtp.postmarkapp.com', hasPassword: true },
    )
    const texts = [
      JSON.stringify(body),
      (await outside.read(PATH)).text,
      (await outside.read('/api/admin/audit')).text,
      outside.app.logLines.join('\n'),
    ]
    for (const text of texts) assert.ok(!text.includes(password))
    const { rows } = await outside.app.database.pool.query(`select secret, settings::text from connection where id = 'mail-transport'`)
    assert.match(rows[0].secret, /^v1\./)
    assert.ok(!rows[0].settings.includes(password))
    const [entry] = (await outside.read('/api/admin/audit?action=connection.update&limit=1')).body.items
    assert.deepEqual(
      { objectId: entry.objectId, secret: entry.after.secret, host: entry.after.host },
      { objectId: 'mail-transport', secret: '•••', host: 'smtp.postmarkapp.com' },
    )
    await outside.patch(PATH, { id: 'mail-transport', settings: null })
  })
})

describe('double opt-in by default', () => {
  const subscribe = async (app: TestApp, email: string) =>
    (await send(app, '/api/subscriptions', { body: { clientId: `client-${email}`, email, type: 'newsletter' } })).body.subscription
      .confirmed

  it('follows the mail server in force, on every node, unless the environment decides', async () => {
    const other = await outside.anotherNode()
    const decided = await outside.anotherNode({ SUBSCRIPTION_CONFIRMATION: 'off' })
    const nodes = [outside.app, other, decided]
    const isOn = async () => (await outside.systemOf('mail-transport')).settings.subscriptionConfirmation
    assert.deepEqual({ isOn: await isOn(), subscribe: await subscribe(other, 'one@example.org') }, { isOn: false, subscribe: undefined })
    await outside.patch(PATH, { id: 'mail-transport', settings: { host: '127.0.0.1', port: smtp.port, security: 'none' } })
    await Promise.all(nodes.map((node) => node.services.changes.check()))
    const asked = await Promise.all(nodes.map((node, index) => subscribe(node, `later${index}@example.org`)))
    assert.deepEqual({ isOn: await isOn(), asked }, { isOn: true, asked: [false, false, undefined] })
    await outside.patch(PATH, { id: 'mail-transport', settings: null })
    assert.equal(await isOn(), false)
    await Promise.all([other.stop(), decided.stop()])
  })
})

describe('the sender', () => {
  it('has the current name of the site unless it is given a name', async () => {
    await outside.patch(PATH, {
      id: 'mail-transport',
      settings: { host: '127.0.0.1', port: smtp.port, security: 'none', from: 'w@example.org' },
    })
    const fromOf = async (siteName: string, email: string) => {
      await outside.patch('/api/admin/config', { siteName })
      await send(outside.app, '/api/admin/users/invite', { body: { email, role: 'viewer' }, headers: outside.owner.headers })
      const mail = () => smtp.mails.find(({ to }) => to.includes(email))
      await until('the mail has arrived', () => mail() !== undefined)
      return (await PostalMime.parse(mail()?.raw ?? '')).from
    }
    assert.deepEqual(await fromOf('Wetter für alle, "überall"', 'a@example.org'), {
      address: 'w@example.org',
      name: 'Wetter für alle, "überall"',
    })
    assert.deepEqual(await fromOf('Plain', 'b@example.org'), { address: 'w@example.org', name: 'Plain' })
    assert.equal((await outside.systemOf('mail-transport')).settings.defaultFrom, 'Plain <no-reply@localhost>')
  })
})

async function waiting(): Promise<number> {
  const { rows } = await outside.app.database.pool.query(`select 1 from mail_outbox where state = 'waiting'`)
  return rows.length
}
