import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHmac, createSign } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { send, signIn, type SignedIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { outgoing } from '../../../../test/helpers/mail.ts'
import { idOfMail, insertMails } from '../outbox/index.ts'
import type { ServiceEvent, ServiceSettings } from './services/event.ts'
import { readMailgun } from './services/mailgun.ts'
import { readPostmark } from './services/postmark.ts'
import { readResend } from './services/resend.ts'
import { createSesReader } from './services/ses.ts'
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
    await app.database.pool.query('truncate mail_outbox, mail_bounce, mail_suppression')
    const db = app.services.storage.database.kysely
    await insertMails(db, [outgoing('ada@example.org', { key: 'a' })], app.clock.now())
    await app.database.pool.query(`update mail_outbox set state = 'sent', attempts = 1`)
    mailId = await idOfMail(db, 'a')
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
      assert.deepEqual(await bounces(), [])
    })
  })

  it('Mailgun: HMAC of timestamp and token, the mail by its Message-ID', async () => {
    await use({ service: 'mailgun', secret: 'signing-key-1234' })
    const signed = (event: object, key = 'signing-key-1234', at = app.clock.now()) => {
      const [timestamp, token] = [String(Math.floor(at / 1_000)), 't'.repeat(50)]
      const signature = createHmac('sha256', key)
        .update(timestamp + token)
        .digest('hex')
      return JSON.stringify({ signature: { timestamp, token, signature }, 'event-data': event })
    }
    assert.equal(await post('mailgun', signed(samples.mailgunFailed(mailId), 'another-key-12345')), 401)
    assert.equal(await post('mailgun', signed(samples.mailgunFailed(mailId), undefined, app.clock.now() - 25 * 3_600_000)), 401)
    assert.equal(await post('mailgun', JSON.stringify({ 'event-data': samples.mailgunFailed(mailId) })), 401)
    assert.equal(await post('mailgun', signed({ event: 'delivered' })), 204)
    assert.deepEqual(await bounces(), [])
    assert.equal(await post('mailgun', signed({ ...samples.mailgunFailed(mailId), severity: 'temporary' })), 204)
    assert.deepEqual(await reasons(), [])
    assert.equal(await post('mailgun', signed(samples.mailgunFailed(mailId))), 204)
    assert.deepEqual(await reasons(), ['hard_bounce'])
    // The mail server that refused the mail wrote some of these texts.
    for (const odd of ['\0', '5.1.1\0', '\ud800', '5'.repeat(100_000), { '': 1 }])
      for (const event of withEachText(samples.mailgunFailed(mailId), odd)) assert.equal(await post('mailgun', signed(event)), 204)
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
      assert.deepEqual([wrong.status, wrong.body.details[0].path], [400, path])
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

describe('what a service reports', () => {
  const NOW = Date.parse('2026-07-01T12:00:00Z')
  const ID = '019aa000-0000-7000-8000-000000000001'
  const timestamp = String(NOW / 1_000)

  it('Postmark: by the type of the bounce; the mail is the latest to the address', () => {
    const headers = { authorization: `Basic ${Buffer.from('isobar:a-long-secret').toString('base64')}` }
    const read = (change: object) =>
      readPostmark(
        { headers, body: JSON.stringify({ ...samples.postmarkBounce, ...change }), now: NOW },
        { secret: 'a-long-secret', topicArn: null },
      ) as ServiceEvent | null
    const kinds: Readonly<Record<string, readonly string[]>> = {
      hard: ['HardBounce', 'BadEmailAddress'],
      soft: ['Transient', 'DnsError', 'SoftBounce', 'Blocked', 'SpamNotification', 'VirusNotification', 'DMARCPolicy', 'SMTPApiError'],
      complaint: ['SpamComplaint'],
    }
    for (const [kind, types] of Object.entries(kinds)) for (const Type of types) assert.equal(read({ Type })?.report.kind, kind, Type)
    assert.equal(read({ RecordType: 'SpamComplaint', Type: undefined })?.report.kind, 'complaint')
    for (const Type of ['AutoResponder', 'Subscribe', 'Unknown', undefined]) assert.equal(read({ Type }), null, String(Type))
    const { messageId, address, report } = read({ Description: 'Unknown user', Details: '' }) as ServiceEvent
    assert.deepEqual([messageId, address, report.detail], [null, 'Ada@example.org', 'HardBounce: Unknown user'])
  })

  it('Mailgun: hard if the mailbox is missing; with the first text there is', () => {
    const read = (change: object) => {
      const signature = createHmac('sha256', 'key').update(`${timestamp}token`).digest('hex')
      const body = { signature: { timestamp, token: 'token', signature }, 'event-data': { ...samples.mailgunFailed(ID), ...change } }
      return readMailgun({ headers: {}, body: JSON.stringify(body), now: NOW }, { secret: 'key', topicArn: null }) as ServiceEvent | null
    }
    const failed = read({})
    assert.deepEqual(failed, {
      messageId: `${ID}@weather.example`,
      address: 'ada@example.org',
      report: { kind: 'hard', status: '5.1.1', detail: '5.1.1 The email account does not exist' },
    })
    assert.equal(read({ reason: 'suppress-bounce' })?.report.kind, 'hard')
    for (const change of [{ reason: 'generic' }, { reason: undefined }, { severity: 'temporary' }])
      assert.equal(read(change)?.report.kind, 'soft', JSON.stringify(change))
    assert.equal(read({ event: 'complained' })?.report.kind, 'complaint')
    assert.equal(read({ event: 'unsubscribed' }), null)
    const said = (status: object, reason?: string) => read({ 'delivery-status': status, reason })?.report.detail
    assert.deepEqual(
      [said({ description: 'Not delivered' }), said({ message: '' }, 'old'), said({}, undefined)],
      ['Not delivered', 'old', 'soft'],
    )
  })

  it('Resend: hard if it is permanent; the mail by its Message-ID', () => {
    const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`
    const read = (change: object, data: object = {}) => {
      const body = JSON.stringify({ ...samples.resendBounced, data: { ...samples.resendBounced.data, ...data }, ...change })
      const headers = {
        'svix-id': 'msg_1',
        'svix-timestamp': timestamp,
        'svix-signature': new Webhook(secret).sign('msg_1', new Date(NOW), body),
      }
      return readResend({ headers, body, now: NOW }, { secret, topicArn: null }) as ServiceEvent | null
    }
    assert.deepEqual(read({}, { message_id: `<${ID}@weather.example>` }), {
      messageId: `<${ID}@weather.example>`,
      address: 'ada@example.org',
      report: { kind: 'hard', status: null, detail: "The recipient's email address is on the suppression list." },
    })
    assert.deepEqual(read({}, { bounce: { type: 'Transient' } })?.report, { kind: 'soft', status: null, detail: 'email.bounced' })
    assert.equal(read({ type: 'email.complained' })?.report.kind, 'complaint')
    assert.equal(read({ type: 'email.delivered' }), null)
  })
})

describe('Amazon SES', () => {
  const directory = mkdtempSync(join(process.env['TMPDIR'] ?? '/tmp', 'sns-'))
  const [key, certificate] = [join(directory, 'key.pem'), join(directory, 'certificate.pem')]
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, '-days', '2', '-subj', '/CN=sns.amazonaws.com'],
    { stdio: 'ignore' },
  )
  const fetched: string[] = []
  const read = createSesReader({
    async fetchText(url) {
      fetched.push(url.href)
      return readFileSync(certificate, 'utf8')
    },
  })
  const settings: ServiceSettings = { secret: '', topicArn: samples.TOPIC }
  const signed = (message: Record<string, string>, algorithm = 'RSA-SHA1') => {
    const names = message['Type'] === 'Notification' ? samples.SIGNED : samples.SIGNED_SUBSCRIPTION
    const text = names.flatMap((name) => (message[name] === undefined ? [] : [name, message[name]])).join('\n')
    const signature = createSign(algorithm).update(`${text}\n`).sign(readFileSync(key), 'base64')
    return { ...message, Signature: signature, SignatureVersion: algorithm === 'RSA-SHA1' ? '1' : '2' }
  }
  const ask = (message: object) => read({ headers: {}, body: JSON.stringify(message), now: 0 }, settings)
  const refused = { code: 'unauthorized' }
  const ID = '019aa000-0000-7000-8000-000000000001'

  it('is believed with Amazon’s signature of either version, for the configured topic', async () => {
    for (const algorithm of ['RSA-SHA1', 'RSA-SHA256']) {
      const event = await ask(signed(samples.notification(samples.sesBounce(ID)), algorithm))
      assert.deepEqual(event, {
        messageId: `<${ID}@weather.example>`,
        address: 'jane@example.com',
        report: { kind: 'hard', status: '5.1.1', detail: 'smtp; 550 5.1.1 <jane@example.com>... User' },
      })
    }
    const { bounce, notificationType: _, ...sent } = samples.sesBounce(ID)
    const published = { ...sent, eventType: 'Bounce', bounce: { ...bounce, bounceType: 'Transient', bouncedRecipients: [{}] } }
    const soft = await ask(signed(samples.notification(published)))
    assert.deepEqual([soft?.address, soft?.report], [null, { kind: 'soft', status: null, detail: 'General' }])
    const complaint = await ask(signed(samples.notification(samples.sesComplaint(ID))))
    assert.deepEqual([complaint?.report.kind, complaint?.address], ['complaint', 'jane@example.com'])
    for (const complaintFeedbackType of ['not-spam', 'auth-failure']) {
      const { complaint, ...rest } = samples.sesComplaint(ID)
      const other = { ...rest, complaint: { ...complaint, complaintFeedbackType } }
      assert.equal(await ask(signed(samples.notification(other))), null, complaintFeedbackType)
    }
    assert.equal(await ask(signed(samples.notification({ notificationType: 'Delivery' }))), null)
  })

  it('is refused, and nothing is fetched, for another topic, or a certificate that is not Amazon’s', async () => {
    const good = signed(samples.notification(samples.sesBounce(ID)))
    await ask(good)
    fetched.length = 0
    for (const change of [
      { TopicArn: 'arn:aws:sns:us-west-2:123456789012:Other' },
      { SigningCertURL: 'https://sns.us-west-2.amazonaws.com.evil.example/SimpleNotificationService-0123456789abcdef.pem' },
      { SigningCertURL: 'http://sns.us-west-2.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem' },
      { SigningCertURL: 'https://sns.us-west-2.amazonaws.com/evil.pem' },
      { SigningCertURL: 'https://me@sns.us-west-2.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem' },
      { SigningCertURL: 'https://sns.us-west-2.amazonaws.com:8443/SimpleNotificationService-0123456789abcdef.pem' },
      { SigningCertURL: 'https://me@sns.us-west-2.amazonaws.com:8443/SimpleNotificationService-0123456789abcdef.pem' },
      { Message: '{}' },
      { Signature: 'bm9uc2Vuc2U=' },
      { SignatureVersion: '3' },
      { Type: 'UnsubscribeConfirmation' },
    ])
      await assert.rejects(async () => ask({ ...good, ...change }), refused, JSON.stringify(change))
    const { TopicArn: _, ...withoutTopic } = good as Record<string, string>
    const anyTopic = { ...settings, topicArn: null }
    await assert.rejects(async () => read({ headers: {}, body: JSON.stringify(withoutTopic), now: 0 }, anyTopic), refused)
    assert.deepEqual(fetched, [])
  })

  it('has its subscription confirmed, at Amazon only', async () => {
    fetched.length = 0
    assert.equal(await ask(signed(samples.subscription())), null)
    assert.equal(fetched.at(-1), samples.subscription()['SubscribeURL'])
    await assert.rejects(async () => ask(signed({ ...samples.subscription(), SubscribeURL: 'https://evil.example/' })), refused)
  })
})

/** Copies of an event, in each of which another text is replaced. */
function withEachText(event: object, by: unknown): object[] {
  return Object.entries(event).flatMap(([name, value]) => {
    if (typeof value === 'object') return withEachText(value as object, by).map((changed) => ({ ...event, [name]: changed }))
    return typeof value === 'string' ? [{ ...event, [name]: by }] : []
  })
}
