import { setTimeout as sleep } from 'node:timers/promises'

/** How long a page waits for optional parts. */
const PATIENCE_MS = 1_500

/** The result, or `late` when it takes too long; the work continues in the background. */
export function limitWait<T, L>(asked: Promise<T>, late: L, patienceMs = PATIENCE_MS): Promise<T | L> {
  return Promise.race([asked, sleep(patienceMs, late, { ref: false })])
}
