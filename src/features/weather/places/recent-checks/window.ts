import type { Clock } from '../../../../platform/clock.ts'
import type { PlacesStore } from '../store.ts'
import { hourOf, WINDOW_MS } from './hours.ts'
import { HOUR_MS } from '../../../../time.ts'

/** Keeps the totals to the last 30 days, and no client hash beyond its hour. */
export interface CheckWindow {
  /** Takes off what has left the window since the last time. Runs that coincide are one. */
  moveOn(): Promise<void>
}

/** What a slow flush brings in after the end of an hour is still told from what was counted in it. */
const CLIENT_GRACE_MS = 60_000
/** Names of places that nobody checks stay this long, so that a first check finds its name. */
const NAME_MS = 90 * 24 * HOUR_MS

export function createCheckWindow(store: PlacesStore, clock: Clock): CheckWindow {
  let done = -1
  let running: Promise<void> | undefined

  async function run(now: number): Promise<void> {
    await store.deleteClients(hourOf(now - CLIENT_GRACE_MS))
    while (await store.deleteOldestHour(hourOf(now) - WINDOW_MS - HOUR_MS));
    await store.deleteNames(now - NAME_MS)
    // Once the grace is over, this hour needs nothing more.
    if (now - hourOf(now) >= CLIENT_GRACE_MS) done = hourOf(now)
  }

  return {
    moveOn() {
      const now = clock.now()
      if (done === hourOf(now)) return Promise.resolve()
      running ??= run(now).finally(() => {
        running = undefined
      })
      return running
    },
  }
}
