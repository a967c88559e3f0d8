export interface LimitRule {
  /** Requests per window and client; 0: no limit. */
  readonly limit: number
  readonly windowSeconds: number
}

/** A client's count in the current window. */
export interface Count {
  /** Total over all nodes as of the last settling. */
  settled: number
  /** Counted on this node since then. */
  pending: number
}

/** One limit with its current window. */
export interface LimitState {
  readonly name: string
  readonly windowSeconds: number
  limit: number
  /** Epoch seconds. */
  windowStart: number
  counts: Map<string, Count>
  /** Clients with pending counts, when counts are shared. */
  changed: Set<string>
  /** Round-robin over the clients without pending counts, to fetch their counts on other nodes. */
  round: MapIterator<[string, Count]> | undefined
}

/** The state of a limit before its first window. */
export function newState(name: string, rule: LimitRule): LimitState {
  return {
    name,
    windowSeconds: rule.windowSeconds,
    limit: rule.limit,
    windowStart: 0,
    counts: new Map(),
    changed: new Set(),
    round: undefined,
  }
}

/**
 * A client's count in the current window. All windows of a limit end together, so the old counts are dropped at once. When full, the client
 * seen first is forgotten: at worst its count restarts.
 */
export function countOf(state: LimitState, key: string, nowSeconds: number, maxClients: number): Count {
  const windowStart = nowSeconds - (nowSeconds % state.windowSeconds)
  if (windowStart !== state.windowStart) {
    state.windowStart = windowStart
    state.counts = new Map()
    state.changed = new Set()
    state.round = undefined
  }
  let count = state.counts.get(key)
  if (count === undefined) {
    if (state.counts.size >= maxClients) forgetFirst(state)
    count = { settled: 0, pending: 0 }
    state.counts.set(key, count)
  }
  return count
}

function forgetFirst(state: LimitState): void {
  const first = state.counts.keys().next()
  if (first.done === true) return
  state.counts.delete(first.value)
  state.changed.delete(first.value)
}
