import { createHmac } from 'node:crypto'
import { oneLine } from '../../../../platform/mail/transport.ts'
import { isSame, parsed, type ReadService, textAt, TOLERANCE_MS, wrongSignature } from './event.ts'

/** https://resend.com/docs/webhooks, read 2026-11-26: signed as Svix does, HMAC-SHA256 of id, time and body. */
export const readResend: ReadService = ({ headers, body, now }, { secret }) => {
  const [id, timestamp, signatures] = ['svix-id', 'svix-timestamp', 'svix-signature'].map((name) => String(headers[name] ?? ''))
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const wanted = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  const isRecent = Math.abs(now - Number(timestamp) * 1_000) <= TOLERANCE_MS
  if (
    !isRecent ||
    !(signatures ?? '')
      .split(' ')
      .slice(0, 10)
      .some((signature) => isSame(signature, wanted))
  )
    throw wrongSignature()
  const event = parsed(body)
  const name = textAt(event, 'type')
  const isPermanent = textAt(event, 'data', 'bounce', 'type') === 'Permanent'
  const kind = name === 'email.complained' ? 'complaint' : name !== 'email.bounced' ? null : isPermanent ? 'hard' : 'soft'
  if (kind === null) return null
  return {
    messageId: textAt(event, 'data', 'message_id'),
    address: textAt(event, 'data', 'to', 0),
    report: { kind, status: null, detail: oneLine(textAt(event, 'data', 'bounce', 'message') ?? name ?? kind) },
  }
}
