import type { MailFailure } from '../../../platform/mail/failure.ts'
import { HOUR_MS, MINUTE_MS } from '../../../time.ts'

/** How long a mail waits after its first, second … attempt; greylisting lifts within minutes, a full mailbox within a day. */
const WAITS_MS = [1 * MINUTE_MS, 10 * MINUTE_MS, 1 * HOUR_MS, 4 * HOUR_MS]
const LONGEST_MS = 6 * HOUR_MS

/** With the waits above, a mail is given up after 23 to 29 hours. */
export const ATTEMPTS_ALLOWED = 8

/**
 * When to try again after `attempts` failed ones: later by up to a quarter, so that what failed together does not come back together.
 * @param random 0 ≤ random < 1
 */
export function nextAttemptAt(now: number, attempts: number, random: number): number {
  const wait = WAITS_MS[attempts - 1] ?? LONGEST_MS
  return Math.round(now + wait * (1 + random / 4))
}

const MISSING_MAILBOX =
  /\b(?:unknown|no such|invalid) (?:\w+ )?(?:user|mailbox|recipient|address)\b|\b(?:user|mailbox|recipient|address|account) (?:\S+ )?(?:is )?(?:unknown|not found|does not exist|doesn't exist|invalid)\b/i

/**
 * Does the refusal say that there is no such mailbox? By the enhanced code (RFC 3463) 5.1.1 (bad mailbox), 5.1.2 (bad system), 5.1.3
 * (syntax), 5.1.6 (moved) and 5.1.10 (null MX), or a bare 550 that speaks of an unknown user. A full mailbox and a policy are none.
 */
export function isHardBounce({ kind, smtpCode, enhancedCode, message }: MailFailure): boolean {
  if (kind !== 'rejected') return false
  if (enhancedCode !== null) return /^5\.1\.(?:[1236]|10)$/.test(enhancedCode)
  return smtpCode === 550 && MISSING_MAILBOX.test(message)
}
