import type { Count, LimitState } from './rate-state.ts'
import { MAX_DELTAS, type SharedWindows, type WindowDelta } from './shared-windows.ts'

interface Unsettled {
  readonly state: LimitState
  readonly key: string
  readonly count: Count
  readonly delta: WindowDelta
}

/**
 * Sends local counts to the other nodes and receives the totals, in batches. Counts added while a batch is in flight stay pending; a failed
 * batch stays pending as a whole and is retried at the next settling.
 */
export async function settleCounts(states: readonly LimitState[], windows: SharedWindows, hash: (key: string) => string): Promise<void> {
  const unsettled = states.flatMap((state) => unsettledOf(state, hash))
  for (let from = 0; from < unsettled.length; from += MAX_DELTAS) {
    const batch = unsettled.slice(from, from + MAX_DELTAS)
    const totals = await windows.settle(batch.map(({ delta }) => delta))
    for (const [i, { state, key, count, delta }] of batch.entries()) {
      count.settled = totals[i] ?? count.settled + delta.count
      count.pending -= delta.count
      if (count.pending === 0 && state.counts.get(key) === count) state.changed.delete(key)
    }
  }
}

function unsettledOf(state: LimitState, hash: (key: string) => string): Unsettled[] {
  const { name, windowStart, windowSeconds } = state
  return [...state.changed].flatMap((key) => {
    const count = state.counts.get(key)
    if (count === undefined) return []
    const delta = { name, key: hash(`${name} ${key}`), windowStart, windowSeconds, count: count.pending }
    return [{ state, key, count, delta }]
  })
}
