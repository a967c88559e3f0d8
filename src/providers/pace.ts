import { setTimeout as wait } from 'node:timers/promises'
import { ProviderFailure } from './provider.ts'

/** The clock of the process in milliseconds, and a way to wait. */
export interface PaceClock {
  now(): number
  wait(ms: number): Promise<unknown>
}

const SYSTEM: PaceClock = { now: () => performance.now(), wait: (ms) => wait(ms) }
/** The time limit of a call begins after the wait, so the wait has one of its own. */
const MAX_WAIT_SECONDS = 2

/**
 * A function that resolves when its caller may go on: `gapMs` after the caller before it. If that is more than two seconds away, it refuses, and
 * takes no turn.
 * @throws ProviderFailure, `budget_spent`
 */
export function createPace(name: string, gapMs: number, clock: PaceClock = SYSTEM): () => Promise<void> {
  let free = -Infinity
  return async () => {
    const now = clock.now()
    const turn = Math.max(now, free)
    if (turn - now > MAX_WAIT_SECONDS * 1_000) {
      throw new ProviderFailure('budget_spent', `${name}: budget_spent, too many calls are waiting`, {
        retryAfterSeconds: MAX_WAIT_SECONDS,
      })
    }
    free = turn + gapMs
    if (turn > now) await clock.wait(turn - now)
  }
}
