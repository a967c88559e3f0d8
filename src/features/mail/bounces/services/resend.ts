import { isSameSecret } from '../../../../platform/secrets/equal.ts'
import { computeWebhookSignature } from '../../../../platform/secrets/webhook-signature.ts'
import { MINUTE_MS } from '../../../../time.ts'
import { isRecentTimestamp, parseBody, type ReadService, findEventText, buildWrongSignatureError } from './event.ts'

const MAX_SIGNATURES = 10

/** https://resend.com/docs/webhooks, read 2026-11-26: signed as Svix does. */
export const readResend: ReadService = ({ headers, body, now }, { secret }) => {
  const [id = '', timestamp = '', signatures = ''] = ['svix-id', 'svix-timestamp', 'svix-signature'].map((name) =>
    String(headers[name] ?? ''),
  )
  const expected = computeWebhookSignature(secret, id, timestamp, body)
  const isSigned = signatures.split(' ', MAX_SIGNATURES).some((signature) => isSameSecret(signature, expected))
  if (!isSigned || !isRecentTimestamp(timestamp, now, 5 * MINUTE_MS)) throw buildWrongSignatureError()
  const event = parseBody(body)
  const name = findEventText(event, 'type')
  const isPermanent = findEventText(event, 'data', 'bounce', 'type') === 'Permanent'
  const kind = name === 'email.complained' ? 'complaint' : name !== 'email.bounced' ? null : isPermanent ? 'hard' : 'soft'
  if (kind === null) return null
  return {
    messageId: findEventText(event, 'data', 'message_id'),
    address: findEventText(event, 'data', 'to', 0),
    report: { kind, status: null, detail: findEventText(event, 'data', 'bounce', 'message') ?? name ?? kind },
    once: id,
  }
}
