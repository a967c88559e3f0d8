import { createHmac } from 'node:crypto'
import { oneLine } from '../../../../platform/mail/transport.ts'
import { DAY_MS } from '../../../../time.ts'
import { isSame, parsed, type ReadService, textAt, valueAt, wrongSignature } from './event.ts'

/**
 * https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks, read 2026-11-26: HMAC-SHA256 of timestamp and token
 * by the account's webhook signing key. The body is not signed, so a signature serves for a day only: failed requests are repeated for eight
 * hours.
 */
export const readMailgun: ReadService = ({ body, now }, { secret }) => {
  const sent = parsed(body)
  const [timestamp, token, signature] = ['timestamp', 'token', 'signature'].map((name) => textAt(sent, 'signature', name) ?? '')
  const wanted = createHmac('sha256', secret).update(`${timestamp}${token}`).digest('hex')
  const isRecent = Math.abs(now - Number(timestamp) * 1_000) <= DAY_MS
  if (!isRecent || token === '' || !isSame(signature ?? '', wanted)) throw wrongSignature()
  const event = valueAt(sent, 'event-data')
  const name = textAt(event, 'event')
  const kind = name === 'complained' ? 'complaint' : name !== 'failed' ? null : isHard(event) ? 'hard' : 'soft'
  if (kind === null) return null
  const status = textAt(event, 'delivery-status', 'enhanced-code')
  const said = textAt(event, 'delivery-status', 'message') || textAt(event, 'delivery-status', 'description') || textAt(event, 'reason')
  return {
    messageId: textAt(event, 'message', 'headers', 'message-id'),
    address: textAt(event, 'recipient'),
    report: { kind, status: status === '' ? null : status, detail: oneLine(said ?? kind) },
  }
}

/** A permanent failure may also be a policy, or a mail that was tried for too long. */
function isHard(event: unknown): boolean {
  return textAt(event, 'severity') === 'permanent' && ['bounce', 'suppress-bounce'].includes(textAt(event, 'reason') ?? '')
}
