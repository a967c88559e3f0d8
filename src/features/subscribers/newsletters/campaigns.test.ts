import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { send, signIn, type SignedIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { startSmtpServer, type TestSmtpServer } from '../../../../test/helpers/smtp-server.ts'
import { truncate } from '../../../../test/helpers/truncate.ts'
import { until } from '../../../../test/helpers/until.ts'
import { DAY_MS } from '../../../time.ts'
import { createNewsletterMessageStore } from './message-store.ts'

const COMPOSE = '/api/admin/email/compose'
const BERLIN = { cityName: 'Berlin', cityLat: 52.52, cityLon: 13.41 }

describe('messages to subscribers', () => {
  let server: TestSmtpServer
  let app: TestApp
  let editor: SignedIn
  before(async () => {
    server = await startSmtpServer()
    const env = {
      RATE_LIMITS: 'subscriptions=0,unsubscribe=0',
      SMTP_URL: server.url,
      MAIL_FROM: 'w@weather.example',
      SUBSCRIPTION_CONFIRMATION: 'off',
    }
    app = await createTestApp({ env })
    editor = await signIn(app, 'editor')
  })
  after(async () => {
    await app.close()
    await server.close()
  })
  beforeEach(() => truncate(app.database.pool, 'subscription, mail_outbox, mail_attempt, mail_bounce, composed_message, mail_suppression'))

  const call = (method: string, path: string, body?: object) => send(app, path, { method, headers: editor.headers, body })
  const subscribe = async (email: string, wanted: object = { type: 'newsletter' }) => {
    const { body, status, text } = await send(app, '/api/subscriptions', { body: { clientId: randomUUID(), email, ...wanted } })
    assert.ok(status < 300, text)
    return body.subscription
  }
  const compose = (change: object = {}) =>
    call('POST', COMPOSE, { audience: { type: 'newsletter' }, subject: 'News', body: 'Hello **there**', ...change })
  const sendAt = { local: '2026-07-02T09:00', timezone: 'Europe/Berlin' }
  const status = async (id: string) => (await call('GET', `${COMPOSE}/${id}`)).body
  const settled = async (id: string) => {
    await until('the message is sent', async () => {
      const { message, mails } = await status(id)
      return message.state === 'enqueued' && mails.waiting === 0
    })
    return status(id)
  }
  const recipients = async (audience: object) => (await call('POST', '/api/admin/email/count', { audience })).body.recipients
  const fill = () =>
    createNewsletterMessageStore(app.services.storage.database.kysely, app.services.addressHash).fillOutbox(app.clock.now())
  const sql = async (text: string, values: unknown[] = []) => (await app.database.pool.query(text, values)).rows

  it('count: by type, language, place and time of the last change, each address once', async () => {
    await subscribe('ada@example.org', { type: 'newsletter', lang: 'de' })
    await subscribe('ADA@example.org', { type: 'newsletter', lang: 'de-AT' })
    await subscribe('ada@example.org', { type: 'city_weekly', ...BERLIN })
    await subscribe('bob@example.org')
    await subscribe('eve@example.org', { type: 'city_alerts', ...BERLIN })
    await sql(`update subscription set updated_at = '2026-01-01' where email_key = 'bob@example.org'`)
    const near = { name: 'Potsdam', lat: 52.4, lon: 13.06, radiusKm: 40 }
    for (const [audience, count] of [
      [{ type: 'newsletter' }, 2],
      [{ type: 'newsletter', languages: ['DE'] }, 1],
      [{ type: 'newsletter', activeSince: '2026-06-01' }, 1],
      [{ type: 'newsletter', place: near }, 1],
      [{ type: 'newsletter', place: { ...near, radiusKm: 10 } }, 0],
      [{ type: 'city_alerts', place: near }, 1],
      [{ type: 'city_weekly', languages: ['fr'] }, 0],
    ] as const)
      assert.equal(await recipients(audience), count, JSON.stringify(audience))
    assert.equal((await call('POST', '/api/admin/email/count', { audience: { type: 'everybody' } })).status, 400)
  })

  it('is sent to the segment, with the reason and the way out of what they subscribed to', async () => {
    const before = server.mails.length
    const { unsubscribe_token: token } = await subscribe('eve@example.org', { type: 'city_alerts', ...BERLIN, lang: 'en' })
    await subscribe('bob@example.org')
    const { message } = (await compose({ audience: { type: 'city_alerts' } })).body
    await settled(message.id)
    const mails = server.mails.slice(before)
    assert.deepEqual(
      mails.map(({ to }) => to),
      ['eve@example.org'],
    )
    assert.ok(mails[0]?.raw.includes(`token=${token}&scope=alerts`))
    assert.match(mails[0]?.raw.replaceAll('=\r\n', '') ?? '', /because you subscribed/)
  })

  it('is sent to several types at once, to each address once, with the way out of all that it has of them', async () => {
    const before = server.mails.length
    await subscribe('ada@example.org', { type: 'newsletter' })
    await subscribe('ada@example.org', { type: 'city_alerts', ...BERLIN })
    await subscribe('bob@example.org', { type: 'newsletter' })
    await subscribe('eve@example.org', { type: 'city_alerts', ...BERLIN })
    await subscribe('kim@example.org', { type: 'city_weekly', ...BERLIN })
    const audience = { types: ['city_alerts', 'newsletter'] }
    assert.equal(await recipients(audience), 3)
    const { message } = (await compose({ audience })).body
    assert.deepEqual(message.audience, { types: ['newsletter', 'city_alerts'], languages: [] })
    const { text } = await settled(message.id)
    assert.equal(text, 'Hello **there**')
    const ways = server.mails.slice(before).map(({ to, raw }) => [to, /scope=3D(\w+)|scope=(\w+)/.exec(raw.replaceAll('=\r\n', ''))?.[2]])
    assert.deepEqual(ways.toSorted(), [
      ['ada@example.org', 'all'],
      ['bob@example.org', 'digest'],
      ['eve@example.org', 'alerts'],
    ])
    for (const wrong of [{}, { type: 'newsletter', types: ['newsletter'] }, { types: [] }])
      assert.equal((await compose({ audience: wrong })).status, 400, JSON.stringify(wrong))
  })

  it('of one type as earlier releases stored it', async () => {
    await subscribe('ada@example.org', { type: 'city_weekly', ...BERLIN })
    const { message } = (await compose({ sendAt, audience: { type: 'city_weekly' } })).body
    await sql(`update composed_message set segment = '{"type": "city_weekly", "place": null, "activeSince": null}' where id = $1`, [
      message.id,
    ])
    const { audience } = (await status(message.id)).message
    assert.deepEqual(audience, { type: 'city_weekly', types: ['city_weekly'], languages: [] })
    await sql('update composed_message set send_at = $1', [new Date(app.clock.now())])
    assert.equal((await settled(message.id)).mails.sent, 1)
  })

  it('waits for its time in its zone, can be moved and cancelled until then, and not later', async () => {
    await subscribe('ada@example.org')
    const { body } = await compose({ sendAt })
    assert.deepEqual(
      { state: body.message.state, sendAt: body.message.sendAt, timezone: body.message.timezone },
      { state: 'scheduled', sendAt: '2026-07-02T07:00:00Z', timezone: 'Europe/Berlin' },
    )
    const path = `${COMPOSE}/${body.message.id}`
    assert.equal(await fill(), null)
    const later = { local: '2026-07-03T09:00', timezone: 'America/New_York' }
    assert.equal((await call('PATCH', path, { sendAt: later })).body.message.sendAt, '2026-07-03T13:00:00Z')
    const other = (await compose({ sendAt, subject: 'Other' })).body.message
    assert.equal((await call('PATCH', `${COMPOSE}/${other.id}`, { cancelled: true })).body.message.state, 'cancelled')
    assert.equal((await call('PATCH', `${COMPOSE}/${other.id}`, { sendAt })).status, 409)
    const listed = async (state: string) =>
      (await call('GET', `${COMPOSE}?state=${state}`)).body.items.map(({ subject }: { subject: string }) => subject)
    assert.deepEqual(await Promise.all(['scheduled', 'cancelled', 'enqueuing', 'enqueued'].map(listed)), [['News'], ['Other'], [], []])
    // Joined after it was written, and before its time: from then on it may be sent at any moment.
    await subscribe('bob@example.org')
    const now = app.clock.now()
    try {
      app.clock.set('2026-07-03T13:00:00Z')
      editor = await signIn(app, 'editor')
      const { message, mails } = await settled(body.message.id)
      assert.deepEqual({ recipients: message.recipients, sent: mails.sent }, { recipients: 2, sent: 2 })
      assert.deepEqual(await Promise.all(['scheduled', 'enqueued'].map(listed)), [[], ['News']])
      assert.equal((await call('PATCH', path, { cancelled: true })).status, 409)
      assert.equal((await sql(`select from mail_outbox where run_id = $1`, [other.id])).length, 0)
      const actions = new Set((await sql('select action from admin_audit')).map(({ action }) => action))
      for (const action of ['email.compose', 'email.move', 'email.cancel']) assert.ok(actions.has(action), action)
    } finally {
      app.clock.set(new Date(now).toISOString())
      editor = await signIn(app, 'editor')
    }
  })

  it('400: times that are over, too far away or no times; 404; 400 for both or neither change', async () => {
    await subscribe('ada@example.org')
    for (const [wrong, path] of [
      [{ local: '2026-07-01T13:59', timezone: 'Europe/Berlin' }, 'sendAt.local'],
      [{ local: '2026-12-01T09:00', timezone: 'UTC' }, 'sendAt.local'],
      [{ local: '2026-13-01T09:00', timezone: 'UTC' }, 'sendAt.local'],
      [{ local: '2026-07-02T09:00', timezone: 'Mars/Olympus' }, 'sendAt.timezone'],
    ] as const) {
      const { status: code, body } = await compose({ sendAt: wrong })
      assert.deepEqual({ code, path: body.details[0].path }, { code: 400, path })
    }
    assert.equal((await compose({ to: 'ada@example.org', audience: undefined, sendAt })).status, 400)
    const path = `${COMPOSE}/${randomUUID()}`
    assert.equal((await call('PATCH', path, { cancelled: true })).status, 404)
    for (const body of [{}, { cancelled: true, sendAt }]) assert.equal((await call('PATCH', path, body)).status, 400)
  })

  it('two nodes and a kill in between: each address once', async () => {
    for (let n = 0; n < 5; n++) await subscribe(`p${n}@example.org`)
    const { message } = (await compose({ sendAt })).body
    await sql('update composed_message set send_at = $1', [new Date(app.clock.now())])
    await Promise.all([fill(), fill(), fill()])
    // As a process leaves it that is killed before its commit: the page is written again.
    await sql('update composed_message set filled_to = null, finished_at = null')
    await Promise.all([fill(), fill()])
    const { mails } = await settled(message.id)
    assert.equal(mails.sent, 5)
  })

  it('a repeated Idempotency-Key returns the message, also after the time that it was scheduled for', async () => {
    await subscribe('ada@example.org')
    const soon = { local: new Date(app.clock.now() + 60_000).toISOString().slice(0, 19), timezone: 'UTC' }
    const headers = { ...editor.headers, 'idempotency-key': randomUUID() }
    const ask = () => send(app, COMPOSE, { headers, body: { audience: { type: 'newsletter' }, subject: 'News', body: 'x', sendAt: soon } })
    const first = await ask()
    app.clock.advance({ minutes: 2 })
    const second = await ask()
    assert.deepEqual({ status: second.status, id: second.body.message.id }, { status: 202, id: first.body.message.id })
    assert.equal((await compose({ sendAt: soon })).status, 400)
    assert.equal((await sql('select from composed_message')).length, 1)
  })

  it('moved again and again: forgotten only once it was to be sent', async () => {
    await subscribe('ada@example.org')
    const { message } = (await compose({ sendAt })).body
    const past = new Date(app.clock.now() - 100 * DAY_MS)
    await sql('update composed_message set created_at = $1', [past])
    const store = createNewsletterMessageStore(app.services.storage.database.kysely, app.services.addressHash)
    const forget = async () => {
      await store.deleteBefore(app.clock.now() - 90 * DAY_MS)
      return (await sql('select from composed_message where id = $1', [message.id])).length === 0
    }
    assert.equal(await forget(), false)
    await sql('update composed_message set send_at = $1', [past])
    assert.equal(await forget(), true)
  })

  it('report: delivered, bounced, complained, unsubscribed; kept when its mails are gone', async () => {
    for (const name of ['ada', 'bob', 'eve', 'kim']) await subscribe(`${name}@example.org`)
    const { message } = (await compose()).body
    await settled(message.id)
    const idOf = async (name: string) => (await sql('select id from mail_outbox where address = $1', [`${name}@example.org`]))[0].id
    const bounce = `insert into mail_bounce select id, $2, run_id, 'h', 'mailbox', null, 'x', created_at from mail_outbox where id = $1`
    await sql(bounce, [await idOf('ada'), 'soft'])
    await sql(bounce, [await idOf('ada'), 'hard'])
    await sql(bounce, [await idOf('bob'), 'complaint'])
    const [{ unsubscribe_token }] = await sql(`select unsubscribe_token from subscription where email_key = 'eve@example.org'`)
    await app.get(`/api/unsubscribe?token=${unsubscribe_token}&scope=digest`)
    const expected = { sent: 4, delivered: 3, bounced: 1, complained: 1, unsubscribed: 1, failed: 0, suppressed: 0, dropped: 0 }
    assert.deepEqual((await status(message.id)).report, expected)
    const store = createNewsletterMessageStore(app.services.storage.database.kysely, app.services.addressHash)
    await store.storeReports(app.clock.now() + 1)
    await sql('truncate mail_outbox, mail_bounce')
    assert.deepEqual((await status(message.id)).report, expected)
  })

  it('report: an address that its mail server refused is a bounce, not a failure of ours', async () => {
    for (const name of ['ada', 'bob']) await subscribe(`${name}@example.org`)
    server.behave({ recipient: (address) => (address === 'bob@example.org' ? '550 5.1.1 no such mailbox' : undefined) })
    const { message } = (await compose()).body
    const { report } = await settled(message.id)
    server.behave({})
    assert.deepEqual({ sent: report.sent, bounced: report.bounced, failed: report.failed }, { sent: 1, bounced: 1, failed: 0 })
  })

  describe('drafts', () => {
    const DRAFTS = '/api/admin/email/drafts'
    const NEWS = { subject: '', body: 'Soon', audience: { types: ['newsletter', 'city_alerts'] } }
    beforeEach(() => truncate(app.database.pool, 'message_draft'))

    it('201: need not be finished; listed, changed by others, and gone once sent', async () => {
      const { status: code, body } = await call('POST', DRAFTS, NEWS)
      assert.equal(code, 201)
      const path = `${DRAFTS}/${body.draft.id}`
      const { items } = (await call('GET', DRAFTS)).body
      assert.deepEqual(
        items.map(({ id, subject, updatedBy }: Record<string, string>) => [id, subject, updatedBy]),
        [[body.draft.id, '', editor.email]],
      )
      const changed = await call('PATCH', path, { subject: 'News', version: 1 })
      const { version, body: text, audience } = changed.body.draft
      assert.deepEqual({ code: changed.status, version, text, audience }, { code: 200, version: 2, text: 'Soon', audience: NEWS.audience })
      assert.equal((await call('PATCH', path, { ...NEWS, version: 1 })).status, 409)
      assert.equal((await call('GET', path)).body.draft.body, 'Soon')
      await subscribe('ada@example.org')
      assert.equal((await compose({ draft: body.draft.id })).status, 202)
      assert.equal((await call('GET', path)).status, 404)
    })

    it('404 for none; 400 for an audience of nobody; 409 beyond their number; deleted by hand or after 90 days', async () => {
      const path = `${DRAFTS}/${randomUUID()}`
      for (const [method, body] of [['GET'], ['PATCH', NEWS], ['DELETE']] as const)
        assert.equal((await call(method, path, body)).status, 404)
      assert.equal((await call('POST', DRAFTS, { ...NEWS, audience: {} })).status, 400)
      const { draft } = (await call('POST', DRAFTS, NEWS)).body
      assert.deepEqual((await call('DELETE', `${DRAFTS}/${draft.id}`)).body, { deleted: true })
      await sql(`insert into message_draft select gen_random_uuid(), '', '', null, $1, 'x', 1 from generate_series(1, 200)`, [
        new Date(app.clock.now()),
      ])
      assert.equal((await call('POST', DRAFTS, NEWS)).status, 409)
    })
  })

  it('preview: in the frame of its language, stored nowhere; 400 without a text', async () => {
    const { body } = await call('POST', '/api/admin/email/preview', { subject: 'Neu', body: '**fett** <script>x</script>', lang: 'de' })
    assert.match(body.preview.html, /<html[^>]+lang="de"[\s\S]*<strong>fett<\/strong>[\s\S]*&lt;script&gt;/)
    assert.match(body.preview.text, /Newsletter von/)
    const alerts = await call('POST', '/api/admin/email/preview', { subject: 'x', body: 'y', type: 'city_alerts' })
    assert.match(alerts.body.preview.text, /because you subscribed/)
    assert.equal((await call('POST', '/api/admin/email/preview', { subject: 'x', body: ' ' })).status, 400)
    assert.equal((await sql('select from composed_message')).length, 0)
  })
})
