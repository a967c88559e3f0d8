import { backoffMs } from '../../../platform/backoff.ts'
import { MINUTE_MS } from '../../../time.ts'

const FIRST_MS = 1_000
const LONGEST_MS = 5 * MINUTE_MS

/**
 * Backoff of all sending while the mail server is unreachable: from one second to five minutes, doubled each time. `monotonicMs`: a clock
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
      until = monotonicMs() + backoffMs(FIRST_MS, LONGEST_MS, failures)
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
