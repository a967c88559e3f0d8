import { createVerify, X509Certificate } from 'node:crypto'
import { complaintOf, statusIn } from '../report.ts'
import { parseBody, type ReadService, type ServiceEvent, textAt, valueAt, wrongSignature } from './event.ts'

export interface SesOptions {
  /** Fetches a certificate, or confirms a subscription. */
  readonly fetchText: (url: URL) => Promise<string>
}

/** Only Amazon's own hosts: whoever names another certificate could sign anything. */
const HOST = /^sns\.[a-z\d-]{3,30}\.amazonaws\.com(?:\.cn)?$/
const SIGNED = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const
const ALGORITHMS: Readonly<Record<string, string>> = { '1': 'RSA-SHA1', '2': 'RSA-SHA256' }
const MAX_CERTIFICATES = 8

/**
 * Amazon SES by Amazon SNS: https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html and
 * https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html, read 2026-11-26. Confirms the subscription of the configured topic.
 */
export function createSesReader({ fetchText }: SesOptions): ReadService {
  const certificates = new Map<string, string>()

  async function certificateOf(url: URL): Promise<string> {
    const known = certificates.get(url.href)
    if (known !== undefined) return known
    const pem = await fetchText(url)
    if (certificates.size >= MAX_CERTIFICATES) certificates.clear()
    certificates.set(url.href, pem)
    return pem
  }

  return async ({ body }, { topicArn }) => {
    const message = parseBody(body)
    const type = textAt(message, 'Type')
    if (type !== 'Notification' && type !== 'SubscriptionConfirmation') throw wrongSignature()
    // Before anything is fetched.
    if (topicArn === null || textAt(message, 'TopicArn') !== topicArn) throw wrongSignature()
    const pem = await certificateOf(amazonUrl(textAt(message, 'SigningCertURL'), /^\/SimpleNotificationService-[\da-f]{16,64}\.pem$/))
    const text = SIGNED[type].flatMap((name) => (valueAt(message, name) === undefined ? [] : [name, String(valueAt(message, name))]))
    const algorithm = ALGORITHMS[textAt(message, 'SignatureVersion') ?? '']
    if (algorithm === undefined || !isSigned(`${text.join('\n')}\n`, textAt(message, 'Signature') ?? '', pem, algorithm))
      throw wrongSignature()
    if (type === 'SubscriptionConfirmation') {
      await fetchText(amazonUrl(textAt(message, 'SubscribeURL'), /^\/$/))
      return null
    }
    return eventOf(parseBody(textAt(message, 'Message') ?? ''))
  }
}

function amazonUrl(text: string | null, path: RegExp): URL {
  const url = text === null ? null : URL.parse(text)
  if (
    url === null ||
    url.protocol !== 'https:' ||
    url.port !== '' ||
    url.username !== '' ||
    !HOST.test(url.hostname) ||
    !path.test(url.pathname)
  )
    throw wrongSignature()
  return url
}

function isSigned(text: string, signature: string, pem: string, algorithm: string): boolean {
  try {
    return createVerify(algorithm).update(text).verify(new X509Certificate(pem).publicKey, signature, 'base64')
  } catch {
    return false
  }
}

function eventOf(notification: unknown): ServiceEvent | null {
  // `eventType` is what event publishing calls it.
  const name = textAt(notification, 'notificationType') ?? textAt(notification, 'eventType')
  const headers = valueAt(notification, 'mail', 'headers')
  const named = (Array.isArray(headers) ? headers : []).find((header) => textAt(header, 'name')?.toLowerCase() === 'message-id')
  const messageId = textAt(notification, 'mail', 'commonHeaders', 'messageId') ?? textAt(named, 'value')
  if (name === 'Bounce') {
    const recipient = valueAt(notification, 'bounce', 'bouncedRecipients', 0)
    const kind = textAt(notification, 'bounce', 'bounceType') === 'Permanent' ? 'hard' : 'soft'
    const said = textAt(recipient, 'diagnosticCode') ?? textAt(notification, 'bounce', 'bounceSubType')
    const report = { kind, status: statusIn(textAt(recipient, 'status') ?? ''), detail: said ?? 'no reason given' } as const
    return { messageId, address: textAt(recipient, 'emailAddress'), report }
  }
  if (name !== 'Complaint') return null
  const report = complaintOf(textAt(notification, 'complaint', 'complaintFeedbackType'))
  if (report === null) return null
  return { messageId, address: textAt(notification, 'complaint', 'complainedRecipients', 0, 'emailAddress'), report }
}
