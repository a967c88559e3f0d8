import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { send, signIn, type SignedIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { outgoing } from '../../../../test/helpers/mail.ts'
import { truncate } from '../../../../test/helpers/truncate.ts'
import { readMailIdByKey, insertMails } from '../outbox/index.ts'
import * as samples from './testing/samples.ts'

describe('POST /api/mail-events/{service}', () => {
  let app: TestApp
  let owner: SignedIn
  let mailId: string
  before(async () => {
    app = await createTestApp()
    owner = await signIn(app, 'owner')
  })
  after(() => app.close())
  beforeEach(async () => {
    await truncate(app.database.pool, 'mail_outbox, mail_bounce, mail_suppression, mail_event')
    const db = app.services.storage.database.kysely
    await insertMails(db, [outgoing('ada@example.org', { key: 'a' })], app.clock.now())
    await app.database.pool.query(`update mail_outbox set state = 'sent', attempts = 1`)
    mailId = await readMailIdByKey(db, 'a')
  })

  const use = async (settings: object | null) => {
    const body = { id: 'mail-events', settings }
    const answer = await send(app, '/api/admin/connections', { method: 'PATCH', headers: owner.headers, body })
    assert.equal(answer.status, 200, answer.text)
    return answer
  }
  const post = async (service: string, body: string, headers: Record<string, string> = {}) =>
    (await send(app, `/api/mail-events/${service}`, { body, headers })).status
  const bounces = async () => (await app.database.pool.query('select mail_id, kind, source from mail_bounce')).rows
  const reasons = async () => (await app.database.pool.query('select reason from mail_suppression')).rows.map(({ reason }) => reason)

  describe('Postmark', () => {
    const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
    const right = basic('isobar:a-long-secret')
    before(() => use({ service: 'postmark', secret: 'a-long-secret' }))

    it('204: a bounce or complaint about the latest mail to the address; once, however often it is sent', async () => {
      for (let n = 0; n < 2; n++) assert.equal(await post('postmark', JSON.stringify(samples.postmarkBounce), right), 204)
      assert.deepEqual(await bounces(), [{ mail_id: mailId, kind: 'hard', source: 'postmark' }])
      assert.deepEqual(await reasons(), ['hard_bounce'])
      await app.database.pool.query('delete from mail_suppression')
      assert.equal(await post('postmark', JSON.stringify(samples.postmarkBounce), right), 204)
      // Lifted by an operator, and repeated by Postmark: it stays lifted.
      assert.deepEqual(await reasons(), [])
      assert.equal(await post('postmark', JSON.stringify(samples.postmarkComplaint), right), 204)
      assert.deepEqual(await reasons(), ['complaint'])
    })

    it('204 without effect: other events, and addresses to which nothing was sent', async () => {
      for (const event of [
        { ...samples.postmarkBounce, Type: 'AutoResponder' },
        { ...samples.postmarkBounce, Email: 'nobody@example.org' },
        5,
      ])
        assert.equal(await post('postmark', JSON.stringify(event), right), 204)
      assert.deepEqual(await bounces(), [])
    })

    it('204: about a mail that is being sent, but not about one that waits', async () => {
      const body = JSON.stringify(samples.postmarkBounce)
      await app.database.pool.query(`update mail_outbox set state = 'waiting', attempts = 0, next_attempt_at = now() + '1 year'`)
      assert.equal(await post('postmark', body, right), 204)
      assert.deepEqual(await bounces(), [])
      await app.database.pool.query('update mail_outbox set lease_owner = gen_random_uuid(), leased_until = next_attempt_at')
      assert.equal(await post('postmark', body, right), 204)
      assert.deepEqual(await bounces(), [{ mail_id: mailId, kind: 'hard', source: 'postmark' }])
    })

    it('204: texts that the database cannot hold count as none', async () => {
      for (const change of [{ Email: 'a\0da@example.org' }, { Email: '\ud800@example.org' }])
        assert.equal(await post('postmark', JSON.stringify({ ...samples.postmarkBounce, ...change }), right), 204)
      assert.deepEqual(await bounces(), [])
      assert.equal(
        await post('postmark', JSON.stringify({ ...samples.postmarkBounce, Description: '\0\ud800', Details: '\0' }), right),
        204,
      )
      assert.deepEqual(await bounces(), [{ mail_id: mailId, kind: 'hard', source: 'postmark' }])
    })

    it('401 with a wrong or no password, 404 for a service that is not in use, 400 if it is not JSON, 413 if it is too long', async () => {
      const body = JSON.stringify(samples.postmarkBounce)
      for (const headers of [{}, basic('isobar:wrong'), basic('a-long-secret'), { authorization: 'Bearer a-long-secret' }])
        assert.equal(await post('postmark', body, headers), 401)
      assert.equal(await post('mailgun', body, right), 404)
      assert.equal(await post('constructor', body, right), 404)
      assert.equal(await post('postmark', '{', right), 400)
      assert.equal(await post('postmark', `"${'x'.repeat(300_000)}"`, right), 413)
      const state = async () => (await app.services.useReports.list()).get('mail-events')?.map(({ ok, message }) => ({ ok, message }))
      assert.deepEqual(await state(), [{ ok: true, message: 'Receiving its requests' }], 'anybody can be refused')
    })
  })

  it('Mailgun: HMAC of timestamp and token, the mail by its Message-ID', async () => {
    await use({ service: 'mailgun', secret: 'signing-key-1234' })
    let nth = 0
    const signed = (event: object, key = 'signing-key-1234', at = app.clock.now(), token = `token ${++nth}`) => {
      const timestamp = String(Math.floor(at / 1_000))
      const signature = createHmac('sha256', key)
        .update(timestamp + token)
        .digest('hex')
      return JSON.stringify({ signature: { timestamp, token, signature }, 'event-data': event })
    }
    assert.equal(await post('mailgun', signed(samples.buildMailgunFailure(mailId), 'another-key-12345')), 401)
    assert.equal(await post('mailgun', signed(samples.buildMailgunFailure(mailId), undefined, app.clock.now() - 25 * 3_600_000)), 401)
    assert.equal(await post('mailgun', JSON.stringify({ 'event-data': samples.buildMailgunFailure(mailId) })), 401)
    assert.equal(await post('mailgun', signed({ event: 'delivered' })), 204)
    assert.deepEqual(await bounces(), [])
    assert.equal(await post('mailgun', signed({ ...samples.buildMailgunFailure(mailId), severity: 'temporary' })), 204)
    assert.deepEqual(await reasons(), [])
    assert.equal(await post('mailgun', signed(samples.buildMailgunFailure(mailId))), 204)
    assert.deepEqual(await reasons(), ['hard_bounce'])
    // The body is not signed: whoever saw one request could say anything under its token.
    await app.database.pool.query('truncate mail_bounce, mail_suppression')
    assert.equal(await post('mailgun', signed(samples.buildMailgunFailure(mailId), undefined, undefined, 'one')), 204)
    assert.deepEqual(await reasons(), ['hard_bounce'])
    await app.database.pool.query('truncate mail_bounce, mail_suppression')
    assert.equal(await post('mailgun', signed(samples.buildMailgunFailure(mailId), undefined, undefined, 'one')), 204)
    assert.deepEqual(await reasons(), [])
    // The mail server that refused the mail wrote some of these texts.
    for (const odd of ['\0', '5.1.1\0', '\ud800', '5'.repeat(100_000), { '': 1 }])
      for (const event of withEachText(samples.buildMailgunFailure(mailId), odd)) assert.equal(await post('mailgun', signed(event)), 204)
    const { rows } = await app.database.pool.query('select max(length(status)) as status, max(length(detail)) as detail from mail_bounce')
    assert.ok(rows[0].status <= 11 && rows[0].detail <= 500, JSON.stringify(rows))
  })

  it('Resend: signed as Svix does', async () => {
    const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`
    await use({ service: 'resend', secret })
    const body = JSON.stringify(samples.resendBounced)
    const headers = (at = app.clock.now(), of = body) => ({
      'svix-id': 'msg_1',
      'svix-timestamp': String(Math.floor(at / 1_000)),
      'svix-signature': `v1,bm9uc2Vuc2U= ${new Webhook(secret).sign('msg_1', new Date(at), of)}`,
    })
    assert.equal(await post('resend', body), 401)
    assert.equal(await post('resend', body, headers(app.clock.now() - 6 * 60_000)), 401)
    assert.equal(await post('resend', `${body} `, headers()), 401)
    assert.deepEqual(await bounces(), [])
    assert.equal(await post('resend', body, headers()), 204)
    assert.deepEqual(await reasons(), ['hard_bounce'])
    await app.database.pool.query('truncate mail_bounce, mail_suppression')
    assert.equal(await post('resend', body, headers()), 204)
    assert.deepEqual(await reasons(), [], 'a copy')
  })

  it('429: beyond the limit of the address, whoever it says it is', async () => {
    const node = await createTestApp({ sharing: app, env: { RATE_LIMITS: 'mail-events=2' } })
    const statuses: number[] = []
    for (let n = 0; n < 3; n++) statuses.push((await send(node, '/api/mail-events/resend', { body: '{}' })).status)
    await node.stop()
    assert.deepEqual(statuses, [401, 401, 429])
  })

  it('settings: each service needs its own, a secret is not carried to another, and the address to enter there is shown', async () => {
    const { body, text } = await use({ service: 'postmark', secret: 'a-long-secret' })
    assert.ok(!text.includes('a-long-secret') && body.settings.url.endsWith('/api/mail-events/postmark'))
    for (const [settings, path] of [
      [{ service: 'mailgun' }, 'settings.secret'],
      [{ service: 'ses' }, 'settings.topicArn'],
      [{ service: 'ses', topicArn: 'https://example.org' }, 'settings.topicArn'],
      [{ service: 'ses', topicArn: 'arn:aws:sns:us-west-2:1234:Bounces' }, 'settings.topicArn'],
      [{ service: 'sendmail' }, 'settings.service'],
      [{ service: null }, 'settings.service'],
      [{ constructor: 'x' }, 'settings.constructor'],
      [{ secret: 'short' }, 'settings.secret'],
    ] as const) {
      const wrong = await send(app, '/api/admin/connections', {
        method: 'PATCH',
        headers: owner.headers,
        body: { id: 'mail-events', settings },
      })
      assert.deepEqual({ status: wrong.status, path: wrong.body.details[0].path }, { status: 400, path })
    }
    const secrets = async () => (await app.database.pool.query(`select secret from connection where id = 'mail-events'`)).rows
    await use({ service: 'ses', topicArn: samples.TOPIC.replace('aws', 'aws-cn') })
    await use({ service: 'ses', topicArn: samples.TOPIC, secret: 'a-long-secret' })
    assert.notDeepEqual(await secrets(), [{ secret: null }])
    await use({ secret: null })
    assert.deepEqual(await secrets(), [{ secret: null }])
    await use(null)
    assert.equal(await post('postmark', '{}'), 404)
  })
})

/** Copies of an event, in each of which another text is replaced. */
function withEachText(event: object, by: unknown): object[] {
  return Object.entries(event).flatMap(([name, value]) => {
    if (typeof value === 'object') return withEachText(value as object, by).map((changed) => ({ ...event, [name]: changed }))
    return typeof value === 'string' ? [{ ...event, [name]: by }] : []
  })
}
