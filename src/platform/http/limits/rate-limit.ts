import { createHmac } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import type { Logger } from '../../log.ts'
import { limitKeyOf } from '../server/client-ip.ts'
import { learnTotals, settleCounts } from './rate-settling.ts'
import { countOf, indexOf, type LimitRule, type LimitState, newState, secondsUntilFree } from './rate-state.ts'
import type { SharedWindows } from './shared-windows.ts'

export interface Taken {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Whole seconds until more is available, at least 1: for a refused request, until as much as it costs is. */
  readonly resetSeconds: number
}

export interface RateLimiterOptions {
  readonly rules: Readonly<Record<string, LimitRule>>
  readonly clock: Clock
  /** The counts of the other nodes; omitted on a single node. `hashKey` is a secret that all nodes share. */
  readonly shared?: { readonly windows: SharedWindows; readonly hashKey: string; readonly log: Logger }
  /** Clients remembered for each limit. */
  readonly maxClients?: number
}

export type RateLimiter = ReturnType<typeof createRateLimiter>

const DEFAULT_MAX_CLIENTS = 50_000
const SETTLE_EVERY_MS = 900

/**
 * Sliding windows per client (`rate-state.ts`). Counting is local and synchronous; with `shared`, nodes settle at least once a
 * second, so that together they overshoot by at most a second's requests each. @fastify/rate-limit is not used because it neither
 * sends the `RateLimit` draft's fields nor settles: each request would wait for the store.
 */
export function createRateLimiter(options: RateLimiterOptions) {
  const { clock, shared, maxClients = DEFAULT_MAX_CLIENTS } = options
  const states = new Map(Object.entries(options.rules).map(([name, rule]) => [name, newState(name, rule)]))
  let timer: NodeJS.Timeout | undefined
  let settling: Promise<void> | null = null

  function stateOf(name: string): LimitState {
    const state = states.get(name)
    if (state === undefined) throw new Error(`unknown rate limit ${name}`)
    return state
  }

  async function exchange(shared: NonNullable<RateLimiterOptions['shared']>): Promise<void> {
    const hash = (key: string) => createHmac('sha256', shared.hashKey).update(key).digest('base64url').slice(0, 22)
    try {
      const all = [...states.values()]
      // First, so that what has just been settled is not fetched again.
      await learnTotals(all, shared.windows, hash, Math.floor(clock.now() / 1000))
      await settleCounts(all, shared.windows, hash)
    } catch (err) {
      shared.log.warn({ err }, 'could not exchange rate limit counts with the other nodes; counting locally')
    }
  }

  async function settle(): Promise<void> {
    if (shared === undefined) return
    settling ??= exchange(shared).finally(() => {
      settling = null
    })
    await settling
  }

  return {
    /**
     * Counts a request, unless that would exceed the limit: the request is then refused and not counted. Synchronous. `now`: the clock's time;
     * `limit`: this client's own.
     */
    take(name: string, ip: string, cost: number = 1, now: number = clock.now(), limit: number = stateOf(name).limit): Taken {
      const state = stateOf(name)
      const nowSeconds = Math.floor(now / 1000)
      if (limit === 0) return { allowed: true, limit: 0, remaining: 0, resetSeconds: state.windowSeconds }
      const key = limitKeyOf(ip)
      const count = countOf(state, key, nowSeconds, maxClients)
      const allowed = count.used + cost <= limit
      const needed = allowed ? 1 : count.used + cost - limit
      if (allowed) {
        const at = indexOf(state.slot)
        count.pending[at] = (count.pending[at] ?? 0) + cost
        count.used += cost
        if (shared !== undefined) state.changed.add(key)
      }
      return {
        allowed,
        limit,
        remaining: Math.max(0, limit - count.used),
        resetSeconds: secondsUntilFree(state, count, needed, nowSeconds),
      }
    },
    rule(name: string): LimitRule {
      const { limit, windowSeconds } = stateOf(name)
      return { limit, windowSeconds }
    },
    /** Changes a limit; what was counted stays counted under the new one. */
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
  }
}
