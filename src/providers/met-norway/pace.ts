import { setTimeout as wait } from 'node:timers/promises'

/** The clock of the process in milliseconds, and a way to wait. */
export interface PaceClock {
  now(): number
  wait(ms: number): Promise<unknown>
}

const SYSTEM: PaceClock = { now: () => performance.now(), wait: (ms) => wait(ms) }

/** A function that resolves when its caller may go on: `gapMs` after the caller before it. */
export function createPace(gapMs: number, clock: PaceClock = SYSTEM): () => Promise<void> {
  let free = -Infinity
  return async () => {
    const now = clock.now()
    const turn = Math.max(now, free)
    free = turn + gapMs
    if (turn > now) await clock.wait(turn - now)
  }
}
