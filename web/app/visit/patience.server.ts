import { setTimeout as sleep } from 'node:timers/promises'

/** How long a page waits for what it can do without. */
const PATIENCE_MS = 1_500

/** What was asked for, or `late` when that takes too long; it goes on behind the page. */
export function inTime<T, L>(asked: Promise<T>, late: L, patienceMs = PATIENCE_MS): Promise<T | L> {
  return Promise.race([asked, sleep(patienceMs, late, { ref: false })])
}
