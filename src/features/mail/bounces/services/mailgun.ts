import { createHmac } from 'node:crypto'
import { isSameSecret } from '../../../../platform/secrets/equal.ts'
import { DAY_MS } from '../../../../time.ts'
import { parseEnhancedStatus } from '../report.ts'
import { isRecentTimestamp, parseBody, type ReadService, findEventText, findEventValue, buildWrongSignatureError } from './event.ts'

/**
 * https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks, read 2026-11-26: HMAC-SHA256 of timestamp and token
 * by the account's webhook signing key. The body is not signed, so a signature serves for a day only: failed requests are repeated for eight
 * hours.
 */
export const readMailgun: ReadService = ({ body, now }, { secret }) => {
  const request = parseBody(body)
  const [timestamp = '', token = '', signature = ''] = ['timestamp', 'token', 'signature'].map(
    (name) => findEventText(request, 'signature', name) ?? '',
  )
  const expected = createHmac('sha256', secret)
    .update(timestamp + token)
    .digest('hex')
  if (token === '' || !isRecentTimestamp(timestamp, now, DAY_MS) || !isSameSecret(signature, expected)) throw buildWrongSignatureError()
  const event = findEventValue(request, 'event-data')
  const name = findEventText(event, 'event')
  const kind = name === 'complained' ? 'complaint' : name !== 'failed' ? null : isHard(event) ? 'hard' : 'soft'
  if (kind === null) return null
  const status = parseEnhancedStatus(findEventText(event, 'delivery-status', 'enhanced-code') ?? '')
  const said =
    findEventText(event, 'delivery-status', 'message') ||
    findEventText(event, 'delivery-status', 'description') ||
    findEventText(event, 'reason')
  return {
    messageId: findEventText(event, 'message', 'headers', 'message-id'),
    address: findEventText(event, 'recipient'),
    report: { kind, status, detail: said ?? kind },
    once: token,
  }
}

/** A permanent failure may also be a policy, or a mail that was tried for too long. */
function isHard(event: unknown): boolean {
  return findEventText(event, 'severity') === 'permanent' && ['bounce', 'suppress-bounce'].includes(findEventText(event, 'reason') ?? '')
}
