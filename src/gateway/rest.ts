import { LRUCache } from 'lru-cache'
import type { Clock } from '../platform/clock.ts'
import type { ProviderFailure } from '../providers/provider.ts'
import type { Cell } from '../weather/cell.ts'

/**
 * Cells that a provider has just failed for are left alone for a while, the longer the more often: the circuit breaker guards against
 * a provider that is down, this against one that cannot answer for a place.
 */
export interface Rests {
  /** The failure that the cell is resting from, if it is. */
  failureOf(cell: Cell): ProviderFailure | undefined
  note(cell: Cell, failure: ProviderFailure): void
  clear(cell: Cell): void
}

const FIRST_MS = 5_000
const LONGEST_MS = 600_000
const MAX_CELLS = 10_000

export function createRests(clock: Clock, random: () => number = Math.random): Rests {
  const resting = new LRUCache<number, { until: number; failures: number; failure: ProviderFailure }>({ max: MAX_CELLS })
  return {
    failureOf(cell) {
      const rest = resting.get(cell.id)
      return rest !== undefined && rest.until > clock.now() ? rest.failure : undefined
    },
    note(cell, failure) {
      // Nothing was asked, or the provider as a whole is at fault, which the breaker and the budget know.
      if (failure.kind === 'budget_spent' || failure.kind === 'circuit_open') return
      const failures = (resting.peek(cell.id)?.failures ?? 0) + 1
      const ms = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1))
      resting.set(cell.id, { until: clock.now() + ms * (0.75 + random() / 2), failures, failure })
    },
    clear(cell) {
      resting.delete(cell.id)
    },
  }
}
