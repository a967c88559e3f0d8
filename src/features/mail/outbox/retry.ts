import type { MailFailure } from '../../../platform/mail/failure.ts'
import { HOUR_MS, MINUTE_MS } from '../../../time.ts'

/** Backoff after the first, second … attempt; greylisting lifts within minutes, a full mailbox within a day. */
const WAITS_MS = [1 * MINUTE_MS, 10 * MINUTE_MS, 1 * HOUR_MS, 4 * HOUR_MS]
const LONGEST_MS = 6 * HOUR_MS

/** With this backoff a mail is given up after 23 to 29 hours. */
export const ATTEMPTS_ALLOWED = 8

/**
 * When to retry after `attempts` failures, in epoch milliseconds. Jitter of up to a quarter spreads mails that failed together.
 * @param random 0 ≤ random < 1
 */
export function nextAttemptAt(now: number, attempts: number, random: number): number {
  const wait = WAITS_MS[attempts - 1] ?? LONGEST_MS
  return Math.round(now + wait * (1 + random / 4))
}

const MISSING_MAILBOX =
  /\b(?:unknown|no such|invalid) (?:\w+ )?(?:user|mailbox|recipient|address)\b|\b(?:user|mailbox|recipient|address|account) (?:\S+ )?(?:is )?(?:unknown|not found|does not exist|doesn't exist|invalid)\b/i

/**
 * Whether the response says that the mailbox does not exist: enhanced code (RFC 3463) 5.1.1 (bad mailbox), 5.1.2 (bad system), 5.1.3
 * (syntax), 5.1.6 (moved) or 5.1.10 (null MX), or a bare 550 that mentions an unknown user. A full mailbox or a policy rejection is not a
 * hard bounce.
 */
export function isHardBounce({ kind, smtpCode, enhancedCode, message }: MailFailure): boolean {
  if (kind !== 'rejected') return false
  if (enhancedCode !== null) return /^5\.1\.(?:[1236]|10)$/.test(enhancedCode)
  return smtpCode === 550 && MISSING_MAILBOX.test(message)
}
