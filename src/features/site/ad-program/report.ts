import type { Clock } from '../../../platform/clock.ts'
import type { AdConnectionRow, AdConnectionStore } from './connection-store.ts'
import type { DayRange, EarningsStore, Figures, KeyFigures } from './earnings-store.ts'
import type { Problem } from './failure.ts'
import { type RangeName, rangeOf } from './ranges.ts'
import { FRESH_MS, type Sync } from './sync.ts'

/** The connection's state. Times are epoch milliseconds. */
export interface ConnectionView {
  readonly status: 'not_configured' | 'disabled' | 'disconnected' | 'connected'
  readonly account: string | null
  readonly connectedAt: number | null
  readonly connectedBy: string | null
  /** Time of the last sync; null: no figures yet. */
  readonly syncedAt: number | null
  readonly ageSeconds: number | null
  /** The figures are older than an hour, or missing. */
  readonly stale: boolean
  /** Whether a sync is running. */
  readonly syncing: boolean
  /** Why the last sync failed. */
  readonly problem: { readonly code: Problem; readonly at: number; readonly retryAt: number | null } | null
  /** The figures come from the simulator. */
  readonly simulated: boolean
}

export interface EarningsView extends DayRange {
  readonly range: RangeName
  readonly connection: ConnectionView
  /** ISO 4217. */
  readonly currency: string | null
  readonly totals: Figures
  readonly days: readonly KeyFigures[]
  readonly slots: readonly KeyFigures[]
  readonly countries: readonly KeyFigures[]
}

export interface EarningsReportOptions {
  readonly connections: AdConnectionStore
  readonly earnings: EarningsStore
  readonly sync: Sync | null
  readonly isEnabled: () => boolean
  readonly clock: Clock
}

const MAX_KEYS = 250

/** Reports earnings from the tables, stale-while-revalidate: stale figures start a sync in the background. */
export function createReport({ connections, earnings, sync, isEnabled, clock }: EarningsReportOptions) {
  function viewOf(row: AdConnectionRow | undefined, isRefreshing = false): ConnectionView {
    const now = clock.now()
    const syncedAt = row?.syncedAt ?? null
    return {
      status: sync === null ? 'not_configured' : isEnabled() ? (row?.status ?? 'disconnected') : 'disabled',
      account: row?.account ?? null,
      connectedAt: row?.connectedAt ?? null,
      connectedBy: row?.connectedBy ?? null,
      syncedAt,
      ageSeconds: syncedAt === null ? null : Math.max(0, Math.floor((now - syncedAt) / 1_000)),
      stale: isStale(syncedAt, now),
      syncing: isRefreshing || (row?.leasedUntil ?? 0) > now,
      problem:
        row === undefined || row.problem === null || row.problemAt === null
          ? null
          : { code: row.problem, at: row.problemAt, retryAt: row.status === 'connected' ? row.retryAt : null },
      simulated: row?.simulated ?? false,
    }
  }

  /** @returns whether a sync is running now */
  function refreshIfStale(row: AdConnectionRow | undefined): boolean {
    const now = clock.now()
    if (sync === null || !isEnabled() || row?.status !== 'connected' || !isStale(row.syncedAt, now) || (row.retryAt ?? 0) > now)
      return false
    sync.refresh()
    return true
  }

  return {
    connection: async (): Promise<ConnectionView> => viewOf(await connections.find()),

    async earnings(name: RangeName): Promise<EarningsView> {
      const row = await connections.find()
      const range = rangeOf(name, clock.now())
      const isRefreshing = refreshIfStale(row)
      const days = await earnings.listDays(range)
      const slots = await earnings.listKeys('slot', range, MAX_KEYS)
      const countries = await earnings.listKeys('country', range, MAX_KEYS)
      const connection = viewOf(row, isRefreshing)
      return { range: name, ...range, connection, currency: row?.currency ?? null, totals: sumOf(days), days, slots, countries }
    },
  }
}

function isStale(syncedAt: number | null, now: number): boolean {
  return syncedAt === null || now - syncedAt >= FRESH_MS
}

function sumOf(days: readonly Figures[]): Figures {
  const sum = (of: (figures: Figures) => number): number => days.reduce((total, each) => total + of(each), 0)
  return {
    // The sum has the noise of binary fractions, which six decimals cut off.
    earnings: Number(sum(({ earnings }) => earnings).toFixed(6)),
    pageViews: sum(({ pageViews }) => pageViews),
    adRequests: sum(({ adRequests }) => adRequests),
    impressions: sum(({ impressions }) => impressions),
    clicks: sum(({ clicks }) => clicks),
  }
}
