import type { Clock } from '../../clock.ts'
import type { Logger } from '../../log.ts'
import { toLimitKey, NETWORK_FACTOR, widenLimitKey } from '../server/client-ip.ts'
import { learnTotals, type OnLearned, settleCounts } from './rate-settling.ts'
import {
  advanceCount,
  type Count,
  getCurrentCount,
  computeSlotIndex,
  type LimitRule,
  type LimitState,
  moveOn,
  createLimitState,
  computeSecondsUntilFree,
  sumPending,
} from './rate-state.ts'
import type { SharedWindows } from './shared-windows.ts'

export interface Taken {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Whole seconds until more is available, at least 1: for a refused request, until as much as it costs is. */
  readonly resetSeconds: number
}

/** The requests of all clients, counted towards named limits. */
export interface RateLimiter {
  /**
   * Counts a request of a client, an address or the id of a key, unless that would exceed the limit: the request is then refused and not
   * counted. An IPv6 address counts as its /64 and, at NETWORK_FACTOR times the limit, as its /48. `now`: the clock's time; `ownLimit`: this
   * client's, instead of that of all.
   */
  take(name: string, client: string, cost?: number, now?: number, ownLimit?: number): Taken | Promise<Taken>
  /** The same where it can be said at once; null: it was not counted, and `take` takes as long as another process does. */
  takeAtOnce(name: string, client: string, cost?: number, now?: number, ownLimit?: number): Taken | null
  rule(name: string): LimitRule
  /** Changes a limit; what was counted stays counted under the new one. */
  setLimit(name: string, limit: number): void
  close(): void
}

export interface RateLimiterOptions {
  readonly rules: Readonly<Record<string, LimitRule>>
  /** The rule of every other name; omitted: there are no others. */
  readonly otherRule?: LimitRule
  readonly clock: Clock
  /** The counts of the other nodes; omitted on a single node. */
  readonly shared?: { readonly windows: SharedWindows; readonly log: Logger; readonly onLearned?: OnLearned }
  /** Clients remembered for each limit. */
  readonly maxClients?: number
}

const DEFAULT_MAX_CLIENTS = 50_000
const SETTLE_EVERY_MS = 900
const NOTHING_LEARNED: OnLearned = () => undefined

/**
 * Sliding windows per client (`rate-state.ts`), counted in this process: synchronous and exact. With `shared`, nodes settle at least once a
 * second, so that together they overshoot by at most a second's requests each. @fastify/rate-limit is not used because it neither
 * sends the `RateLimit` draft's fields nor settles: each request would wait for the store.
 */
export function createRateLimiter(options: RateLimiterOptions) {
  const { clock, shared, otherRule, maxClients = DEFAULT_MAX_CLIENTS } = options
  const states = new Map(Object.entries(options.rules).map(([name, rule]) => [name, createLimitState(name, rule)]))
  let timer: NodeJS.Timeout | undefined
  let settling: Promise<void> | null = null

  function stateOf(name: string): LimitState {
    const state = states.get(name)
    if (state !== undefined) return state
    if (otherRule === undefined) throw new Error(`unknown rate limit ${name}`)
    const other = createLimitState(name, otherRule)
    states.set(name, other)
    return other
  }

  /** A client's counts towards a limit, and those of its network, if that is another. */
  function find(name: string, client: string, now: number): Found {
    const state = stateOf(name)
    const nowSeconds = Math.floor(now / 1000)
    const [key, networkKey] = keysOf(client)
    const own = getCurrentCount(state, key, nowSeconds, maxClients)
    const network = networkKey === key ? null : getCurrentCount(state, networkKey, nowSeconds, maxClients)
    return { state, nowSeconds, key, own, networkKey, network }
  }

  function add({ state, key, own, networkKey, network }: Found, cost: number): void {
    addPending(state, key, own, cost)
    if (network !== null) addPending(state, networkKey, network, cost)
  }

  function addPending(state: LimitState, key: string, count: Count, cost: number): void {
    const at = computeSlotIndex(state.slot)
    count.pending[at] = (count.pending[at] ?? 0) + cost
    count.used += cost
    if (shared !== undefined && cost > 0) state.changed.add(key)
  }

  /** Counts a request, if it is within the limit. */
  function count(found: Found, cost: number, limit: number): Taken {
    const { state, nowSeconds, own, network } = found
    const left = limit - own.used
    const leftOfNetwork = network === null ? left : limit * NETWORK_FACTOR - network.used
    const allowed = Math.min(left, leftOfNetwork) >= cost
    if (allowed) add(found, cost)
    const isOfNetwork = network !== null && leftOfNetwork < left
    const needed = allowed ? 1 : cost - (isOfNetwork ? leftOfNetwork : left)
    return {
      allowed,
      limit,
      remaining: Math.max(0, Math.min(left, leftOfNetwork) - (allowed ? cost : 0)),
      resetSeconds: computeSecondsUntilFree(state, isOfNetwork ? network : own, needed, nowSeconds),
    }
  }

  async function exchange({ windows, log, onLearned = NOTHING_LEARNED }: NonNullable<RateLimiterOptions['shared']>): Promise<void> {
    try {
      const all = [...states.values()]
      // First, so that what has just been settled is not fetched again.
      await learnTotals(all, windows, Math.floor(clock.now() / 1000), onLearned)
      await settleCounts(all, windows, onLearned)
    } catch (err) {
      log.warn({ err }, 'could not exchange rate limit counts with the other nodes; counting locally')
    }
  }

  async function settle(): Promise<void> {
    if (shared === undefined) return
    settling ??= exchange(shared).finally(() => {
      settling = null
    })
    await settling
  }

  function take(name: string, client: string, cost = 1, now = clock.now(), ownLimit?: number): Taken {
    const { limit, windowSeconds } = stateOf(name)
    const max = ownLimit ?? limit
    if (max === 0) return { allowed: true, limit: 0, remaining: 0, resetSeconds: windowSeconds }
    return count(find(name, client, now), cost, max)
  }

  return {
    take,
    takeAtOnce: take,
    /**
     * Counts a request in one of several processes, each of which counts at most `share` of the limit itself. Null: the share is used up, others have
     * counted the rest, or the supervisor alone counts this client.
     */
    takeShare(name: string, client: string, cost: number, now: number, limit: number, share: number): Taken | null {
      const found = find(name, client, now)
      const { own, network } = found
      if (own.isCentral || network?.isCentral === true) return null
      if (sumPending(own) + cost > share || (network !== null && sumPending(network) + cost > share * NETWORK_FACTOR)) return null
      const taken = count(found, cost, limit)
      return taken.allowed ? taken : null
    },
    /** Counts a request whatever the limit is. */
    add: (name: string, client: string, cost: number): void => add(find(name, client, clock.now()), cost),
    /** Notes what other processes counted, which is nobody's share here. */
    addOthers(name: string, client: string, cost: number): void {
      const found = find(name, client, clock.now())
      const at = computeSlotIndex(found.state.slot)
      for (const each of countsOf(found)) {
        each.settled[at] = (each.settled[at] ?? 0) + cost
        each.used += cost
      }
    },
    isCentral(name: string, client: string): boolean {
      const state = stateOf(name)
      moveOn(state, Math.floor(clock.now() / 1000))
      const [key, network] = keysOf(client)
      return state.counts.get(key)?.isCentral === true || state.counts.get(network)?.isCentral === true
    },
    /** Notes, as long as any of its requests counts, that the supervisor alone counts this client and its network. */
    setCentral(name: string, client: string): void {
      for (const each of countsOf(find(name, client, clock.now()))) each.isCentral = true
    },
    /** Every client and network, by its key, of which requests count. */
    *list(): Generator<{ readonly name: string; readonly client: string; readonly cost: number; readonly isCentral: boolean }> {
      for (const state of states.values()) {
        moveOn(state, Math.floor(clock.now() / 1000))
        for (const [client, count] of state.counts) {
          advanceCount(count, state.slot)
          if (count.used > 0 || count.isCentral) yield { name: state.name, client, cost: count.used, isCentral: count.isCentral }
        }
      }
    },
    rule(name: string): LimitRule {
      const { limit, windowSeconds } = stateOf(name)
      return { limit, windowSeconds }
    },
    setLimit(name: string, limit: number): void {
      stateOf(name).limit = limit
    },
    /** Exchanges counts with the other nodes once, or joins the exchange in flight. Never throws. */
    settle,
    /** Settles every `intervalMs` until closed. */
    start(intervalMs: number = SETTLE_EVERY_MS): void {
      if (shared === undefined || timer !== undefined) return
      timer = setInterval(() => void settle(), intervalMs)
      timer.unref()
    },
    close(): void {
      clearInterval(timer)
      timer = undefined
    },
  } satisfies RateLimiter & Record<string, unknown>
}

interface Found {
  readonly state: LimitState
  readonly nowSeconds: number
  readonly key: string
  readonly own: Count
  readonly networkKey: string
  /** Null where it is the client itself. */
  readonly network: Count | null
}

function countsOf({ own, network }: Found): readonly Count[] {
  return network === null ? [own] : [own, network]
}

/** The keys of a client and its network, which are the same but for an IPv6 address. A key stands for itself. */
function keysOf(client: string): readonly [key: string, network: string] {
  if (client.includes('/')) return [client, client]
  const key = toLimitKey(client)
  return [key, widenLimitKey(key)]
}
