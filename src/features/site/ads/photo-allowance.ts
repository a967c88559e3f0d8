import type { Clock } from '../../../platform/clock.ts'
import { HOUR_MS } from '../../../time.ts'

/** The quota before approval by Unsplash; its responses give another where it applies. */
const CALLS_PER_HOUR = 50
/** The rest is left for calls of other nodes not known yet, and for manual checks. */
const USABLE_SHARE = 0.8

/**
 * The hourly quota that Unsplash gives an application, so that requests for unusual towns cannot use up everybody's calls. Tracks the
 * quota in memory; assumes CALLS_PER_HOUR until a response says otherwise.
 */
export function createPhotoAllowance(clock: Clock) {
  let limit = CALLS_PER_HOUR
  let hour = 0
  let spent = 0

  function turn(): void {
    const now = Math.floor(clock.now() / HOUR_MS)
    if (now === hour) return
    hour = now
    spent = 0
  }

  return {
    /** Whether that many more calls fit. */
    has(calls: number): boolean {
      turn()
      return spent + calls <= limit * USABLE_SHARE
    },
    /** Records one call. */
    spend(): void {
      turn()
      spent += 1
    },
    /** Learns from a response how many calls are left, counting those of all nodes. */
    learn(headers: Readonly<Record<string, string | string[] | undefined>>): void {
      const [stated, remaining] = [countIn(headers['x-ratelimit-limit']), countIn(headers['x-ratelimit-remaining'])]
      if (stated === null || remaining === null) return
      turn()
      limit = stated
      spent = Math.max(spent, stated - remaining)
    },
  }
}

function countIn(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,9}$/.test(header) ? Number(header) : null
}
