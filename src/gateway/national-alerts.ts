import type { Clock } from '../platform/clock.ts'
import { type AlertCapability, ProviderFailure } from '../providers/provider.ts'
import type { Cell } from '../domain/cell.ts'
import type { FreshnessWindows } from '../domain/freshness.ts'
import type { CellCache } from './cell-cache.ts'
import type { CellFetch } from './cell-fetch.ts'
import { type Instigator, refreshContext } from './call-context.ts'
import type { ScopeRecord } from './record.ts'
import type { ReportError } from '../errors.ts'
import { DAY_MS } from '../time.ts'

/** The national feed's alerts of a cell, fetched in the background next to its weather: weather requests never wait for them. */
export type NationalAlerts = ReturnType<typeof createNationalAlerts>

export interface NationalAlertsOptions {
  readonly feed: AlertCapability
  readonly fetch: CellFetch
  readonly cells: CellCache
  readonly clock: Clock
  readonly windows: () => FreshnessWindows
  readonly maxFetches: number
  readonly onError: ReportError
}

const SCOPES = ['national_alert'] as const
/** How long a place is remembered as outside the feed's coverage: borders rarely move. */
const OUT_OF_REACH_MS = DAY_MS

/** Whether the feed has recently answered that it does not cover the place. */
export function isOutOfReach(record: ScopeRecord<'national_alert'> | undefined, now: number): boolean {
  return record?.available === false && now - record.fetchedAt < OUT_OF_REACH_MS
}

/** At most `maxFetches` run at a time; further refreshes are skipped, not queued. */
export function createNationalAlerts(options: NationalAlertsOptions) {
  const { feed, fetch, cells, clock, windows, maxFetches, onError } = options
  let fetching = 0

  function isDue(cell: Cell): boolean {
    const held = cells.memory(cell)?.records.national_alert
    if (isOutOfReach(held, clock.now())) return false
    if (held?.available === true && clock.now() - held.fetchedAt < windows().alert.freshSeconds * 1_000) return false
    return feed.configured() && feed.covers(cell) && fetching < maxFetches && !isBusy(cell)
  }

  function isBusy(cell: Cell): boolean {
    return fetch.isInFlight(cell, SCOPES) || fetch.isBackedOff(cell, SCOPES)
  }

  return {
    /** Whether the cell's alerts are due for a fetch, and one is possible. */
    isDue,
    /** Fetches them in the background if they are due. */
    refresh(cell: Cell, instigator: Instigator): void {
      if (!isDue(cell)) return
      fetching += 1
      fetch
        .fetch(cell, SCOPES, refreshContext(cell, instigator, 'alert'), cells.memory(cell))
        .catch((error: unknown) => {
          if (!(error instanceof ProviderFailure)) onError(error, 'fetching national alerts')
        })
        .finally(() => {
          fetching -= 1
        })
    },
    drain: (): Promise<void> => fetch.drain(),
  }
}
