export interface LimitRule {
  /** Requests per window and client; 0: no limit. */
  readonly limit: number
  readonly windowSeconds: number
}

/**
 * A window slides in slots of a sixth of its length. A slot counts until its last request has left the window, so at any time seven
 * slots count: no window of any position exceeds the limit, and quota returns at most one slot late.
 */
const SLOTS_PER_WINDOW = 6
export const COUNTED_SLOTS = SLOTS_PER_WINDOW + 1

/** A client's counts in the slots that count. */
export interface Count {
  /** The slot of its last request. */
  lastRequest: number
  /** The newest slot in both lists; the slot `n` is at index `n % COUNTED_SLOTS`. */
  newest: number
  /** The totals over all nodes that are known; in a worker, what other processes counted. */
  readonly settled: number[]
  /** Counted here since the last settling; in a worker, which settles nothing, all that it counted itself. */
  readonly pending: number[]
  /** In all slots. */
  used: number
  /** The totals of slots before this one are final and known. */
  finalBefore: number
  /** Whether the supervisor alone counts this client, as long as any of its requests counts: see `worker-limiter.ts`. */
  isCentral: boolean
}

/** One limit with the counts of its clients. */
export interface LimitState {
  readonly name: string
  readonly windowSeconds: number
  readonly slotSeconds: number
  limit: number
  /** The newest slot of any client; epoch seconds divided by `slotSeconds`. */
  slot: number
  /** Ordered by the slot of each client's last request. */
  readonly counts: Map<string, Count>
  /** Clients with pending counts, when counts are shared. */
  readonly changed: Set<string>
  /** Round-robin over all clients, to fetch what other nodes counted. */
  round: MapIterator<[string, Count]> | undefined
}

/** The state of a limit before its first request. */
export function createLimitState(name: string, { limit, windowSeconds }: LimitRule): LimitState {
  const slotSeconds = windowSeconds / SLOTS_PER_WINDOW
  return { name, windowSeconds, slotSeconds, limit, slot: 0, counts: new Map(), changed: new Set(), round: undefined }
}

export const computeSlot = ({ slotSeconds }: LimitState, epochSeconds: number): number => Math.floor(epochSeconds / slotSeconds)

/** The oldest slot that counts while `slot` is the current one. */
export const computeOldestSlot = (slot: number): number => slot - SLOTS_PER_WINDOW

export const computeSlotIndex = (slot: number): number => slot % COUNTED_SLOTS

/** A client's counts, moved on to the current slot. When full, the client that has been idle longest is forgotten. */
export function getCurrentCount(state: LimitState, key: string, nowSeconds: number, maxClients: number): Count {
  moveOn(state, nowSeconds)
  const { counts, slot } = state
  const count = counts.get(key)
  if (count?.lastRequest === slot) return count
  if (count === undefined) {
    if (counts.size >= maxClients) forgetFirst(state)
    const fresh = {
      lastRequest: slot,
      newest: slot,
      settled: zeros(),
      pending: zeros(),
      used: 0,
      finalBefore: computeOldestSlot(slot),
      isCentral: false,
    }
    counts.set(key, fresh)
    return fresh
  }
  advanceCount(count, slot)
  count.lastRequest = slot
  counts.delete(key)
  counts.set(key, count)
  return count
}

/** What was counted here, as far as it is not settled. */
export function sumPending({ pending }: Count): number {
  let sum = 0
  for (const each of pending) sum += each
  return sum
}

/** Seconds until at least `needed` of what a client has used is available again, at least 1; the whole window if it has not used as much. */
export function computeSecondsUntilFree(
  { slotSeconds, windowSeconds, slot: current }: LimitState,
  count: Count,
  needed: number,
  nowSeconds: number,
): number {
  let freed = 0
  for (let slot = computeOldestSlot(current); slot <= current; slot++) {
    const i = computeSlotIndex(slot)
    freed += (count.settled[i] ?? 0) + (count.pending[i] ?? 0)
    if (freed >= needed && freed > 0) return Math.max(1, Math.ceil((slot + 1) * slotSeconds + windowSeconds - nowSeconds))
  }
  return windowSeconds
}

/** Empties the slots that no longer count when `slot` is the current one. */
export function advanceCount(count: Count, slot: number): void {
  for (let next = Math.max(count.newest + 1, computeOldestSlot(slot)); next <= slot; next++) {
    const i = computeSlotIndex(next)
    count.used -= (count.settled[i] ?? 0) + (count.pending[i] ?? 0)
    count.settled[i] = 0
    count.pending[i] = 0
  }
  count.newest = slot
}

/** Moves a limit on to the current slot and forgets the clients of which no slot counts. */
export function moveOn(state: LimitState, nowSeconds: number): void {
  const slot = computeSlot(state, nowSeconds)
  // Two callers may have read the clock in either order; by more than that, the clock was set back.
  if (slot === state.slot || slot === state.slot - 1) return
  if (slot < state.slot) {
    state.counts.clear()
    state.changed.clear()
  }
  state.slot = slot
  for (const [key, { lastRequest }] of state.counts) {
    if (lastRequest >= computeOldestSlot(slot)) break
    state.counts.delete(key)
    state.changed.delete(key)
  }
}

const zeros = (): number[] => Array.from({ length: COUNTED_SLOTS }, () => 0)

function forgetFirst(state: LimitState): void {
  const first = state.counts.keys().next()
  if (first.done === true) return
  state.counts.delete(first.value)
  state.changed.delete(first.value)
}
