import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import * as samples from '../testing/samples.ts'
import type { ServiceEvent } from './event.ts'
import { readMailgun } from './mailgun.ts'
import { readPostmark } from './postmark.ts'
import { readResend } from './resend.ts'

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
    assert.deepEqual(
      { messageId, address, detail: report.detail },
      { messageId: null, address: 'Ada@example.org', detail: 'HardBounce: Unknown user' },
    )
  })

  it('Mailgun: hard if the mailbox is missing; with the first text there is', () => {
    const read = (change: object) => {
      const signature = createHmac('sha256', 'key').update(`${timestamp}token`).digest('hex')
      const body = { signature: { timestamp, token: 'token', signature }, 'event-data': { ...samples.buildMailgunFailure(ID), ...change } }
      return readMailgun({ headers: {}, body: JSON.stringify(body), now: NOW }, { secret: 'key', topicArn: null }) as ServiceEvent | null
    }
    const failed = read({})
    assert.deepEqual(failed, {
      messageId: `${ID}@weather.example`,
      address: 'ada@example.org',
      report: { kind: 'hard', status: '5.1.1', detail: '5.1.1 The email account does not exist' },
      once: 'token',
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
      once: 'msg_1',
    })
    assert.deepEqual(read({}, { bounce: { type: 'Transient' } })?.report, { kind: 'soft', status: null, detail: 'email.bounced' })
    assert.equal(read({ type: 'email.complained' })?.report.kind, 'complaint')
    assert.equal(read({ type: 'email.delivered' }), null)
  })
})
