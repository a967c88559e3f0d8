import { setTimeout as sleep } from 'node:timers/promises'

/** Monotonic time and sleeping, unaffected by changes of the system clock. Injected so that tests control how time passes. */
export interface Timers {
  /** Milliseconds since an arbitrary instant; never decreases. */
  monotonicMs(): number
  /** Does not keep the process alive. Rejects when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemTimers: Timers = {
  monotonicMs: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { ref: false, ...(signal === undefined ? {} : { signal }) }),
}
