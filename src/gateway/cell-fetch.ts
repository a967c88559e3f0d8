import { LRUCache } from 'lru-cache'
import type { Lease, SecondLevel } from '../platform/cache/second-level.ts'
import { takeTurn } from '../platform/cache/turn.ts'
import type { Clock } from '../platform/clock.ts'
import { type PaidCalls, ProviderFailure } from '../providers/provider.ts'
import type { Cell } from '../domain/cell.ts'
import type { CellCache, CellEntry } from './cell-cache.ts'
import { type CallContext, isCheap, refreshContext } from './call-context.ts'
import type { Meter } from './paid-calls.ts'
import { BudgetSpent, NotWanted } from './refusals.ts'
import type { KeptScope, ScopeRecord } from './record.ts'
import { createCallerRests } from './rest.ts'

/** What one fetch brought, and what it leads to: calls that are made behind it and not waited for. */
export interface Landing {
  readonly records: readonly ScopeRecord[]
  readonly follow?: ((calls: PaidCalls) => Promise<readonly ScopeRecord[]>) | undefined
}

/** Where a cell's records come from. */
export interface CellSource {
  /** As in the records' `source`. */
  readonly id: string
  /** @throws ProviderFailure */
  fetch(cell: Cell, scopes: readonly KeptScope[], calls: PaidCalls): Promise<Landing>
  /** Notes that there is nothing at the cell; `seen` as with the cache's `store`. */
  storeAbsent(cell: Cell, seen: CellEntry | undefined): Promise<void>
}

/** Fetches scopes of a cell from one source, once, for everybody who wants the same at the same time, on all nodes. */
export interface CellFetch {
  /**
   * The cell with its new records, fetched here or by another node; they are in memory, unless a job fetched them and nobody else
   * wants them. `seen` is what the caller knew when it decided to fetch: whatever has come since then is what it wants, and is not
   * fetched again.
   * @throws ProviderFailure
   */
  fetch(cell: Cell, scopes: readonly KeptScope[], context: CallContext, seen: CellEntry | undefined): Promise<CellEntry>
  /** Whether a fetch of the same is under way here. */
  isFlying(cell: Cell, scopes: readonly KeptScope[]): boolean
  /** What the last fetch of the same has led to and is under way here; resolves when it is in the second level, or has failed. */
  following(cell: Cell, scopes: readonly KeptScope[]): Promise<void> | undefined
  /**
   * Whether what nobody waits for should leave the source alone: it failed for the same, is resting, or has no budget left, for all or
   * for this client.
   */
  isResting(cell: Cell, scopes: readonly KeptScope[], client?: string | null): boolean
  /** Resolves when nothing is under way and everything fetched is in the second level. */
  settled(): Promise<void>
}

export interface CellFetchOptions {
  readonly source: CellSource
  readonly cells: CellCache
  readonly level: SecondLevel
  readonly meter: Meter
  readonly clock: Clock
  readonly upstreamTimeoutMs: number
  readonly onError: (error: unknown, what: string) => void
}

interface Flight {
  readonly entry: Promise<CellEntry>
  readonly context: CallContext
}

const LONGEST_QUIET_MS = 10_000
const MAX_QUIET_CLIENTS = 5_000

/** How long background work stays away after a failure that was not the cell's own. */
function quietMsAfter({ kind, retryAfterSeconds }: ProviderFailure): number {
  if (kind !== 'budget_spent' && kind !== 'circuit_open' && kind !== 'refused_key' && kind !== 'no_subscription' && kind !== 'quota')
    return 0
  return Math.min(LONGEST_QUIET_MS, (retryAfterSeconds ?? 5) * 1_000)
}

export function createCellFetch(options: CellFetchOptions): CellFetch {
  const { source, cells, level, meter, clock, upstreamTimeoutMs, onError } = options
  const flights = new Map<string, Flight>()
  const following = new Map<string, Promise<void>>()
  /** Until when (clock) nothing that nobody waits for is tried: the product is resting or its budget is spent. */
  let quietUntil = 0
  const quietClients = new LRUCache<string, number>({ max: MAX_QUIET_CLIENTS })
  const landing = new Set<Promise<void>>()
  const rests = createCallerRests(clock)

  async function fetch(cell: Cell, scopes: readonly KeptScope[], context: CallContext, seen: CellEntry | undefined): Promise<CellEntry> {
    const seenAt = newestOf(seen, scopes)
    for (;;) {
      const flying = flights.get(keyOf(cell, scopes))
      if (flying === undefined) {
        const held = cells.glance(cell)
        if (held !== undefined && newestOf(held, scopes) > seenAt) return held
        return lead(cell, scopes, context, seenAt)
      }
      try {
        const entry = await flying.entry
        return isPassing(flying.context) && !isPassing(context) ? cells.take(cell, entry) : entry
      } catch (error) {
        // Its leader has been answered otherwise: who still waits leads now.
        if (error instanceof NotWanted && !context.spend.closed) continue
        // What failed for a crawler or a job is tried again for a person who waits.
        if (isCheap(flying.context) && !isCheap(context) && !context.spend.closed && !isAbsent(error)) continue
        // The leader was refused for its own sake; somebody else may still be allowed, but nobody who would be refused like it.
        const isAlike = context.background || (context.client === flying.context.client && !flying.context.background)
        if (!(error instanceof BudgetSpent) || !error.personal || isAlike) throw error
      }
    }
  }

  function lead(cell: Cell, scopes: readonly KeptScope[], context: CallContext, seenAt: number): Promise<CellEntry> {
    const key = keyOf(cell, scopes)
    const entry = fly(cell, scopes, context, seenAt)
      .catch((error: unknown) => {
        if (context.background && error instanceof ProviderFailure) noteQuiet(error, context)
        throw error
      })
      .finally(() => flights.delete(key))
    flights.set(key, { entry, context })
    return entry
  }

  /** A client without budget quiets its own refreshes only. */
  function noteQuiet(error: ProviderFailure, { client }: CallContext): void {
    const until = clock.now() + quietMsAfter(error)
    if (!(error instanceof BudgetSpent) || error.share === undefined) quietUntil = Math.max(quietUntil, until)
    else if (client !== null) quietClients.set(client, until)
  }

  async function fly(cell: Cell, scopes: readonly KeptScope[], context: CallContext, seenAt: number): Promise<CellEntry> {
    const key = keyOf(cell, scopes)
    const resting = rests.failureOf(key, context)
    if (resting !== undefined) throw resting
    const { lease, landed, seen } = await leaseOrLanding(cell, scopes, context, seenAt)
    if (landed) return seen
    const passing = isPassing(context) ? seen : undefined
    let written: Promise<void> = Promise.resolve()
    try {
      const { records, follow } = await meter.run(context, (calls) => source.fetch(cell, scopes, calls))
      rests.clear(key)
      const stored = cells.store(cell, records, passing)
      written = stored.written
      if (follow !== undefined) followWith(key, runBehind(cell, context, follow, passing && stored.entry))
      return stored.entry
    } catch (error) {
      if (error instanceof ProviderFailure) {
        rests.note(key, error, context)
        if (error.kind === 'not_found') written = source.storeAbsent(cell, passing)
      }
      throw error
    } finally {
      // The answer does not wait for the write; the lease does, so that another node finds the records when it gets the lease.
      land(written.finally(() => lease?.release()))
    }
  }

  async function runBehind(
    cell: Cell,
    context: CallContext,
    follow: NonNullable<Landing['follow']>,
    passing: CellEntry | undefined,
  ): Promise<void> {
    try {
      await cells.store(cell, await meter.run(refreshContext(cell, { ...context, client: null }, context.scope), follow), passing).written
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
    }
  }

  function followWith(key: string, work: Promise<void>): void {
    following.set(key, work)
    land(
      work.finally(() => {
        if (following.get(key) === work) following.delete(key)
      }),
    )
  }

  /**
   * Our lease, or what another node's fetch has landed, with the cell as it was last seen. There is no lease when the second level is
   * down, where a doubled call is the lesser harm.
   */
  async function leaseOrLanding(
    cell: Cell,
    scopes: readonly KeptScope[],
    context: CallContext,
    seenAt: number,
  ): Promise<{ readonly lease: Lease | null; readonly landed: boolean; readonly seen: CellEntry }> {
    let seen = cells.glance(cell) ?? NOTHING
    const find = async (): Promise<CellEntry | undefined> => {
      seen = await (isPassing(context) ? cells.read(cell) : cells.load(cell))
      return newestOf(seen, scopes) > seenAt ? seen : undefined
    }
    const turn = await takeTurn(level, `fetch:${source.id}:${keyOf(cell, scopes)}`, upstreamTimeoutMs + 1_000, find).catch(
      (error: unknown) => {
        onError(error, 'leasing a fetch')
        return null
      },
    )
    if (turn?.kind === 'late') throw new ProviderFailure('timeout', `another node's fetch of the cell did not end`)
    return { lease: turn?.kind === 'ours' ? turn.lease : null, landed: turn?.kind === 'found', seen }
  }

  /** When the source's newest record of these scopes was fetched; 0 without one. */
  function newestOf(entry: CellEntry | undefined, scopes: readonly KeptScope[]): number {
    const records = scopes.map((scope) => entry?.records[scope])
    return Math.max(0, ...records.map((record) => (record?.source === source.id ? record.fetchedAt : 0)))
  }

  function land(work: Promise<void> | undefined): void {
    if (work === undefined) return
    const tracked = work.catch((error: unknown) => onError(error, 'writing fetched weather')).finally(() => landing.delete(tracked))
    landing.add(tracked)
  }

  return {
    fetch,
    isFlying: (cell, scopes) => flights.has(keyOf(cell, scopes)),
    following: (cell, scopes) => following.get(keyOf(cell, scopes))?.catch(() => undefined),
    isResting: (cell, scopes, client) =>
      clock.now() < Math.max(quietUntil, quietClients.get(client ?? '') ?? 0) ||
      rests.failureOf(keyOf(cell, scopes), { background: true }) !== undefined,
    async settled() {
      while (flights.size + landing.size > 0) {
        await Promise.allSettled([...flights.values()].map(({ entry }) => entry))
        await Promise.all(landing)
      }
    },
  }
}

const NOTHING: CellEntry = { records: {}, alerts: [], absentUntil: 0 }

/** Jobs and crawlers pass by many cells once: what they read does not push out of memory what people use. */
export function isPassing({ cause, frugal }: Pick<CallContext, 'cause' | 'frugal'>): boolean {
  return cause === 'job' || frugal === true
}

const isAbsent = (error: unknown): boolean => error instanceof ProviderFailure && error.kind === 'not_found'

const keyOf = (cell: Cell, scopes: readonly KeptScope[]): string => `${cell.id}:${scopes.join()}`
