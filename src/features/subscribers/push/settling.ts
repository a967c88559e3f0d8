import { type AttemptResult, computeRequestedWaitMs } from '../../../platform/upstream/attempt-result.ts'
import { ATTEMPTS_ALLOWED, computeNextAttempt } from '../../mail/outbox/index.ts'
import type { MessageState } from './tables.ts'

/** What becomes of a message after an attempt; `gone`: its device has ended. Instants are epoch milliseconds. */
export interface Settlement {
  readonly id: string
  readonly state: Exclude<MessageState, 'replaced'> | 'gone'
  readonly nextAttemptAt: number | null
  readonly status: number | null
  readonly error: string | null
}

/** The push service no longer knows the endpoint (RFC 8030 section 7.3; Mozilla and Apple answer 410). */
const GONE: ReadonlySet<number | null> = new Set([404, 410])
/** The same message would be refused again: malformed or too large. */
const REFUSED: ReadonlySet<number | null> = new Set([400, 413])

/** The settlement of a message that must not be sent any more. */
export const buildExpiredSettlement = (id: string): Settlement => ({ id, state: 'expired', nextAttemptAt: null, status: null, error: null })

/** Tried again as mails are, unless the event is over by then. @param random 0 ≤ random < 1 */
export function buildPushSettlement(
  message: { readonly id: string; readonly attempts: number; readonly expiresAt: number },
  result: AttemptResult,
  now: number,
  random: number,
): Settlement {
  const { status } = result
  const settled = { id: message.id, nextAttemptAt: null, status }
  if (status !== null && status >= 200 && status < 300) return { ...settled, state: 'sent', error: null }
  if (GONE.has(status)) return { ...settled, state: 'gone', error: null }
  const error = result.status === null ? result.error : `The push service answered ${result.status}`
  const attempts = message.attempts + 1
  if (REFUSED.has(status) || attempts >= ATTEMPTS_ALLOWED) return { ...settled, state: 'failed', error }
  const next = Math.max(computeNextAttempt(now, attempts, random), now + computeRequestedWaitMs(result, now))
  return next >= message.expiresAt ? { ...settled, state: 'expired', error } : { ...settled, state: 'waiting', error, nextAttemptAt: next }
}
