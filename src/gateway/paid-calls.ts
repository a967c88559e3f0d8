import {
  type PaidCalls,
  type Product,
  ProviderFailure,
  type ProviderFailureKind,
  type UpstreamAnswer,
  type UpstreamRequest,
} from '@isobar/providers/port'
import type { ReportError } from '../errors.ts'
import type { Breaker } from '../platform/upstream/breaker.ts'
import { UpstreamFailure, type UpstreamClient } from '../platform/upstream/client.ts'
import { createWriteBehind } from '../platform/write-behind.ts'
import { DAY_SECONDS } from '../time.ts'
import { type Allowance, type BudgetStatus, computeBudgetStatus, computeBudgetCeiling, computeSecondsUntilReset } from './budget.ts'
import { type CallContext, isOver } from './call-context.ts'
import { selectCallerBreaker, type CallerBreakers, createCallerBreakers, isHealthy, judgeCallerBreaker } from './caller-breakers.ts'
import { BudgetSpent, NotWanted } from './failure.ts'
import { awaitTurn } from './pace.ts'
import type { Caller } from './policy.ts'
import { toAccountHolder, type Allowances, getCallCause, toJobsHolder, buildReservation } from './reservation.ts'
import type { CallOutcome, FinishedCall, GatewayStore, Reservation } from './store.ts'
import type { CallCause } from './tables.ts'

/** Runs adapter work. Every call is paid before it is made; its outcome is judged when the work ends. */
export type Meter = ReturnType<typeof createMeter>

/** The usage of a window, in calls or in weighted calls. */
export interface Usage extends Allowance {
  readonly used: number
  /** The part of `limit` that background work may use. */
  readonly backgroundLimit: number
  readonly status: BudgetStatus
}

export interface MeterOptions extends Allowances {
  readonly store: GatewayStore
  readonly client: UpstreamClient
  readonly newBreaker: () => Breaker
  readonly onError: ReportError
  readonly onCall?: (product: string, outcome: string, durationMs: number) => void
  /** Called when calls to a product begin to fail, with the reason, and when one succeeds again, with null. */
  readonly onHealth?: (product: string, failure: string | null) => void
}

interface Paid {
  readonly callId: number
  readonly cause: CallCause
  /** Refunds a call that never left the process. */
  withdraw(): Promise<void>
}

interface MadeCall {
  readonly callId: number
  readonly cause: CallCause
  readonly product: string
  readonly breakers: CallerBreakers
  readonly caller: Caller
  durationMs: number
  status: number | null
  readonly failure: ProviderFailureKind | undefined
}

/** The calls of one piece of work. */
interface Trip {
  readonly made: MadeCall[]
  /** The failure of the call that never left the process. */
  notMade: unknown
}

/** Write-behind: batches within 50 ms, retried while the database is down. */
const OUTCOMES = { everyMs: 50, maxQueued: 10_000, maxBatch: 500 }
const LATEST_CALLS = 3

/** Keeps breakers and key faults per product in this process; budgets and the ledger are shared by all nodes. */
export function createMeter(options: MeterOptions) {
  const { store, client, newBreaker, onError } = options
  const outcomes = createWriteBehind<CallOutcome>({
    ...OUTCOMES,
    write: (finished) => store.updateOutcomes(finished),
    onError: (error) => onError(error, 'writing call outcomes'),
  })
  const breakers = new Map<string, CallerBreakers>()
  /** Calls that never left the process, so that the ledger has no row for them. */
  const unreached = new Map<string, readonly FinishedCall[]>()
  /** Products whose last call was refused for the key, and how: calls that are held back meanwhile fail for the same reason. */
  const keyFaults = new Map<string, ProviderFailureKind>()
  /** Products whose last call failed. */
  const failing = new Set<string>()

  function breakersFor(productId: string, { purpose }: CallContext): CallerBreakers {
    const known = purpose === 'probe' ? undefined : breakers.get(productId)
    if (known !== undefined) return known
    const fresh = createCallerBreakers(newBreaker)
    if (purpose !== 'probe') breakers.set(productId, fresh)
    return fresh
  }

  /** If this fails, the budget counts one call too many, which is safe; the caller still gets the original failure. */
  async function withdraw(callId: number, reservation: Reservation): Promise<void> {
    await store.withdraw(callId, reservation).catch((error: unknown) => onError(error, 'withdrawing a call that was not made'))
  }

  async function pay(product: Product, context: CallContext): Promise<Paid> {
    if (isOver(context)) throw new NotWanted(product.id)
    const reservation = buildReservation(product, context, options)
    const result = await store.reserve(reservation)
    if ('refused' in result) {
      const { share, windowSeconds } = result.refused
      throw new BudgetSpent(product.id, context.caller, computeSecondsUntilReset(reservation.nowMs, windowSeconds), share)
    }
    try {
      await awaitTurn(product, store)
      if (isOver(context)) throw new NotWanted(product.id)
    } catch (error) {
      await withdraw(result.callId, reservation)
      throw error
    }
    // The request may have been answered by other means during the reservation: then it did not wait for the call.
    const cause = getCallCause(context)
    if (cause === context.cause) context.spend.calls += 1
    return {
      callId: result.callId,
      cause,
      async withdraw() {
        if (cause === context.cause) context.spend.calls -= 1
        await withdraw(result.callId, reservation)
      },
    }
  }

  async function get(
    context: CallContext,
    trip: Trip,
    { product, url, headers = {}, isPublicOnly = false }: UpstreamRequest,
  ): Promise<UpstreamAnswer> {
    const callers = breakersFor(product.id, context)
    const breaker = selectCallerBreaker(callers, context.caller)
    const entry = breaker.enter()
    if (!entry.allowed) {
      throw (trip.notMade = notAsked(product.id, keyFaults.get(product.id) ?? 'circuit_open', entry.retryAfterMs))
    }
    let paid: Paid
    try {
      paid = await pay(product, context)
    } catch (error) {
      breaker.abandon()
      trip.notMade = error
      throw error
    }
    const call: MadeCall = {
      callId: paid.callId,
      cause: paid.cause,
      product: product.id,
      breakers: callers,
      caller: context.caller,
      durationMs: 0,
      status: null,
      failure: undefined,
    }
    const startedAt = performance.now()
    try {
      const answer = await client.get(url, { headers, isPublicOnly })
      call.status = answer.status
      trip.made.push(call)
      return answer
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error
      const failure = new ProviderFailure(error.kind === 'aborted' ? 'network' : error.kind, `${product.id}: ${error.message}`, {
        cause: error,
      })
      // An answered request has already reported its calls, so they stay in the ledger.
      if (error.sent || (context.cause === 'request' && context.spend.closed)) {
        trip.made.push({ ...call, failure: failure.kind, durationMs: performance.now() - startedAt })
      } else {
        judgeCallerBreaker(callers, context.caller, failure.kind, undefined)
        if (context.purpose !== 'probe') noteHealth(product.id, failure.kind, failure.message)
        noteUnreached(product.id, failure.kind)
        trip.notMade = failure
        await paid.withdraw()
      }
      throw failure
    } finally {
      call.durationMs = performance.now() - startedAt
    }
  }

  function noteUnreached(productId: string, outcome: ProviderFailureKind): void {
    const call = { startedAt: options.clock.now(), outcome, durationMs: null }
    unreached.set(productId, [call, ...(unreached.get(productId) ?? [])].slice(0, LATEST_CALLS))
  }

  function noteHealth(productId: string, outcome: ProviderFailureKind | 'ok', reason: string): void {
    if (isHealthy(outcome)) {
      if (failing.delete(productId)) options.onHealth?.(productId, null)
    } else if (!failing.has(productId)) {
      failing.add(productId)
      options.onHealth?.(productId, reason)
    }
  }

  function settle(call: MadeCall, failure: ProviderFailure | undefined): void {
    const kind = call.failure ?? failure?.kind ?? 'ok'
    judgeCallerBreaker(call.breakers, call.caller, kind, failure?.retryAfterSeconds)
    // Trial calls, and calls that began before the faults were forgotten, say nothing about the key in use.
    if (breakers.get(call.product) === call.breakers) {
      if (kind === 'refused_key' || kind === 'no_subscription') keyFaults.set(call.product, kind)
      else keyFaults.delete(call.product)
      noteHealth(call.product, kind, failure?.message ?? kind)
    }
    options.onCall?.(call.product, kind, call.durationMs)
    const { callId, cause, status, durationMs } = call
    const isQueued = outcomes.add({ callId, cause, outcome: kind, status, durationMs })
    if (!isQueued) onError(new Error('the queue is full'), 'writing call outcomes')
  }

  /** @throws ProviderFailure, including `budget_spent` and `circuit_open`, where nothing was sent */
  async function run<T>(context: CallContext, work: (calls: PaidCalls) => Promise<T>): Promise<T> {
    const trip: Trip = { made: [], notMade: undefined }
    let failure: ProviderFailure | undefined
    try {
      return await work({ get: (request) => get(context, trip, request), runPart: (part) => run(context, part) })
    } catch (error) {
      failure =
        error instanceof ProviderFailure
          ? error
          : new ProviderFailure('invalid_body', 'the adapter could not use the answer', { cause: error })
      throw error
    } finally {
      // Only the last call can have failed the work, and only if no later call was refused; the others succeeded.
      const last = failure === trip.notMade ? undefined : trip.made.at(-1)
      for (const call of trip.made) settle(call, call === last ? failure : undefined)
    }
  }

  return {
    run,

    /** The usage of each of the product's windows, longest first. */
    async usage(product: Product): Promise<readonly Usage[]> {
      const longestFirst = [...options.allowancesOf(product)].sort((a, b) => b.windowSeconds - a.windowSeconds)
      const now = options.clock.now()
      return Promise.all(
        longestFirst.map(async (allowance) => {
          const used = await store.findUsed(toAccountHolder(product), allowance.windowSeconds, now)
          const shares = options.shares()
          const backgroundLimit = computeBudgetCeiling(allowance.limit, 'job', shares)
          return { ...allowance, used, backgroundLimit, status: computeBudgetStatus(used, allowance.limit, shares) }
        }),
      )
    },

    /**
     * The latest calls to the product since an instant (epoch milliseconds), newest first: those of all nodes, plus this node's calls that
     * did not reach the provider.
     */
    async latestCalls({ id }: Product, sinceMs: number): Promise<readonly FinishedCall[]> {
      // Include calls that have just ended.
      await outcomes.flush()
      const finished = await store.listFinished(id, sinceMs, LATEST_CALLS)
      const failed = (unreached.get(id) ?? []).filter(({ startedAt }) => startedAt >= sinceMs)
      return [...finished, ...failed].sort((a, b) => b.startedAt - a.startedAt).slice(0, LATEST_CALLS)
    },

    /** Start of the latest call to the product that succeeded, not before an instant (both epoch milliseconds); null: none. */
    lastSuccess: async ({ id }: Product, sinceMs: number): Promise<number | null> => {
      await outcomes.flush()
      return store.findSuccess(id, sinceMs)
    },

    /** One client's shares of the product. */
    clientShares: options.clientSharesOf,

    /** Forgets what was learned from failures, because the key has changed. */
    forgetFaults(): void {
      breakers.clear()
      unreached.clear()
    },

    /** The jobs' usage of the product today (UTC), in weighted calls; 0 for a product without a daily limit. */
    usedByJobs: (product: Product): Promise<number> => store.findUsed(toJobsHolder(product), DAY_SECONDS, options.clock.now()),

    /** Resolves when the ledger holds the outcome of every finished call. */
    drain: (): Promise<void> => outcomes.flush(),
  }
}

function notAsked(product: string, kind: ProviderFailureKind, retryAfterMs: number): ProviderFailure {
  return new ProviderFailure(kind, `${product} is resting after failures`, {
    retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)),
  })
}
