const FIRST_MS = 1_000
const LONGEST_MS = 5 * 60_000

/**
 * Backoff of all sending while the mail server is unreachable: from one second to five minutes, doubled each time. `monotonicMs`: a clock
 * that never goes back, in milliseconds.
 */
export function createPause(monotonicMs: () => number) {
  let waitMs = 0
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
      waitMs = waitMs === 0 ? FIRST_MS : Math.min(waitMs * 2, LONGEST_MS)
      until = monotonicMs() + waitMs
      return true
    },
    /** Reports a successful delivery, which resets the backoff. */
    end(): void {
      waitMs = 0
      until = -Infinity
    },
  }
}
