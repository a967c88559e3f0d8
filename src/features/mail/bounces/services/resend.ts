import { equalSecrets } from '../../../../platform/secrets/equal.ts'
import { webhookSignature } from '../../../../platform/secrets/webhook-signature.ts'
import { MINUTE_MS } from '../../../../time.ts'
import { isRecent, parseBody, type ReadService, textAt, wrongSignature } from './event.ts'

const MAX_SIGNATURES = 10

/** https://resend.com/docs/webhooks, read 2026-11-26: signed as Svix does. */
export const readResend: ReadService = ({ headers, body, now }, { secret }) => {
  const [id = '', timestamp = '', signatures = ''] = ['svix-id', 'svix-timestamp', 'svix-signature'].map((name) =>
    String(headers[name] ?? ''),
  )
  const expected = webhookSignature(secret, id, timestamp, body)
  const isSigned = signatures.split(' ', MAX_SIGNATURES).some((signature) => equalSecrets(signature, expected))
  if (!isSigned || !isRecent(timestamp, now, 5 * MINUTE_MS)) throw wrongSignature()
  const event = parseBody(body)
  const name = textAt(event, 'type')
  const isPermanent = textAt(event, 'data', 'bounce', 'type') === 'Permanent'
  const kind = name === 'email.complained' ? 'complaint' : name !== 'email.bounced' ? null : isPermanent ? 'hard' : 'soft'
  if (kind === null) return null
  return {
    messageId: textAt(event, 'data', 'message_id'),
    address: textAt(event, 'data', 'to', 0),
    report: { kind, status: null, detail: textAt(event, 'data', 'bounce', 'message') ?? name ?? kind },
  }
}
