import { AppError, type ReportError } from '../errors.ts'
import { ProviderFailure } from '../providers/provider.ts'
import type { CellScope } from '../domain/scope.ts'
import { type CallContext, isCheap, type Spend } from './call-context.ts'
import type { CellCache, CellEntry } from './cell-cache.ts'
import type { Deliveries, Delivery } from './deliveries.ts'
import { asAppError } from './failure.ts'
import type { WeatherQuery } from './gateway.ts'
import type { Held, Holding } from './holding.ts'
import { attempt, type Hedge, hedged, lateAfter, type Outcome } from './race.ts'
import { asOrdinary, fallbackScopeOf } from './record.ts'
import { BudgetSpent } from './refusals.ts'

/** What is held of a place when a query has to wait for a provider. */
export interface Known<S extends CellScope> {
  /** What people are shown, however old. */
  readonly held: Held<S> | undefined
  /** What was brought in place of the first provider, however old. */
  readonly fallback: Held<S> | undefined
  readonly entry: CellEntry | undefined
}

export interface Waited<S extends CellScope> {
  readonly held: Held<S>
  readonly cacheHit: boolean
  /** Calls that were made and waited for, failed ones included. */
  readonly tokensUsed: number
}

export interface WaitingOptions {
  readonly deliveries: (scope: CellScope) => Deliveries | undefined
  readonly cells: CellCache
  readonly holding: Holding
  readonly upstreamTimeoutMs: number
  readonly onError: ReportError
}

/** How a query that waits is answered. */
export interface Waiting {
  /**
   * The first provider of the scope, then the one that stands in, then the youngest data that still says something about now, then the
   * error; within `deadlineMs`.
   * @throws AppError
   */
  wait<S extends CellScope>(query: WeatherQuery<S>, known: Known<S>, deadlineMs: number): Promise<Waited<S>>
  /** Resolves when everything that was shown is in the second level. */
  drain(): Promise<void>
}

/** An answer and where it is from. */
interface Found<S extends CellScope> {
  readonly held: Held<S>
  /** True for a fallback's that has not been shown to people so far. */
  readonly isFallback: boolean
  /** True when it was held before. */
  readonly wasKnown: boolean
}

/** Somebody may have looked at the place by then. */
const CRAWLER_RETRY_SECONDS = 3_600

export function createWaiting(options: WaitingOptions): Waiting {
  const { deliveries, cells, holding, onError } = options
  const writing = new Set<Promise<void>>()

  /** @throws AppError service_unavailable */
  function waysFor({ scope, asker }: WeatherQuery<CellScope>): Deliveries {
    const ways = deliveries(scope)
    if (ways === undefined) throw notDelivered()
    if (asker.crawler !== true || !ways.isPrimary) return ways
    // A crawler's request never reaches the primary.
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
    // Whoever only wants younger data than what is held has that to fall back on.
    const fallback = known.held === undefined || known.held.freshness === 'emergency' ? ways.fallback : undefined
    let firstFailure: unknown
    const first = attempt(fetchFirst(ways.first, query, context, known.entry)).then((outcome) => {
      if (outcome.kind === 'failed') firstFailure = outcome.failure
      return outcome
    })
    const hedge: Hedge<Found<S>> = {
      first,
      second: fallback && (() => attempt(fallbackFor(fallback, query, { ...context, fallback: true }, known, last, firstFailure))),
      afterMs: Math.min(options.upstreamTimeoutMs, deadlineMs) / 2,
      signal: timers.signal,
    }
    try {
      const outcome: Outcome<Found<S>> = await Promise.race([hedged(hedge), lateAfter(deadlineMs, timers.signal)])
      if (outcome.kind !== 'fulfilled') {
        const held = orThrow(last, outcome.kind === 'failed' ? outcome.failure : undefined)
        // Data that is served after a failed call is no cache hit: the call was paid and waited for.
        return { held, cacheHit: spend.calls === 0, tokensUsed: spend.calls }
      }
      const { isFallback, wasKnown } = outcome.value
      // What was fetched for somebody cheaper answers this person only: the next one asks the first provider again.
      const mayShow = isFallback && !wasKnown && !isCheap(context) && !isPersonal(firstFailure)
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
   * What stands in for the first provider. Whoever was refused for a limit of its own gets what is known, however old, before anything
   * is bought for it; everybody else what a fallback has brought lately, before it is asked again.
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
    // A series that the fallback does not have is no better than the one that is held.
    if (!held.record.available && last?.record.available === true) return { held: last, isFallback: false, wasKnown: true }
    return { held, isFallback: true, wasKnown: isYoung }
  }

  /** @throws ProviderFailure, also when the fetch did not bring the scope asked for */
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

  /** The first provider was asked for a person and did not answer: what stands in for it is now what people are shown. */
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
    const tracked = written.catch((error: unknown) => onError(error, 'writing what stands in')).finally(() => writing.delete(tracked))
    writing.add(tracked)
    return holding.heldOf(stored, scope, held.layer) ?? held
  }

  return {
    wait,
    async drain() {
      await Promise.all(writing)
    },
  }
}

/** Whether the caller was refused for a limit of its own: the provider was not asked, and would have answered others. */
function isPersonal(failure: unknown): boolean {
  return failure instanceof BudgetSpent && failure.personal
}

/** What is served when no provider answers: what needs no refresh yet, else the youngest. */
function lastResort<S extends CellScope>({ held, fallback }: Known<S>): Held<S> | undefined {
  return held !== undefined && held.freshness !== 'emergency' ? held : youngest(held, fallback)
}

/** The younger of the two; one that has no series never wins over one that has. */
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
