/** How long everything rests while the mail server cannot be reached: from a second to five minutes, doubled each time. */
export interface Pause {
  /** Milliseconds still to wait; 0: none. */
  remainingMs(): number
  /** The server could not be reached. Failures of mails that were under way together count once. Resolves to true for the one that began the pause. */
  begin(): boolean
  /** A mail went through. */
  end(): void
}

const FIRST_MS = 1_000
const LONGEST_MS = 5 * 60_000

export function createPause(monotonicMs: () => number): Pause {
  let waitMs = 0
  let until = -Infinity
  const remainingMs = (): number => Math.max(0, until - monotonicMs())
  return {
    remainingMs,
    begin() {
      if (remainingMs() > 0) return false
      waitMs = waitMs === 0 ? FIRST_MS : Math.min(waitMs * 2, LONGEST_MS)
      until = monotonicMs() + waitMs
      return true
    },
    end() {
      waitMs = 0
      until = -Infinity
    },
  }
}
