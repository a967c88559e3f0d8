import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { proveNow, send, signIn, type SignedIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { startSmtpServer, type TestSmtpServer } from '../../../../test/helpers/smtp-server.ts'
import { until } from '../../../../test/helpers/until.ts'
import { startReceiver, hasValidWebhookSignature } from '../../clients/webhooks/testing/receiver.ts'

const STATE = '/api/admin/state'

describe('the state of the service, over two nodes', () => {
  let smtp: TestSmtpServer
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  let app: TestApp
  let other: TestApp
  let owner: SignedIn
  let secret: string
  let env: Record<string, string>
  before(async () => {
    smtp = await startSmtpServer()
    receiver = await startReceiver()
    env = { SMTP_URL: smtp.url, MAIL_FROM: 'Isobar <no-reply@weather.example>', WEBHOOKS_PRIVATE: 'on', OPEN_METEO_MINUTE_LIMIT: '1000' }
    app = await createTestApp({ env })
    other = await createTestApp({ sharing: app, env })
    owner = await signIn(app, 'owner')
  })
  after(async () => {
    await other.stop()
    await app.close()
    await receiver.close()
    await smtp.close()
  })

  const api = async (method: string, path: string, body: object, node = app) => {
    await proveNow(app, owner)
    return send(node, path, { method, body, headers: owner.headers })
  }
  const troubles = async (node = app) =>
    (await node.get(STATE, owner.headers)).body.troubles as {
      key: string
      severity: string
      beganAt: string
      link: string
      action: string
    }[]
  const keys = async (node = app) => (await troubles(node)).map(({ key }) => key)
  /** A busy machine may be in other troubles, too, such as late mail. */
  const weatherKeys = async () => (await keys()).filter((key) => key === 'weather' || key.startsWith('source '))
  const isSending = async () =>
    (
      await app.database.pool.query('select 1 from mail_outbox where lease_owner is not null and leased_until > $1', [
        new Date(app.clock.now()),
      ])
    ).rows.length > 0
  /** Both nodes look, a minute later. A mail that is being sent then would have lost its lease, and be sent by the other node, too. */
  const minuteLater = async (minutes = 1) => {
    for (let minute = 0; minute < minutes; minute++) {
      await until('no mail is being sent', async () => !(await isSending()))
      app.clock.advance({ minutes: 1 })
      await Promise.all([app, other].map((node) => node.services.troubles.current()))
    }
  }
  let asked = 0
  /** Asks for weather of places that nobody has asked for. */
  const ask = async (times: number) => {
    for (let time = 0; time < times; time++) await app.get(`/api/weather?lat=${10 + ++asked / 10}&lon=20&scope=current`)
    await app.services.gateway.drain()
  }

  it('is well at first, for everybody who may look', async () => {
    const viewer = await signIn(app, 'viewer')
    const { status, body } = await app.get(STATE, viewer.headers)
    assert.deepEqual({ status, troubles: body.troubles }, { status: 200, troubles: [] })
    assert.ok(body.facts.disks[0].totalBytes > 0)
    assert.ok(body.facts.systems.some(({ id }: { id: string }) => id === 'openweather'))
    assert.equal((await app.get(STATE)).status, 401)
  })

  it('tells the owners who can sign in, until somebody sets who is told', async () => {
    const told = async () => (await app.get('/api/admin/notices', owner.headers)).body
    const second = await signIn(app, 'owner')
    await signIn(app, 'editor')
    assert.deepEqual(await told(), { addresses: [owner.email, second.email], areOwners: true, afterMinutes: 10, webhook: null })
    await api('PATCH', `/api/admin/users/${second.id}`, { disabled: true })
    assert.deepEqual((await told()).addresses, [owner.email])
    assert.deepEqual((await api('POST', '/api/admin/notices/test', { by: 'mail' })).body, { sent: 1 })
    await until('the owner has it', () => smtp.mails.some(({ to }) => to.includes(owner.email)))
  })

  it('lets owners set who is told, and refuses what cannot be used', async () => {
    const wrong = await api('PATCH', '/api/admin/config', { noticeAddresses: 'ops@example.org, nonsense' })
    assert.deepEqual(wrong.body.details, [{ path: 'noticeAddresses', message: 'has an address that cannot be used: nonsense' }])
    assert.equal((await api('PATCH', '/api/admin/config', { noticeAddresses: 'None' })).status, 200)
    const { addresses, areOwners } = (await app.get('/api/admin/notices', owner.headers)).body
    assert.deepEqual({ addresses, areOwners }, { addresses: [], areOwners: false })
    assert.equal((await api('POST', '/api/admin/notices/test', { by: 'mail' })).status, 409)
    assert.equal((await api('POST', '/api/admin/notices/test', { by: 'webhook' })).status, 409)
    assert.equal((await api('PATCH', '/api/admin/config', { noticeAddresses: 'ops@example.org, boss@example.org' })).status, 200)
    const strange = await api('PATCH', '/api/admin/notices/webhook', { url: 'ftp://example.org/' })
    assert.deepEqual({ status: strange.status, path: strange.body.details[0].path }, { status: 400, path: 'url' })
    const set = await api('PATCH', '/api/admin/notices/webhook', { url: receiver.url })
    assert.match(set.body.secret, /^whsec_/)
    secret = set.body.secret
    const viewer = await signIn(app, 'viewer')
    const seen = (await app.get('/api/admin/notices', viewer.headers)).body
    assert.deepEqual(
      { addresses: seen.addresses.length, url: seen.webhook.url, secret: seen.secret },
      { addresses: 2, url: new URL(receiver.url).origin, secret: undefined },
    )
    assert.equal((await app.get('/api/admin/webhooks', owner.headers)).body.items.length, 0)
    const { rows } = await app.database.pool.query(`select after from admin_audit where action = 'notice.set_webhook'`)
    assert.deepEqual(rows, [{ after: { host: new URL(receiver.url).host } }])
  })

  it('sends tests by mail and webhook', async () => {
    assert.deepEqual((await api('POST', '/api/admin/notices/test', { by: 'mail' })).body, { sent: 2 })
    assert.deepEqual((await api('POST', '/api/admin/notices/test', { by: 'webhook' })).body, { sent: 1 })
    await until('both have arrived', () => smtp.mails.length === 3 && receiver.received.length === 1)
    assert.ok(hasValidWebhookSignature(secret, receiver.received[0]!, app.clock.now()))
    assert.match(smtp.mails[0]!.raw, /Subject: \[Isobar\] Test: This is a test/)
    const { rows } = await app.database.pool.query(`select after from admin_audit where action = 'notice.test' order by id desc limit 2`)
    assert.deepEqual(
      rows.map(({ after: { by } }) => by),
      ['webhook', 'mail'],
    )
  })

  it('is in trouble when every provider fails, on both nodes alike, while the budget is hardly touched', async () => {
    app.simulator.setFaults([{ kind: 'status', status: 503 }])
    await ask(8)
    await minuteLater()
    const [first, ...rest] = await troubles()
    assert.deepEqual({ key: first?.key, severity: first?.severity }, { key: 'weather', severity: 'bad' })
    assert.ok(rest.some(({ key }) => key === 'source openweather'))
    // The one that needs no key is among those that fail.
    assert.match(first?.action ?? '', /add another provider\.$/)
    assert.deepEqual(await troubles(other), await troubles())
    assert.match((await app.get('/api/metrics')).text, /isobar_troubles\{severity="bad"\} [1-9]/)
  })

  it('tells operators once over all nodes, after ten minutes, and not again after a restart', async () => {
    await minuteLater(8)
    assert.equal(receiver.received.length, 1)
    await minuteLater(3)
    const messages = () => receiver.received.slice(1).map(({ message }) => message)
    const mailed = () => smtp.mails.filter(({ raw }) => /Subject: \[Isobar\] Trouble: No weather provider answers/.test(raw))
    const expected = ['source openweather', 'weather']
    await until('they are notified', () => {
      const began = messages().filter(({ type }) => type === 'trouble.began')
      return mailed().length === 2 && expected.every((key) => began.some(({ data }) => data.key === key))
    })
    assert.deepEqual(
      mailed()
        .map(({ to }) => to)
        .sort(),
      ['boss@example.org', 'ops@example.org'],
    )
    const { raw } = mailed()[0] ?? { raw: '' }
    assert.match(raw, /Since 2026-07-01 12:01 UTC\s+Pages show the last known weather [^]*See why each fails/)
    assert.doesNotMatch(raw, /Nothing is to be done/)
    await other.stop()
    other = await createTestApp({ sharing: app, env })
    await minuteLater(12)
    assert.equal(mailed().length, 2)
    const each = messages().map(({ type, data }) => `${type} ${data.id}`)
    assert.deepEqual(each, [...new Set(each)])
  })

  it('does not call what comes and goes over, nor a new trouble', async () => {
    const before = await troubles()
    app.simulator.setFaults([])
    await ask(4)
    await minuteLater(2)
    // The second provider is not asked while the first one answers.
    assert.deepEqual(await weatherKeys(), ['source open-meteo'])
    app.simulator.setFaults([{ kind: 'status', status: 503 }])
    await ask(8)
    await minuteLater()
    const returned = (await troubles()).find(({ key }) => key === 'weather')
    assert.equal(returned?.beganAt, before[0]?.beganAt)
  })

  it('tells when it is over, and keeps what was', async () => {
    const earlier = receiver.received.length
    app.simulator.setFaults([])
    app.clock.advance({ minutes: 2 })
    await ask(4)
    await minuteLater(7)
    assert.deepEqual(await weatherKeys(), ['source open-meteo'])
    await until('they are notified', () => receiver.received.slice(earlier).some(({ message }) => message.data.key === 'weather'))
    const over = receiver.received.slice(earlier).find(({ message }) => message.data.key === 'weather')
    assert.deepEqual({ type: over?.message.type, state: over?.message.data.state }, { type: 'trouble.ended', state: 'ended' })
    const mailed = () => smtp.mails.find(({ raw }) => /Subject: \[Isobar\] Over: No weather provider answers/.test(raw))?.raw
    await until('by mail, too', () => mailed() !== undefined)
    assert.match(
      mailed() ?? '',
      /From 2026-07-01 12:01 UTC to [-0-9]+ [:0-9]+ UTC\s+It has not been seen since\.\s+Nothing is to be done\./,
    )
    const { items } = (await app.get('/api/admin/troubles?open=false&key=weather', owner.headers)).body
    assert.equal(items.length, 1)
    assert.ok(items[0].endedAt > items[0].noticedAt)
    const found = async (query: string) =>
      (await app.get(`/api/admin/troubles?${query}`, owner.headers)).body.items.map(({ key }: { key: string }) => key)
    assert.deepEqual(await found('q=NO weather provider'), ['weather'])
    assert.deepEqual(
      {
        foundOpenTrueKeyWeather: await found('open=true&key=weather'),
        foundKeyWeather: await found('key=weather'),
        foundQNone25: await found('q=none%25'),
      },
      { foundOpenTrueKeyWeather: [], foundKeyWeather: ['weather'], foundQNone25: [] },
    )
  })

  it('is told by webhook while the mail server is away, and says so itself', async () => {
    const earlier = receiver.received.length
    const { port } = smtp
    await smtp.close()
    await api('POST', '/api/admin/notices/test', { by: 'mail' })
    await minuteLater(24)
    assert.ok((await keys()).includes('outbox'))
    await until('it is announced', () => receiver.received.slice(earlier).some(({ message }) => message.data.key === 'outbox'))
    smtp = await startSmtpServer({ listenOn: port })
  })

  it('says that nobody is told by a webhook whose receiver is gone', async () => {
    const gone = await startReceiver(() => ({ status: 410 }))
    await api('PATCH', '/api/admin/notices/webhook', { url: gone.url })
    await api('POST', '/api/admin/notices/test', { by: 'webhook' })
    await until('it is off', async () => !(await app.get('/api/admin/notices', owner.headers)).body.webhook.isOn)
    await minuteLater()
    assert.ok((await keys()).includes('notices'))
    assert.equal((await api('POST', '/api/admin/notices/test', { by: 'webhook' })).status, 409)
    assert.equal((await api('PATCH', '/api/admin/notices/webhook', { url: null })).body.webhook, null)
    await minuteLater()
    assert.ok(!(await keys()).includes('notices'))
    await gone.close()
  })

  it('that cannot be read is a trouble, not silence', async () => {
    await app.database.pool.query('alter table job_run rename to job_run_gone')
    app.clock.advance({ minutes: 1 })
    assert.deepEqual(await keys(), ['blind'])
    await app.database.pool.query('alter table job_run_gone rename to job_run')
    app.clock.advance({ minutes: 1 })
    assert.ok(!(await keys()).includes('blind'))
  })
})
