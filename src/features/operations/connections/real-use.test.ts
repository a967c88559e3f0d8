import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { send } from '../../../../test/helpers/admin.ts'
import { startSmtpServer } from '../../../../test/helpers/smtp-server.ts'
import { until } from '../../../../test/helpers/until.ts'
import { startReceiver } from '../../clients/webhooks/testing/receiver.ts'
import { openOutside, type Outside, PATH } from './testing/outside.ts'

/** Where the state of each system by its use is tested; a provider's is its ledger (`connections.test.ts`). */
const TESTED: Readonly<Record<string, string>> = {
  'mail-transport': 'here',
  'bounce-mailbox': 'here',
  'mail-events': 'features/mail/bounces/services.test.ts',
  'mail-service': 'here',
  'photo-service': 'here',
  'ad-program': 'features/site/ad-program/sync.test.ts',
  webhooks: 'features/clients/webhooks/delivery.test.ts',
  'notice-webhook': 'here',
  'push-services': 'features/subscribers/push/delivery.test.ts',
  valkey: 'here',
}
const OUTBOX = '/api/admin/outbox'
const PASSWORD = 'mail-password-1a2b3c4d'

let outside: Outside
let photos: Server
let isPhotoServiceUp = false
/** A port on which nothing listens. */
let closedPort = 0
before(async () => {
  photos = createServer((_request, response) => void response.writeHead(isPhotoServiceUp ? 200 : 503).end('{"results":[]}'))
  await new Promise<void>((resolve) => photos.listen(0, '127.0.0.1', resolve))
  const { port } = photos.address() as AddressInfo
  outside = await openOutside({
    PHOTO_PROVIDER_API_KEY: 'photo-key-0123456789',
    PHOTO_PROVIDER_BASE_URL: `http://127.0.0.1:${port}`,
    WEBHOOKS_PRIVATE: 'on',
  })
  const refusing = await startSmtpServer()
  closedPort = refusing.port
  await refusing.close()
})
after(async () => {
  await outside.close()
  await new Promise((resolve) => photos.close(resolve))
})

const stateOf = async (id: string) => {
  const { status, message } = await outside.systemOf(id)
  return { status, message }
}
const isFailing = (id: string) => until(`${id} is failing`, async () => (await stateOf(id)).status === 'failing')
const isOk = (id: string) => until(`${id} is well`, async () => (await stateOf(id)).status === 'ok')
const troubles = async (): Promise<readonly { key: string; title: string; severity: string }[]> =>
  (await outside.read('/api/admin/state')).body.troubles
const post = (path: string, body: object = {}) => send(outside.app, path, { body, headers: outside.owner.headers })
const invite = (email: string) => post('/api/admin/users/invite', { email, role: 'viewer' })

describe('the state of an external system by its use, without a check', () => {
  it('is tested for every system', async () => {
    const { items } = (await outside.read(PATH)).body
    const partless = items.filter(({ parts }: { parts: unknown[] }) => parts.length === 0)
    assert.deepEqual(partless.map(({ id }: { id: string }) => id).toSorted(), Object.keys(TESTED).toSorted())
  })

  it('of a mail server that refuses connections: its words in Connections, troubles and outbox; what waits goes out when it is back', async () => {
    const settings = { host: '127.0.0.1', port: closedPort, security: 'none', from: 'weather@example.org' }
    await outside.patch(PATH, { id: 'mail-transport', settings })
    await invite('waiting@example.org')
    await isFailing('mail-transport')
    const { message } = await stateOf('mail-transport')
    assert.match(message, /^Connection failed: .*ECONNREFUSED/)
    outside.app.clock.advance({ seconds: 6 })
    const trouble = (await troubles()).find(({ key }) => key === 'source mail-transport')
    assert.deepEqual(
      { severity: trouble?.severity, title: trouble?.title },
      { severity: 'bad', title: `Mail server is failing: ${message}` },
    )
    const { items } = (await outside.read(`${OUTBOX}?state=waiting`)).body
    assert.deepEqual(
      items.map(({ attempts, heldBy }: Record<string, unknown>) => ({ attempts, heldBy })),
      [{ attempts: 0, heldBy: message }],
    )
    assert.equal((await outside.read(`${OUTBOX}/${items[0].id}`)).body.mail.heldBy, message)

    const refused = await post(`${OUTBOX}/send`)
    assert.deepEqual({ status: refused.status, error: refused.body.error }, { status: 409, error: 'conflict' })
    assert.match(refused.body.message, /^The mail server cannot be used: .*ECONNREFUSED/)
    const server = await startSmtpServer({ listenOn: closedPort })
    assert.deepEqual((await post(`${OUTBOX}/send`)).body, { due: 1 })
    await until('the mail has arrived', () => server.mails.length === 1)
    await isOk('mail-transport')
    assert.deepEqual(
      (await troubles()).filter(({ key }) => key === 'source mail-transport'),
      [trouble],
      'looked at some seconds ago',
    )
    outside.app.clock.advance({ seconds: 6 })
    assert.deepEqual(
      (await troubles()).filter(({ key }) => key === 'source mail-transport'),
      [],
    )
    await server.close()
  })

  it('of a mail server that answers: what it says of a mail is no fault of it, what it says of itself is, and the password is in neither', async () => {
    const server = await startSmtpServer({
      authOptional: false,
      onAuth: ({ password }, _session, callback) =>
        callback(Object.assign(new Error(`5.7.8 no login with ${password ?? ''}`), { responseCode: 535 })),
    })
    const settings = { host: '127.0.0.1', port: server.port, security: 'none', user: 'ada', password: PASSWORD }
    await outside.patch(PATH, { id: 'mail-transport', settings })
    await invite('login@example.org')
    await isFailing('mail-transport')
    const { message } = await stateOf('mail-transport')
    assert.match(message, /535.*5\.7\.8 no login with •••/)
    await server.close()

    const other = await startSmtpServer()
    other.behave({ recipient: (address) => (address.startsWith('full') ? '452 4.2.2 mailbox full' : undefined) })
    await outside.patch(PATH, { id: 'mail-transport', settings: { ...settings, port: other.port, user: null, password: null } })
    await invite('full@example.org')
    await isOk('mail-transport')
    other.behave({ recipient: () => '451 4.3.2 system not accepting mail' })
    await invite('later@example.org')
    await isFailing('mail-transport')
    assert.match((await stateOf('mail-transport')).message, /451 4\.3\.2 system not accepting mail/)
    const { rows } = await outside.app.database.pool.query(
      `select message from connection_check union all select last_error from mail_outbox`,
    )
    assert.ok(!JSON.stringify(rows).includes(PASSWORD))
    assert.ok(!outside.app.logLines.join('\n').includes(PASSWORD))
    await other.close()
    await outside.patch(PATH, { id: 'mail-transport', settings: null })
  })

  it('of a server that does not answer any more is forgotten after a day', async () => {
    const { pool } = outside.app.database
    const at = new Date(outside.app.clock.now())
    await pool.query(
      `insert into connection_check (id, ok, message, checked_at) values ('mail-service', true, 'Responding normally', $1)`,
      [at],
    )
    assert.deepEqual(await stateOf('mail-service'), { status: 'ok', message: 'Responding normally' })
    await pool.query(`update connection_check set checked_at = $1`, [new Date(at.getTime() - 25 * 3_600_000)])
    assert.deepEqual(await stateOf('mail-service'), { status: 'unknown', message: 'Not used for a day' })
  })

  it('of the mailbox of bounces, the contacts, the photographs and the operators’ webhook', async () => {
    const mailbox = { host: '127.0.0.1', port: closedPort, security: 'none', user: 'ada', password: PASSWORD, folder: 'INBOX' }
    await outside.patch(PATH, { id: 'bounce-mailbox', settings: mailbox })
    const reading = outside.app.services.features
      .flatMap(({ tasks = [] }) => tasks)
      .find(({ name }) => name === 'reading the bounce mailbox')
    await assert.rejects(async () => reading?.run())
    await isFailing('bounce-mailbox')
    assert.match((await stateOf('bounce-mailbox')).message, /^Cannot be read: the server cannot be reached \(ECONNREFUSED\)/)

    outside.mailService.failNext(503)
    await post('/api/admin/email/sync')
    await isFailing('mail-service')
    outside.app.clock.advance({ minutes: 2 })
    await post('/api/admin/email/sync')
    await isOk('mail-service')

    await outside.app.get('/api/ads/placeholder-bg?city=Faro')
    await isFailing('photo-service')
    assert.deepEqual(await stateOf('photo-service'), { status: 'failing', message: 'Responded with status 503' })
    isPhotoServiceUp = true
    await outside.app.get('/api/ads/placeholder-bg?city=Lagos')
    await isOk('photo-service')

    const receiver = await startReceiver((_received) => ({ status: 500 }))
    assert.equal((await stateOf('notice-webhook')).status, 'not_configured')
    const notices = '/api/admin/notices'
    const set = (url: string | null) =>
      send(outside.app, `${notices}/webhook`, { method: 'PATCH', body: { url }, headers: outside.owner.headers })
    await set(receiver.url)
    assert.equal((await stateOf('notice-webhook')).status, 'unknown')
    await post(`${notices}/test`, { by: 'webhook' })
    await isFailing('notice-webhook')
    assert.deepEqual(await stateOf('notice-webhook'), {
      status: 'failing',
      message: `${new URL(receiver.url).origin}: Answered 500`,
    })
    await set(null)
    assert.equal((await stateOf('notice-webhook')).status, 'not_configured')
    await receiver.close()
  })

  it('of Valkey', async () => {
    const node = await outside.anotherNode({ VALKEY_URL: `redis://127.0.0.1:${closedPort}` })
    await node.get('/api/weather?lat=10&lon=20&scope=current')
    const systems = async () =>
      (await node.get(PATH, outside.viewer.headers)).body.items as { id: string; status: string; message: string }[]
    const valkey = async () => (await systems()).find(({ id }) => id === 'valkey')
    await until('Valkey is failing', async () => (await valkey())?.status === 'failing')
    assert.match((await valkey())?.message ?? '', /ECONNREFUSED/)
    await node.stop()
  })
})
