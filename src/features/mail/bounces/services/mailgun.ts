import { createHmac } from 'node:crypto'
import { equalSecrets } from '../../../../platform/secrets/equal.ts'
import { DAY_MS } from '../../../../time.ts'
import { statusIn } from '../report.ts'
import { isRecent, parseBody, type ReadService, textAt, valueAt, wrongSignature } from './event.ts'

/**
 * https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks, read 2026-11-26: HMAC-SHA256 of timestamp and token
 * by the account's webhook signing key. The body is not signed, so a signature serves for a day only: failed requests are repeated for eight
 * hours.
 */
export const readMailgun: ReadService = ({ body, now }, { secret }) => {
  const request = parseBody(body)
  const [timestamp = '', token = '', signature = ''] = ['timestamp', 'token', 'signature'].map(
    (name) => textAt(request, 'signature', name) ?? '',
  )
  const expected = createHmac('sha256', secret)
    .update(timestamp + token)
    .digest('hex')
  if (token === '' || !isRecent(timestamp, now, DAY_MS) || !equalSecrets(signature, expected)) throw wrongSignature()
  const event = valueAt(request, 'event-data')
  const name = textAt(event, 'event')
  const kind = name === 'complained' ? 'complaint' : name !== 'failed' ? null : isHard(event) ? 'hard' : 'soft'
  if (kind === null) return null
  const status = statusIn(textAt(event, 'delivery-status', 'enhanced-code') ?? '')
  const said = textAt(event, 'delivery-status', 'message') || textAt(event, 'delivery-status', 'description') || textAt(event, 'reason')
  return {
    messageId: textAt(event, 'message', 'headers', 'message-id'),
    address: textAt(event, 'recipient'),
    report: { kind, status, detail: said ?? kind },
  }
}

/** A permanent failure may also be a policy, or a mail that was tried for too long. */
function isHard(event: unknown): boolean {
  return textAt(event, 'severity') === 'permanent' && ['bounce', 'suppress-bounce'].includes(textAt(event, 'reason') ?? '')
}
