import { createVerify, X509Certificate } from 'node:crypto'
import { DAY_MS } from '../../../../time.ts'
import { toComplaint, parseEnhancedStatus } from '../report.ts'
import {
  isRecentTimestamp,
  parseBody,
  type ReadService,
  type ServiceEvent,
  findEventText,
  findEventValue,
  buildWrongSignatureError,
} from './event.ts'

export interface SesOptions {
  /** Fetches a certificate, or confirms a subscription. */
  readonly fetchText: (url: URL) => Promise<string>
}

const TOPIC = /^arn:(aws|aws-cn|aws-us-gov):sns:([a-z]{2}(?:-[a-z]{2,12}){1,3}-\d{1,2}):\d{12}:[\w-]{1,256}$/
const SIGNED = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const
const ALGORITHMS: Readonly<Record<string, string>> = { '1': 'RSA-SHA1', '2': 'RSA-SHA256' }
const MAX_CERTIFICATES = 8
/** Amazon gives up within an hour. */
const TOLERANCE_MS = DAY_MS

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

  return async ({ body, now }, { topicArn }) => {
    const message = parseBody(body)
    const type = findEventText(message, 'Type')
    if (type !== 'Notification' && type !== 'SubscriptionConfirmation') throw buildWrongSignatureError()
    // Before anything is fetched.
    if (topicArn === null || findEventText(message, 'TopicArn') !== topicArn) throw buildWrongSignatureError()
    const host = hostOf(topicArn)
    const pem = await certificateOf(
      amazonUrl(findEventText(message, 'SigningCertURL'), host, /^\/SimpleNotificationService-[\da-f]{16,64}\.pem$/),
    )
    const text = SIGNED[type].flatMap((name) =>
      findEventValue(message, name) === undefined ? [] : [name, String(findEventValue(message, name))],
    )
    const algorithm = ALGORITHMS[findEventText(message, 'SignatureVersion') ?? '']
    if (algorithm === undefined || !isSigned(`${text.join('\n')}\n`, findEventText(message, 'Signature') ?? '', pem, algorithm))
      throw buildWrongSignatureError()
    if (!isRecentTimestamp(String(Date.parse(findEventText(message, 'Timestamp') ?? '') / 1_000), now, TOLERANCE_MS))
      throw buildWrongSignatureError()
    if (type === 'SubscriptionConfirmation') {
      await fetchText(amazonUrl(findEventText(message, 'SubscribeURL'), host, /^\/$/))
      return null
    }
    const event = eventOf(parseBody(findEventText(message, 'Message') ?? ''))
    return event === null ? null : { ...event, once: findEventText(message, 'MessageId') }
  }
}

/** The host of the topic's region, which alone signs its messages: whoever names another certificate could sign anything. */
function hostOf(topicArn: string): string {
  const [, partition, region] = TOPIC.exec(topicArn) ?? []
  if (region === undefined) throw buildWrongSignatureError()
  return `sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}`
}

function amazonUrl(text: string | null, host: string, path: RegExp): URL {
  const url = text === null ? null : URL.parse(text)
  if (
    url === null ||
    url.protocol !== 'https:' ||
    url.port !== '' ||
    url.username !== '' ||
    url.hostname !== host ||
    !path.test(url.pathname)
  )
    throw buildWrongSignatureError()
  return url
}

function isSigned(text: string, signature: string, pem: string, algorithm: string): boolean {
  try {
    return createVerify(algorithm).update(text).verify(new X509Certificate(pem).publicKey, signature, 'base64')
  } catch {
    return false
  }
}

function eventOf(notification: unknown): Omit<ServiceEvent, 'once'> | null {
  // `eventType` is what event publishing calls it.
  const name = findEventText(notification, 'notificationType') ?? findEventText(notification, 'eventType')
  const headers = findEventValue(notification, 'mail', 'headers')
  const named = (Array.isArray(headers) ? headers : []).find((header) => findEventText(header, 'name')?.toLowerCase() === 'message-id')
  const messageId = findEventText(notification, 'mail', 'commonHeaders', 'messageId') ?? findEventText(named, 'value')
  if (name === 'Bounce') {
    const recipient = findEventValue(notification, 'bounce', 'bouncedRecipients', 0)
    const kind = findEventText(notification, 'bounce', 'bounceType') === 'Permanent' ? 'hard' : 'soft'
    const said = findEventText(recipient, 'diagnosticCode') ?? findEventText(notification, 'bounce', 'bounceSubType')
    const report = {
      kind,
      status: parseEnhancedStatus(findEventText(recipient, 'status') ?? ''),
      detail: said ?? 'no reason given',
    } as const
    return { messageId, address: findEventText(recipient, 'emailAddress'), report }
  }
  if (name !== 'Complaint') return null
  const report = toComplaint(findEventText(notification, 'complaint', 'complaintFeedbackType'))
  if (report === null) return null
  return { messageId, address: findEventText(notification, 'complaint', 'complainedRecipients', 0, 'emailAddress'), report }
}
