import { ProviderFailure } from '@isobar/providers/port'
import type { Cell, CellScope } from '@isobar/weather'
import type { ReportError } from '../errors.ts'
import { createLruCache } from '../platform/cache/memory-cache.ts'
import type { SecondLevel } from '../platform/cache/second-level.ts'
import type { Clock } from '../platform/clock.ts'
import { createCallerBackoff } from './backoff.ts'
import { type CallContext, refreshContext } from './call-context.ts'
import type { CellCache } from './cell-cache.ts'
import { type CellEntry, findScopeRecord } from './cell-entry.ts'
import { BudgetSpent, isOwnShareSpent, NotWanted } from './failure.ts'
import type { Meter } from './paid-calls.ts'
import { type Caller, toCallerBehind, isBackground, POLICIES, RANKS } from './policy.ts'
import type { ScopeRecord } from './record.ts'
import { createSharedFetch } from './shared-fetch.ts'
import type { FetchedRecords, Source } from './sources.ts'

/** Fetches scopes of a cell from one source, with single flight across all nodes. */
export type SourceFetch = ReturnType<typeof createSourceFetch>

/** A source with its fetches. */
export interface OpenSource extends Source {
  readonly fetching: SourceFetch
}

export interface SourceFetchOptions {
  readonly source: Source
  readonly cells: CellCache
  readonly level: SecondLevel
  readonly meter: Meter
  readonly clock: Clock
  readonly upstreamTimeoutMs: number
  readonly onError: ReportError
  readonly onStored?: OnStored
}

/** Records that were fetched, and what was known of the cell before, of all sources. */
export type OnStored = (cell: Cell, records: readonly ScopeRecord[], seen: CellEntry) => void

interface Fetching {
  readonly seen: CellEntry
  readonly behind: (write: Promise<unknown>) => void
  /** What another node stored while this one had lost its lease: an answer that was read late must not replace it. */
  readonly foundElsewhere: () => Promise<CellEntry | undefined>
}

const LONGEST_QUIET_MS = 10_000
const MAX_QUIET_CLIENTS = 5_000

/** How long background work pauses after a failure that does not depend on the cell; 0 for others. */
function quietMsAfter({ kind, retryAfterSeconds }: ProviderFailure): number {
  if (kind !== 'budget_spent' && kind !== 'circuit_open' && kind !== 'refused_key' && kind !== 'no_subscription' && kind !== 'quota')
    return 0
  return Math.min(LONGEST_QUIET_MS, (retryAfterSeconds ?? 5) * 1_000)
}

/** Single flight, background pauses and backoff are per source. */
export function createSourceFetch(options: SourceFetchOptions) {
  const { source, cells, level, meter, clock, upstreamTimeoutMs, onError, onStored } = options
  const shared = createSharedFetch<CellEntry, CallContext>({
    level,
    name: `fetch:${source.id}`,
    leaseMs: upstreamTimeoutMs + 1_000,
    isLeadersOwn,
    what: 'weather',
    onError,
  })
  const following = new Map<string, Promise<void>>()
  /**
   * Until when (clock) work that nobody waits for pauses, by the scopes of a call and the rank of its caller: its breaker is open or the product's
   * budget is spent.
   */
  const quietUntil = new Map<string, number>()
  const quietClients = createLruCache<string, number>(MAX_QUIET_CLIENTS)
  const backoff = createCallerBackoff(clock)

  async function fetch(cell: Cell, scopes: readonly CellScope[], context: CallContext, before: CellEntry | undefined): Promise<CellEntry> {
    const key = keyOf(cell, scopes)
    const isNewer = (entry: CellEntry, of = scopes): boolean => newestOf(entry, of) > newestOf(before, of)
    // Memory has what people are shown: of a fetch's scopes, perhaps only others than the one asked for.
    const wanted = context.scope !== undefined && scopes.includes(context.scope) ? [context.scope] : scopes
    let seen = cells.peek(cell) ?? NOTHING
    async function find(): Promise<CellEntry | undefined> {
      const isExtended = context.scope === 'extended'
      seen = await (fillsMemory(context) ? cells.load(cell, isExtended) : cells.read(cell, isExtended))
      return isNewer(seen) ? seen : undefined
    }
    const { value, leader } = await shared.get(key, context, {
      known() {
        const cached = cells.peek(cell)
        const failure = backoff.failureOf(key, context)
        if (cached !== undefined && isNewer(cached, wanted)) return cached
        if (failure !== undefined) throw failure
        return undefined
      },
      find,
      // A refresh may have known nothing but old memory, to which even what this caller finds too old was news.
      accepts: (found) => isNewer(found, wanted),
      fetch: (behind, isAlone) =>
        fetchFrom(cell, scopes, context, {
          seen,
          behind,
          foundElsewhere: async () => (isAlone() ? undefined : await find().catch(() => undefined)),
        }),
    })
    return !fillsMemory(leader) && fillsMemory(context) ? cells.take(cell, value) : value
  }

  async function fetchFrom(
    cell: Cell,
    scopes: readonly CellScope[],
    context: CallContext,
    { seen, behind, foundElsewhere }: Fetching,
  ): Promise<CellEntry> {
    const key = keyOf(cell, scopes)
    const read = fillsMemory(context) ? undefined : seen
    try {
      const former = scopes.includes('extended') ? cells.extended(cell, source.id).catch(() => undefined) : undefined
      const { records, follow } = await meter.run(context, (calls) => source.fetch(cell, scopes, calls, former))
      backoff.clear(key)
      const found = await foundElsewhere()
      if (found !== undefined) return found
      const stored = cells.store(cell, records, read)
      behind(stored.written)
      onStored?.(cell, records, seen)
      if (follow !== undefined) followWith(key, runBehind(cell, context, follow, read && stored.entry))
      return stored.entry
    } catch (error) {
      if (error instanceof ProviderFailure) {
        backoff.note(key, error, context)
        if (error.kind === 'not_found' && source.absentMs > 0)
          behind(cells.storeAbsent(cell, source.absence, clock.now() + source.absentMs, read))
        if (isBackground(context.caller)) noteQuiet(error, scopes, context)
      }
      throw error
    }
  }

  /** A client without budget pauses its own refreshes only. */
  function noteQuiet(error: ProviderFailure, scopes: readonly CellScope[], { client, caller }: CallContext): void {
    const until = clock.now() + quietMsAfter(error)
    if (error instanceof BudgetSpent && error.share !== undefined) {
      if (client !== null) quietClients.set(client, until)
      return
    }
    for (const rank of RANKS.filter((each) => each >= POLICIES[caller].rank)) {
      const key = quietKey(scopes, rank)
      quietUntil.set(key, Math.max(quietUntil.get(key) ?? 0, until))
    }
  }

  async function runBehind(
    cell: Cell,
    context: CallContext,
    follow: NonNullable<FetchedRecords['follow']>,
    read: CellEntry | undefined,
  ): Promise<void> {
    try {
      await cells.store(cell, await meter.run(refreshContext(cell, { ...context, client: null }, context.scope), follow), read).written
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
    }
  }

  function followWith(key: string, work: Promise<void>): void {
    following.set(key, work)
    shared.track(
      work.finally(() => {
        if (following.get(key) === work) following.delete(key)
      }),
    )
  }

  /** `fetchedAt` of the source's newest record of these scopes; 0 without one. */
  function newestOf(entry: CellEntry | undefined, scopes: readonly CellScope[]): number {
    return Math.max(0, ...scopes.map((scope) => findScopeRecord(entry, scope, source.id)?.fetchedAt ?? 0))
  }

  return {
    /**
     * The cell with its new records, fetched by this node or another; they are in memory, unless a job fetched them for itself only. `seen`
     * is the entry that the caller had when it decided to fetch: anything newer satisfies it and is not fetched again.
     * @throws ProviderFailure
     */
    fetch,
    /** Whether this node has a fetch of the same in flight. */
    isInFlight: (cell: Cell, scopes: readonly CellScope[]): boolean => shared.isInFlight(keyOf(cell, scopes)),
    /**
     * The follow-up calls of the last fetch of the same, if this node has any in flight; resolves when their results are in the second level,
     * or they have failed.
     */
    following: (cell: Cell, scopes: readonly CellScope[]): Promise<void> | undefined =>
      following.get(keyOf(cell, scopes))?.catch(() => undefined),
    /**
     * Whether work behind an answer for this caller should leave the source alone: it failed for the same, is down, or has no budget left, for
     * all or for this client.
     */
    isBackedOff(
      cell: Cell,
      scopes: readonly CellScope[],
      { caller, client }: { readonly caller: Caller; readonly client?: string | null },
    ): boolean {
      const behind = toCallerBehind(caller)
      return (
        clock.now() < Math.max(quietUntil.get(quietKey(scopes, POLICIES[behind].rank)) ?? 0, quietClients.get(client ?? '') ?? 0) ||
        backoff.failureOf(keyOf(cell, scopes), { caller: behind }) !== undefined
      )
    },
    /** Resolves when nothing is in flight and everything fetched is in the second level. */
    isBusy: (): boolean => shared.isBusy(),
    drain: (): Promise<void> => shared.drain(),
  }
}

function isLeadersOwn(error: unknown, leader: CallContext, joiner: CallContext): boolean {
  // The leader has been answered by other means; the joiner still waits.
  if (error instanceof NotWanted && !joiner.spend.closed) return true
  // A fetch that failed for a cheaper caller is retried: above all for a person who waits.
  if (POLICIES[joiner.caller].rank < POLICIES[leader.caller].rank && !joiner.spend.closed && !isAbsent(error)) return true
  // The leader's own share is spent; the joiner's may not be, unless both are limited alike.
  const isAlike = isBackground(joiner.caller) || (joiner.client === leader.client && !isBackground(leader.caller))
  return isOwnShareSpent(error) && !isAlike
}

const NOTHING: CellEntry = { records: {}, alerts: [], absentUntil: {} }

const fillsMemory = ({ caller }: Pick<CallContext, 'caller'>): boolean => POLICIES[caller].fillsMemory

const isAbsent = (error: unknown): boolean => error instanceof ProviderFailure && error.kind === 'not_found'

const quietKey = (scopes: readonly CellScope[], rank: number): string => `${rank} ${scopes.join()}`

const keyOf = (cell: Cell, scopes: readonly CellScope[]): string => `${cell.id}:${scopes.join()}`
