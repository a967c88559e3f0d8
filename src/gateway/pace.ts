import { setTimeout as wait } from 'node:timers/promises'
import { type Product, ProviderFailure } from '@isobar/providers/port'
import type { GatewayStore } from './store.ts'

/** The time limit of a call begins after the wait, so the wait has one of its own. */
const MAX_WAIT_MS = 2_000
/** A process that was busy for longer takes another turn: its late calls would come together. */
const MAX_LATE_MS = 150

/**
 * Waits for the product's turn, which all nodes take from the database.
 * @throws ProviderFailure `budget_spent`, if it is more than two seconds away
 */
export async function awaitTurn({ id, pace }: Product, store: Pick<GatewayStore, 'takeTurn'>): Promise<void> {
  if (pace === undefined) return
  const since = performance.now()
  for (;;) {
    const waitMs = await store.takeTurn(pace, MAX_WAIT_MS - (performance.now() - since))
    if (waitMs === null) {
      throw new ProviderFailure('budget_spent', `${id}: budget_spent, too many calls are waiting`, {
        retryAfterSeconds: MAX_WAIT_MS / 1_000,
      })
    }
    const dueAt = performance.now() + waitMs
    if (waitMs > 0) await wait(waitMs)
    if (performance.now() - dueAt <= MAX_LATE_MS) return
  }
}
