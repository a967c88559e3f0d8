import { AppError, type ReportError } from '../errors.ts'
import { ProviderFailure } from '../providers/provider.ts'
import type { CellScope } from '../domain/scope.ts'
import type { CallContext, Spend } from './call-context.ts'
import type { CellCache, CellEntry } from './cell-cache.ts'
import type { Deliveries, Delivery } from './deliveries.ts'
import { asAppError } from './failure.ts'
import type { WeatherQuery } from './gateway.ts'
import type { Held, Holding } from './holding.ts'
import { attempt, type Hedge, hedged, lateAfter, type Outcome } from './race.ts'
import { asOrdinary, fallbackScopeOf } from './record.ts'
import { BudgetSpent } from './refusals.ts'

/** The cached data of a place when a query has to wait for a provider. */
export interface Known<S extends CellScope> {
  /** The record that people are shown, however old. */
  readonly held: Held<S> | undefined
  /** The fallback's record, however old. */
  readonly fallback: Held<S> | undefined
  readonly entry: CellEntry | undefined
}

export interface Waited<S extends CellScope> {
  readonly held: Held<S>
  readonly cacheHit: boolean
  /** Calls that were made and waited for, including failed ones. */
  readonly tokensUsed: number
}

export interface WaitingOptions {
  readonly deliveries: (scope: CellScope) => Deliveries | undefined
  readonly cells: CellCache
  readonly holding: Holding
  readonly upstreamTimeoutMs: number
  readonly onError: ReportError
}

/** An answer and its origin. */
interface Found<S extends CellScope> {
  readonly held: Held<S>
  /** True for a fallback's record that people have not been shown yet. */
  readonly isFallback: boolean
  /** True if it was cached before this query. */
  readonly wasKnown: boolean
}

/** By then a person may have requested the place. */
const CRAWLER_RETRY_SECONDS = 3_600

/**
 * Answers queries that have to wait for a provider. Holds no state but pending writes; the deadline and the asker come with each query.
 */
export function createWaiting(options: WaitingOptions) {
  const { deliveries, cells, holding, onError } = options
  const writing = new Set<Promise<void>>()

  /** @throws AppError service_unavailable */
  function waysFor({ scope, asker }: WeatherQuery<CellScope>): Deliveries {
    const ways = deliveries(scope)
    if (ways === undefined) throw notDelivered()
    if (asker.caller !== 'crawler' || !ways.isPrimary) return ways
    // A crawler's request never calls the primary.
    if (ways.fallback === undefined) throw notBought()
    return { ...ways, first: ways.fallback, fallback: undefined, isPrimary: false }
  }

  async function wait<S extends CellScope>(query: WeatherQuery<S>, known: Known<S>, deadlineMs: number): Promise<Waited<S>> {
    const ways = waysFor(query)
    const last = lastResort(known)
    if (deadlineMs <= 0) return { held: orThrow(last, undefined), cacheHit: true, tokensUsed: 0 }
    const spend: Spend = { calls: 0, closed: false }
    const context: CallContext = { ...query.asker, scope: query.scope, cellId: query.cell.id, spend }
    const timers = new AbortController()
    // A caller that only wants newer data than the cached record falls back on that record.
    const fallback = known.held === undefined || known.held.freshness === 'emergency' ? ways.fallback : undefined
    let firstFailure: unknown
    const first = attempt(fetchFirst(ways.first, query, context, known.entry)).then((outcome) => {
      if (outcome.kind === 'failed') firstFailure = outcome.failure
      return outcome
    })
    const hedge: Hedge<Found<S>> = {
      first,
      second: fallback && (() => attempt(fallbackFor(fallback, query, { ...context, purpose: 'fallback' }, known, last, firstFailure))),
      afterMs: Math.min(options.upstreamTimeoutMs, deadlineMs) / 2,
      signal: timers.signal,
    }
    try {
      const outcome: Outcome<Found<S>> = await Promise.race([hedged(hedge), lateAfter(deadlineMs, timers.signal)])
      if (outcome.kind !== 'fulfilled') {
        const held = orThrow(last, outcome.kind === 'failed' ? outcome.failure : undefined)
        // Data served after a failed call is not a cache hit: the call was paid and waited for.
        return { held, cacheHit: spend.calls === 0, tokensUsed: spend.calls }
      }
      const { isFallback, wasKnown } = outcome.value
      // A record fetched for a background caller answers this person only: the next one calls the first provider again.
      const mayShow = isFallback && !wasKnown && context.caller === 'person' && !isPersonal(firstFailure)
      const held = mayShow ? show(query, ways, known, outcome.value.held) : outcome.value.held
      return { held, cacheHit: wasKnown && spend.calls === 0, tokensUsed: spend.calls }
    } finally {
      spend.closed = true
      timers.abort()
    }
  }

  async function fetchFirst<S extends CellScope>(
    delivery: Delivery,
    query: WeatherQuery<S>,
    context: CallContext,
    seen: CellEntry | undefined,
  ): Promise<Found<S>> {
    return { held: await fetchScope(delivery, query, context, seen), isFallback: false, wasKnown: false }
  }

  /**
   * The fallback for the first provider. A caller refused for its own limit gets any known record, however old, before a call is bought for
   * it; all others get a recent fallback record before the fallback is called again.
   */
  async function fallbackFor<S extends CellScope>(
    delivery: Delivery,
    query: WeatherQuery<S>,
    context: CallContext,
    known: Known<S>,
    last: Held<S> | undefined,
    firstFailure: unknown,
  ): Promise<Found<S>> {
    if (last !== undefined && isPersonal(firstFailure)) return { held: last, isFallback: false, wasKnown: true }
    const isYoung = known.fallback?.freshness === 'fresh'
    const held = isYoung && known.fallback ? known.fallback : await fetchScope(delivery, query, context, known.entry)
    // An unavailable series from the fallback is no better than the cached one.
    if (!held.record.available && last?.record.available === true) return { held: last, isFallback: false, wasKnown: true }
    return { held, isFallback: true, wasKnown: isYoung }
  }

  /** @throws ProviderFailure, also if the fetch did not bring the requested scope */
  async function fetchScope<S extends CellScope>(
    delivery: Delivery,
    { cell, scope }: WeatherQuery<S>,
    context: CallContext,
    seen: CellEntry | undefined,
  ): Promise<Held<S>> {
    try {
      const entry = await delivery.fetch.fetch(cell, delivery.scopes, context, seen)
      const isOrdinary = delivery.scopes.includes(scope)
      const held = isOrdinary ? holding.heldOf(entry, scope, 'upstream') : holding.fallbackOf(entry, scope, 'upstream')
      if (held === undefined) throw new ProviderFailure('invalid_body', `the answer lacks ${scope}`)
      return held
    } catch (error) {
      if (!(error instanceof ProviderFailure)) onError(error, 'fetching a cell')
      throw error
    }
  }

  /** The first provider was called for a person and did not answer: people are now shown the fallback's records. */
  function show<S extends CellScope>(
    { cell, scope }: WeatherQuery<S>,
    { together }: Deliveries,
    { entry }: Known<S>,
    held: Held<S>,
  ): Held<S> {
    const now = cells.peek(cell) ?? entry
    const records = together.flatMap((each) => {
      const fallbackScope = fallbackScopeOf(each)
      const record = fallbackScope && held.entry.records[fallbackScope]
      if (record === undefined) return []
      const shown = now?.records[each]
      return shown === undefined || record.fetchedAt > shown.fetchedAt ? [asOrdinary(record)] : []
    })
    if (records.length === 0) return held
    const { entry: stored, written } = cells.store(cell, records)
    const tracked = written.catch((error: unknown) => onError(error, 'writing fallback records')).finally(() => writing.delete(tracked))
    writing.add(tracked)
    return holding.heldOf(stored, scope, held.layer) ?? held
  }

  return {
    /**
     * Tries the scope's first provider, then the fallback, then the newest data that has not expired, then throws; within `deadlineMs`.
     * @throws AppError
     */
    wait,
    /** Resolves when everything that people were shown is in the second level. */
    async drain(): Promise<void> {
      await Promise.all(writing)
    },
  }
}

/** Whether the caller was refused for its own limit: the provider was not called, and would have answered others. */
function isPersonal(failure: unknown): boolean {
  return failure instanceof BudgetSpent && failure.personal
}

/** The record to serve when no provider answers: one that needs no refresh yet, else the newest. */
function lastResort<S extends CellScope>({ held, fallback }: Known<S>): Held<S> | undefined {
  return held !== undefined && held.freshness !== 'emergency' ? held : youngest(held, fallback)
}

/** The newer of the two; a record without a series never wins over one with a series. */
export function youngest<S extends CellScope>(a: Held<S> | undefined, b: Held<S> | undefined): Held<S> | undefined {
  if (a === undefined || b === undefined) return a ?? b
  if (a.record.available !== b.record.available) return a.record.available ? a : b
  return b.record.fetchedAt > a.record.fetchedAt ? b : a
}

function orThrow<S extends CellScope>(held: Held<S> | undefined, failure: unknown): Held<S> {
  if (held === undefined) throw asAppError(failure)
  return held
}

function notDelivered(): AppError {
  return new AppError(
    'service_unavailable',
    'The plan of the weather provider does not include this forecast, and the fallback provider is off.',
  )
}

function notBought(): AppError {
  return new AppError('service_unavailable', 'There is no cached data for this place, and crawlers only get cached data.', {
    retryAfterSeconds: CRAWLER_RETRY_SECONDS,
  })
}
