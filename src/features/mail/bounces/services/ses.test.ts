import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createSign } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import * as samples from '../testing/samples.ts'
import type { ServiceSettings } from './event.ts'
import { createSesReader } from './ses.ts'

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
  const SENT = Date.parse(samples.buildSnsNotification({})['Timestamp'] ?? '')
  const ask = (message: object, now = SENT + 60_000) => read({ headers: {}, body: JSON.stringify(message), now }, settings)
  const refused = { code: 'unauthorized' }
  const ID = '019aa000-0000-7000-8000-000000000001'

  it('is believed with Amazon’s signature of either version, for the configured topic', async () => {
    for (const algorithm of ['RSA-SHA1', 'RSA-SHA256']) {
      const event = await ask(signed(samples.buildSnsNotification(samples.buildSesBounce(ID)), algorithm))
      assert.deepEqual(event, {
        messageId: `<${ID}@weather.example>`,
        address: 'jane@example.com',
        report: { kind: 'hard', status: '5.1.1', detail: 'smtp; 550 5.1.1 <jane@example.com>... User' },
        once: samples.buildSnsNotification({})['MessageId'],
      })
    }
    const { bounce, notificationType: _, ...sent } = samples.buildSesBounce(ID)
    const published = { ...sent, eventType: 'Bounce', bounce: { ...bounce, bounceType: 'Transient', bouncedRecipients: [{}] } }
    const soft = await ask(signed(samples.buildSnsNotification(published)))
    assert.deepEqual(
      { address: soft?.address, report: soft?.report },
      { address: null, report: { kind: 'soft', status: null, detail: 'General' } },
    )
    const complaint = await ask(signed(samples.buildSnsNotification(samples.buildSesComplaint(ID))))
    assert.deepEqual({ kind: complaint?.report.kind, address: complaint?.address }, { kind: 'complaint', address: 'jane@example.com' })
    for (const complaintFeedbackType of ['not-spam', 'auth-failure']) {
      const { complaint, ...rest } = samples.buildSesComplaint(ID)
      const other = { ...rest, complaint: { ...complaint, complaintFeedbackType } }
      assert.equal(await ask(signed(samples.buildSnsNotification(other))), null, complaintFeedbackType)
    }
    assert.equal(await ask(signed(samples.buildSnsNotification({ notificationType: 'Delivery' }))), null)
  })

  it('is refused, and nothing is fetched, for another topic, or a certificate that is not Amazon’s', async () => {
    const good = signed(samples.buildSnsNotification(samples.buildSesBounce(ID)))
    await ask(good)
    fetched.length = 0
    for (const change of [
      { TopicArn: 'arn:aws:sns:us-west-2:123456789012:Other' },
      { SigningCertURL: 'https://sns.us-west-2.amazonaws.com.evil.example/SimpleNotificationService-0123456789abcdef.pem' },
      { SigningCertURL: 'http://sns.us-west-2.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem' },
      { SigningCertURL: 'https://sns.us-west-2.amazonaws.com/evil.pem' },
      { SigningCertURL: 'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem' },
      { SigningCertURL: 'https://sns.us-west-2.amazonaws.com.cn/SimpleNotificationService-0123456789abcdef.pem' },
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

  it('is refused a day after it was sent, or before', async () => {
    const good = signed(samples.buildSnsNotification(samples.buildSesBounce(ID)))
    for (const now of [SENT + 25 * 3_600_000, SENT - 25 * 3_600_000]) await assert.rejects(async () => ask(good, now), refused)
    const { Timestamp: _, ...undated } = samples.buildSnsNotification(samples.buildSesBounce(ID)) as Record<string, string>
    await assert.rejects(async () => ask(signed(undated)), refused)
  })

  it('has its subscription confirmed, at Amazon only', async () => {
    fetched.length = 0
    assert.equal(await ask(signed(samples.buildSnsSubscription())), null)
    assert.equal(fetched.at(-1), samples.buildSnsSubscription()['SubscribeURL'])
    await assert.rejects(async () => ask(signed({ ...samples.buildSnsSubscription(), SubscribeURL: 'https://evil.example/' })), refused)
  })
})
