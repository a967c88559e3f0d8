import type { Cell, CellScope, FreshnessWindows } from '@isobar/weather'
import type { Clock } from '../platform/clock.ts'
import { isInForce } from '../time.ts'
import type { CellCache } from './cell-cache.ts'
import type { CellEntry } from './cell-entry.ts'
import { computeRecordAge, type Choice, chooseRecord } from './choose.ts'
import { findContinuations } from './continuation.ts'
import type { Requester, WeatherQuery } from './reading.ts'
import type { ScopeRecord } from './record.ts'
import type { OpenSource } from './source-fetch.ts'
import type { Order } from './source-order.ts'
import { findScopeGroup, selectScopeSources } from './sources.ts'
import { type Supply, chooseSupply } from './supply.ts'

export interface SituationOptions {
  /** The weather providers in their order, then the national feeds, then the stored warnings. */
  readonly order: Order<OpenSource>
  readonly cells: CellCache
  readonly clock: Clock
  readonly windows: () => FreshnessWindows
}

export type SituationReader = ReturnType<typeof createSituationReader>

/** Puts what is known of a cell and of its sources before those who decide: who is asked, who supplies, and who continues. Calls nobody. */
export function createSituationReader({ order, cells, clock, windows }: SituationOptions) {
  /** What to do for a scope of a query, as far as is known: `chooseRecord`. */
  function choose<S extends CellScope>(query: WeatherQuery<S>, scope: S, entry: CellEntry | undefined): Choice<ScopeRecord<S>> {
    const { cell, maxAgeMs } = query
    const now = clock.now()
    const primaryHere = order.primaryAt(cell)
    const primary = query.sources === undefined ? primaryHere : order.all().find(({ id }) => id === query.sources?.[0])
    const isAbsent = (source: OpenSource | undefined): boolean =>
      source !== undefined && isInForce(entry?.absentUntil[source.absence] ?? 0, source.absentMs, now)
    const decides = primary?.isPartial === false ? primary : undefined
    const inTurn = query.sources === undefined ? order.weather() : order.all().filter(({ id }) => query.sources?.includes(id))
    // One that recently had nothing at the place is not asked again, unless it decides that there is nothing.
    const able = selectScopeSources(inTurn, scope).filter((source) => source.covers(cell) && (source === decides || !isAbsent(source)))
    const records = (entry?.records[scope] ?? []) as readonly ScopeRecord<S>[]
    const first = able[0]
    const group = (first && findScopeGroup(first, scope)) ?? [scope]
    return chooseRecord(
      {
        records: query.sources === undefined ? records : records.filter(({ source }) => query.sources?.includes(source)),
        window: windows()[scope],
        sources: able.map(({ id }) => id),
        primary: primaryHere?.id ?? '',
        isAbsent: isAbsent(decides),
        // Only asked for by those who want newer data than is acceptable.
        renewedAt: maxAgeMs === undefined ? 0 : Math.max(0, ...group.map((each) => now - ageOfShown(cell, entry, each, now))),
      },
      {
        caller: query.requester.caller,
        maxAgeMs: typeof maxAgeMs === 'object' ? maxAgeMs[scope] : maxAgeMs,
        mayCall: query.mayCall ?? true,
      },
      now,
    )
  }

  function ageOfShown(cell: Cell, entry: CellEntry | undefined, scope: CellScope, now: number): number {
    const first = order.firstOf(scope, cell)
    const shown = cells.shownIn(cell, entry, scope, first)
    return shown === undefined ? Infinity : computeRecordAge(shown, first, now)
  }

  /** `findContinuations` for an extended series of a cell; `isTried`: which sources have been asked in vain already. */
  function findContinuing(
    {
      cell,
      requester,
      extent = {},
    }: Pick<WeatherQuery<CellScope>, 'cell' | 'extent'> & { readonly requester: Pick<Requester, 'caller' | 'client'> },
    shown: ScopeRecord<'extended'>,
    known: readonly ScopeRecord<'extended'>[],
    isTried: (source: string) => boolean,
    now: number = clock.now(),
  ): Supply<'extended'> {
    const absentUntil = cells.peek(cell)?.absentUntil ?? {}
    const able = selectScopeSources(order.weather(), 'extended').filter((source) => source.covers(cell))
    return findContinuations(shown, known, able, extent, {
      window: windows().extended,
      isQuiet: (source) =>
        isTried(source.id) ||
        isInForce(absentUntil[source.absence] ?? 0, source.absentMs, now) ||
        source.fetching.isBackedOff(cell, findScopeGroup(source, 'extended') ?? ['extended'], requester),
      now,
    })
  }

  /** `chooseSupply` for a record of a cell. */
  function supply<S extends CellScope>(
    cell: Cell,
    record: ScopeRecord<S>,
    entry: CellEntry | undefined,
    requester: Pick<Requester, 'caller' | 'client'>,
    now: number = clock.now(),
  ): Supply<S> {
    const { scope } = record
    const able = selectScopeSources(order.weather(), scope).filter((source) => source.covers(cell))
    const isQuiet = (source: OpenSource): boolean =>
      isInForce(entry?.absentUntil[source.absence] ?? 0, source.absentMs, now) ||
      source.fetching.isBackedOff(cell, findScopeGroup(source, scope) ?? [scope], requester)
    return chooseSupply(record, (entry?.records[scope] ?? []) as readonly ScopeRecord<S>[], able, windows()[scope], isQuiet, now)
  }

  return { choose, findContinuing, supply }
}
