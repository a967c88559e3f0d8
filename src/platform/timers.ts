import { setTimeout as sleep } from 'node:timers/promises'

/** Durations, as opposed to the clock, which can be set. Passed in, so that a test decides how time passes. */
export interface Timers {
  /** Milliseconds since some instant; never goes back. */
  monotonicMs(): number
  /** Keeps no process alive. Rejects when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemTimers: Timers = {
  monotonicMs: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { ref: false, ...(signal === undefined ? {} : { signal }) }),
}
