import type { Clock } from '../platform/clock.ts'
import { ProviderFailure } from '../providers/provider.ts'
import type { Cell } from '../domain/cell.ts'
import type { CellCache } from './cell-cache.ts'
import type { CellFetch } from './cell-fetch.ts'
import { type CallContext, type Caller, type Instigator, refreshContext } from './call-context.ts'
import type { ScopeRecord } from './record.ts'
import type { ReportError } from '../errors.ts'
import { DAY_MS } from '../time.ts'

/** The national feed's alerts of a cell, fetched in the background: weather requests never wait for them. */
export type AlertsBeside = ReturnType<typeof createAlertsBeside>

export interface AlertsBesideOptions {
  /** Whether the source can be queried for the cell at all. */
  readonly covers: (cell: Cell) => boolean
  /** Whether a record needs no fetch yet. */
  readonly isFresh: (record: ScopeRecord<'national_alert'>, now: number) => boolean
  readonly fetch: CellFetch
  readonly cells: CellCache
  readonly clock: Clock
  readonly maxFetches: number
  readonly onError: ReportError
}

/** How long a place is remembered as outside the feed's coverage: borders rarely move. */
const OUT_OF_REACH_MS = DAY_MS

/** Whether the national feed has recently answered that it does not cover the place. */
export function isOutOfReach(record: ScopeRecord<'national_alert'> | undefined, now: number): boolean {
  return record?.available === false && now - record.fetchedAt < OUT_OF_REACH_MS
}

/** Whether a record of the national feed needs no fetch yet. `freshMs` is how long alerts are fresh. */
export function isNationalFresh(record: ScopeRecord<'national_alert'>, freshMs: number, now: number): boolean {
  return isOutOfReach(record, now) || (record.available && now - record.fetchedAt < freshMs)
}

/** At most `maxFetches` run at a time; further refreshes are skipped, not queued. */
export function createAlertsBeside(options: AlertsBesideOptions) {
  const { covers, isFresh, fetch, cells, clock, maxFetches, onError } = options
  const scopes = ['national_alert'] as const
  let fetching = 0

  function isDue(cell: Cell, caller: Caller, now: number): boolean {
    const held = cells.memory(cell)?.records.national_alert
    if (held !== undefined && isFresh(held, now)) return false
    return covers(cell) && fetching < maxFetches && !fetch.isInFlight(cell, scopes) && !fetch.isBackedOff(cell, scopes, { caller })
  }

  return {
    /** Whether the cell's alerts are due for a fetch, and one is possible behind an answer for this caller. */
    isDue,
    /** Fetches them in the background if they are due. */
    refresh(cell: Cell, instigator: Instigator & Pick<CallContext, 'caller'>): void {
      if (!isDue(cell, instigator.caller, clock.now())) return
      fetching += 1
      fetch
        .fetch(cell, scopes, refreshContext(cell, instigator, 'alert'), cells.memory(cell))
        .catch((error: unknown) => {
          if (!(error instanceof ProviderFailure)) onError(error, 'fetching national alerts')
        })
        .finally(() => {
          fetching -= 1
        })
    },
  }
}
