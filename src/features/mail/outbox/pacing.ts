import type { ReportError } from '../../../errors.ts'
import { computeBackoffMs } from '../../../platform/backoff.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { MailTransport } from '../../../platform/mail/transport.ts'
import { MINUTE_MS, DAY_MS } from '../../../time.ts'
import type { OutboxStore } from './outbox-store.ts'

export interface ThrottleOptions {
  /** Read for every mail; null: no limit. */
  readonly perSecond: () => number | null
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/**
 * Token bucket: at most `perSecond` mails per second on average, after a burst of at most one second's worth. An idle throttle allows a
 * burst. `sleep` takes milliseconds and rejects when its signal aborts.
 */
export function createThrottle({ perSecond, monotonicMs, sleep }: ThrottleOptions) {
  /** When the bucket will be full again if nothing more is taken. */
  let fullAt = -Infinity

  return {
    /** Resolves when the next mail may be sent; rejects with the signal's reason. */
    async take(signal: AbortSignal): Promise<void> {
      const rate = perSecond()
      if (rate === null) return
      const now = monotonicMs()
      const perMail = 1_000 / rate
      fullAt = Math.max(fullAt, now) + perMail
      // Rates below one per second allow a burst of one mail.
      const wait = fullAt - now - Math.max(1_000, perMail)
      if (wait > 0) await sleep(wait, signal)
    },
  }
}

const FIRST_PAUSE_MS = 1_000
/** Short enough that what is known of the server is never much older. */
const MAX_PAUSE_MS = MINUTE_MS

/**
 * Backoff of all sending while the mail server is unreachable: from one second to a minute, doubled each time. `monotonicMs`: a clock
 * that never goes back, in milliseconds.
 */
export function createPause(monotonicMs: () => number) {
  let failures = 0
  let until = -Infinity
  const remainingMs = (): number => Math.max(0, until - monotonicMs())
  return {
    /** Milliseconds still to wait; 0: none. */
    remainingMs,
    /**
     * Reports that the server is unreachable. Failures of mails in flight together count once. Returns true for the one that begins the
     * pause.
     */
    begin(): boolean {
      if (remainingMs() > 0) return false
      until = monotonicMs() + computeBackoffMs(FIRST_PAUSE_MS, MAX_PAUSE_MS, failures)
      failures += 1
      return true
    },
    /** Reports a successful delivery, which resets the backoff. */
    end(): void {
      failures = 0
      until = -Infinity
    },
  }
}

export interface ServerWatchOptions {
  readonly outbox: Pick<OutboxStore, 'recordMailServer' | 'mailServerSeenAt'>
  readonly transport: Pick<MailTransport, 'kind'>
  readonly clock: Clock
  readonly onError: ReportError
}

const RECORD_EVERY_MS = MINUTE_MS
/** Longer than any deployment or outage of the nodes that send. */
const WAIT_FOR_SERVER_MS = DAY_MS

/**
 * Keeps a node that writes mails to files from taking those that another node would send. A node with a mail server records it in the
 * database; until a day after the last record, the others leave waiting mails alone.
 */
export function createServerWatch({ outbox, transport, clock, onError }: ServerWatchOptions) {
  let recordedAt = -Infinity
  let isWaiting = false

  return {
    /** Whether this node may take mails now. */
    async maySend(): Promise<boolean> {
      const now = clock.now()
      if (transport.kind === 'smtp') {
        if (Math.abs(now - recordedAt) >= RECORD_EVERY_MS) {
          await outbox.recordMailServer(now)
          recordedAt = now
        }
        return true
      }
      const wasWaiting = isWaiting
      const seenAt = await outbox.mailServerSeenAt()
      isWaiting = seenAt !== null && now - seenAt < WAIT_FOR_SERVER_MS
      if (isWaiting && !wasWaiting)
        onError(new Error('this node has no mail server, but another node has had one within the last day'), 'leaving mails to it')
      return !isWaiting
    },
  }
}
