import { isSameSecret } from '../../../../platform/secrets/equal.ts'
import { parseBody, type ReadService, findEventText, buildWrongSignatureError } from './event.ts'

/** https://postmarkapp.com/developer/webhooks/bounce-webhook, read 2026-11-26 */
const HARD = new Set(['HardBounce', 'BadEmailAddress'])
const SOFT = new Set([
  'Transient',
  'DnsError',
  'SoftBounce',
  'Blocked',
  'SpamNotification',
  'VirusNotification',
  'DMARCPolicy',
  'SMTPApiError',
])

/** Postmark signs nothing: its requests carry the user and password of the URL (HTTP basic authentication). */
export const readPostmark: ReadService = ({ headers, body }, { secret }) => {
  const given = /^Basic ([\w+/=]{1,2000})$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  if (!isSameSecret(Buffer.from(given, 'base64').toString(), `isobar:${secret}`)) throw buildWrongSignatureError()
  const event = parseBody(body)
  const type = findEventText(event, 'Type') ?? ''
  const isComplaint = findEventText(event, 'RecordType') === 'SpamComplaint' || type === 'SpamComplaint'
  const kind = isComplaint ? 'complaint' : HARD.has(type) ? 'hard' : SOFT.has(type) ? 'soft' : null
  if (kind === null) return null
  const detail = [type, findEventText(event, 'Description'), findEventText(event, 'Details')].filter(Boolean).join(': ')
  // Postmark gives mails ids of its own.
  return { messageId: null, address: findEventText(event, 'Email'), report: { kind, status: null, detail }, once: null }
}
