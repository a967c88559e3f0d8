import { MailFailure, toOneLine } from '../../../platform/mail/transport.ts'
import type { Timers } from '../../../platform/timers.ts'
import { HOUR_MS, MINUTE_MS } from '../../../time.ts'
import type { Settlement, LeasedMail } from './outbox-store.ts'
import type { PreparedMail } from './preparation.ts'
import type { AttemptOutcome } from './tables.ts'

export interface SettlingOptions {
  readonly write: (settlements: readonly Settlement[]) => Promise<void>
  readonly onError: (error: unknown) => void
  readonly timers: Pick<Timers, 'sleep'>
}

const MAX_WRITE_WAIT_MS = 2_000
/** Concurrent statements, so that one waiting for the disk does not hold up the next batch. */
const WRITERS = 2

/**
 * Writes settlements in batches: each caller waits for its own, and those that arrive while a statement runs share the next one. `write`
 * commits one batch; its errors go to `onError` and are retried.
 */
export function createSettling({ write, onError, timers }: SettlingOptions) {
  let queue: { readonly settlement: Settlement; readonly resolve: () => void }[] = []
  let writers = 0
  const stopped = new AbortController()

  async function writeQueued(): Promise<void> {
    let waitMs = 100
    while (queue.length > 0) {
      // At most one settlement for each connection to the mail server.
      const batch = queue
      queue = []
      try {
        await write(batch.map(({ settlement }) => settlement))
        waitMs = 100
        for (const { resolve } of batch) resolve()
      } catch (error) {
        onError(error)
        queue = [...batch, ...queue]
        if (stopped.signal.aborted) break
        await timers.sleep(waitMs, stopped.signal).catch(() => undefined)
        waitMs = Math.min(waitMs * 2, MAX_WRITE_WAIT_MS)
      }
    }
    writers -= 1
    if (stopped.signal.aborted) for (const { resolve } of queue.splice(0)) resolve()
  }

  return {
    /** Resolves when committed. Retries until it succeeds: a mail that was sent must not be sent again. */
    settle(settlement: Settlement): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      queue.push({ settlement, resolve })
      if (writers < WRITERS) {
        writers += 1
        void writeQueued()
      }
      return promise
    },
    /** Gives up unwritten settlements; those mails are retried when their leases end. */
    stop: (): void => stopped.abort(),
  }
}

/**
 * Settles a mail that must not be attempted (suppressed or expired); null when it may be sent. People who unsubscribed still get the mails
 * that they request themselves.
 */
export function findSettlementWithoutAttempt({ id, kind, dropAfter, suppressedBy }: PreparedMail, now: number): Settlement | null {
  const settled = { id, nextAttemptAt: null, at: now, attempt: null }
  if (dropAfter !== null && dropAfter < now) return { ...settled, state: 'expired', lastError: null }
  if (suppressedBy === undefined || (suppressedBy === 'unsubscribed' && (kind === 'confirmation' || kind === 'account'))) return null
  return { ...settled, state: 'suppressed', lastError: suppressedBy }
}

/** The settlement of a mail that the server accepted. Times are epoch milliseconds. */
export function buildSentSettlement({ id }: LeasedMail, startedAt: number, response: string, now: number): Settlement {
  const attempt = { startedAt, outcome: 'sent', response: toOneLine(response) } as const
  return { id, state: 'sent', nextAttemptAt: null, lastError: null, at: now, attempt }
}

/** The settlement after a failed attempt: retry later or give up. */
export function buildFailedSettlement(mail: LeasedMail, startedAt: number, error: unknown, now: number, random: number): Settlement {
  const outcome = classifyMailError(error)
  const response = toOneLine(error instanceof Error ? error.message : String(error))
  const attempts = mail.attempts + 1
  const isOver = outcome === 'rejected' || attempts >= mail.attemptsAllowed
  return {
    id: mail.id,
    state: isOver ? 'failed' : 'waiting',
    nextAttemptAt: isOver ? null : computeNextAttempt(now, attempts, random),
    lastError: response,
    at: now,
    attempt: { startedAt, outcome, response },
  }
}

/** The outcome recorded for a failed attempt; an error other than MailFailure means that rendering failed. */
export function classifyMailError(error: unknown): AttemptOutcome {
  if (!(error instanceof MailFailure)) return 'not_rendered'
  return error.kind === 'unreachable' ? 'deferred' : error.kind
}

/** Backoff after the first, second … attempt; greylisting lifts within minutes, a full mailbox within a day. */
const RETRY_AFTER_MS = [1 * MINUTE_MS, 10 * MINUTE_MS, 1 * HOUR_MS, 4 * HOUR_MS]
const MAX_RETRY_AFTER_MS = 6 * HOUR_MS

/** With this backoff a mail is given up after 23 to 29 hours. */
export const ATTEMPTS_ALLOWED = 8

/**
 * When to retry after `attempts` failures, in epoch milliseconds. Jitter of up to a quarter spreads mails that failed together.
 * @param random 0 ≤ random < 1
 */
export function computeNextAttempt(now: number, attempts: number, random: number): number {
  const wait = RETRY_AFTER_MS[attempts - 1] ?? MAX_RETRY_AFTER_MS
  return Math.round(now + wait * (1 + random / 4))
}

const MISSING_MAILBOX =
  /\b(?:unknown|no such|invalid) (?:\w+ )?(?:user|mailbox|recipient|address)\b|\b(?:user|mailbox|recipient|address|account) (?:\S+ )?(?:is )?(?:unknown|not found|does not exist|doesn't exist|invalid)\b/i

/** Whether a mail was refused because its mailbox does not exist. */
export function isHardBounce(failure: MailFailure): boolean {
  return failure.kind === 'rejected' && isMissingMailbox(failure)
}

/**
 * Whether the response says that the mailbox does not exist: enhanced code (RFC 3463) 5.1.1 (bad mailbox), 5.1.2 (bad system), 5.1.3
 * (syntax), 5.1.6 (moved) or 5.1.10 (null MX), or a bare 550 that mentions an unknown user. A full mailbox or a policy rejection is not a
 * hard bounce.
 */
export function isMissingMailbox({ smtpCode, enhancedCode, message }: Pick<MailFailure, 'smtpCode' | 'enhancedCode' | 'message'>): boolean {
  if (enhancedCode !== null) return /^5\.1\.(?:[1236]|10)$/.test(enhancedCode)
  return smtpCode === 550 && MISSING_MAILBOX.test(message)
}
