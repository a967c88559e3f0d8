import type { Count, LimitState } from './rate-state.ts'
import { MAX_DELTAS, type SharedWindows, type WindowDelta, type WindowName } from './shared-windows.ts'

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
      // This node knows more than the shared store if that has lost its counts, as Valkey does when it is killed.
      count.settled = Math.max(totals[i] ?? 0, count.settled + delta.count)
      count.pending -= delta.count
      if (count.pending === 0 && state.counts.get(key) === count) state.changed.delete(key)
    }
  }
}

interface Quiet {
  readonly count: Count
  readonly window: WindowName
}

/**
 * Fetches what other nodes counted for clients that have counted nothing here since the last settling, so that a client who has used up a
 * limit elsewhere is refused here at the first request. At most MAX_DELTAS per call, in round-robin order.
 */
export async function learnTotals(
  states: readonly LimitState[],
  windows: SharedWindows,
  hash: (key: string) => string,
  nowSeconds: number,
): Promise<void> {
  const quiet: Quiet[] = []
  const running = states.filter(({ windowStart, windowSeconds }) => nowSeconds < windowStart + windowSeconds)
  // Limits with few clients leave the rest of their share to those with more.
  const fewestFirst = running.toSorted((a, b) => a.counts.size - b.counts.size)
  for (const [i, state] of fewestFirst.entries())
    quiet.push(...nextQuiet(state, hash, Math.floor((MAX_DELTAS - quiet.length) / (fewestFirst.length - i))))
  const totals = await windows.totals(quiet.map(({ window }) => window))
  for (const [i, { count }] of quiet.entries()) count.settled = Math.max(count.settled, totals[i] ?? 0)
}

/** The next clients in this limit's round; those that have used up the limit are skipped, since the totals cannot change that. */
function nextQuiet(state: LimitState, hash: (key: string) => string, most: number): Quiet[] {
  const found: Quiet[] = []
  const { name, windowStart, limit } = state
  state.round ??= state.counts.entries()
  for (let looks = 0; looks < MAX_DELTAS && found.length < most; looks++) {
    const next = state.round.next()
    if (next.done === true) {
      state.round = undefined
      break
    }
    const [key, count] = next.value
    if (count.pending === 0 && count.settled < limit) found.push({ count, window: { name, key: hash(`${name} ${key}`), windowStart } })
  }
  return found
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
