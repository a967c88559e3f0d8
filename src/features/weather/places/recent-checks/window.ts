import type { Clock } from '../../../../platform/clock.ts'
import { HOUR_MS, MINUTE_MS } from '../../../../time.ts'
import type { PlacesStore } from '../store.ts'

/** How far back searches count. */
export const WINDOW_MS = 30 * 24 * HOUR_MS

/** Epoch milliseconds of the start of the hour (UTC). */
export function floorToUtcHour(epochMs: number): number {
  return Math.floor(epochMs / HOUR_MS) * HOUR_MS
}

/** Keeps the totals to the last 30 days, and no client hash beyond its hour. */
export type CheckWindow = ReturnType<typeof createCheckWindow>

/** Clients are kept this long after their hour, so that a slow flush still recognises those already counted. */
const CLIENT_GRACE_MS = MINUTE_MS
/** Names of places without checks are kept this long, so that a first check finds its name. */
const NAME_MS = 90 * 24 * HOUR_MS

/** Safe to run on several nodes; each hour is subtracted once. */
export function createCheckWindow(store: PlacesStore, clock: Clock) {
  let done = -1
  let running: Promise<void> | undefined

  async function run(now: number): Promise<void> {
    await store.deleteClients(floorToUtcHour(now - CLIENT_GRACE_MS))
    while (await store.deleteOldestHour(floorToUtcHour(now) - WINDOW_MS - HOUR_MS));
    await store.deleteNames(now - NAME_MS)
    // After the grace period, nothing is left to do for this hour.
    if (now - floorToUtcHour(now) >= CLIENT_GRACE_MS) done = floorToUtcHour(now)
  }

  return {
    /** Subtracts the hours that have left the window since the last run. Concurrent calls share one run. */
    moveOn(): Promise<void> {
      const now = clock.now()
      if (done === floorToUtcHour(now)) return Promise.resolve()
      running ??= run(now).finally(() => {
        running = undefined
      })
      return running
    },
  }
}
