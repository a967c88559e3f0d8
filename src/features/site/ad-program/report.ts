import type { Clock } from '../../../platform/clock.ts'
import type { DayRange, EarningsStore, Figures, KeyFigures } from './earnings-store.ts'
import type { Problem } from './failure.ts'
import type { Permission } from './permission.ts'
import { type RangeName, rangeOf } from './ranges.ts'
import { isDue, isStale, type Sync } from './sync.ts'

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
  readonly permission: () => Promise<Permission | null>
  readonly earnings: EarningsStore
  readonly sync: Sync | null
  readonly isEnabled: () => boolean
  readonly clock: Clock
}

const MAX_KEYS = 250

/** Reports earnings from the tables, stale-while-revalidate: stale figures start a sync in the background. */
export function createReport({ permission, earnings, sync, isEnabled, clock }: EarningsReportOptions) {
  function viewOf(found: Permission | null): ConnectionView {
    const now = clock.now()
    const { syncedAt = null, problem = null, problemAt = null, retryAt = null } = found?.state ?? {}
    const isConnected = found?.isConnected ?? false
    return {
      status: sync === null ? 'not_configured' : !isEnabled() ? 'disabled' : isConnected ? 'connected' : 'disconnected',
      account: found?.state.account ?? null,
      connectedAt: found?.connectedAt ?? null,
      connectedBy: found?.connectedBy ?? null,
      syncedAt,
      ageSeconds: syncedAt === null ? null : Math.max(0, Math.floor((now - syncedAt) / 1_000)),
      stale: isStale(syncedAt, now),
      syncing: sync?.isRunning() ?? false,
      problem: problem === null || problemAt === null ? null : { code: problem, at: problemAt, retryAt: isConnected ? retryAt : null },
      simulated: found?.state.simulated ?? false,
    }
  }

  return {
    connection: async (): Promise<ConnectionView> => viewOf(await permission()),

    async earnings(name: RangeName): Promise<EarningsView> {
      const found = await permission()
      const range = rangeOf(name, clock.now())
      const isRefreshed = sync !== null && isEnabled() && found !== null && isDue(found, clock.now())
      if (isRefreshed) sync.refresh()
      // Figures without a state are those of a former permission.
      const hasFigures = found !== null && found.state.syncedAt !== null
      const days = hasFigures ? await earnings.listDays(range) : []
      const slots = hasFigures ? await earnings.listKeys('slot', range, MAX_KEYS) : []
      const countries = hasFigures ? await earnings.listKeys('country', range, MAX_KEYS) : []
      const view = viewOf(found)
      const connection = { ...view, syncing: view.syncing || isRefreshed }
      return { range: name, ...range, connection, currency: found?.state.currency ?? null, totals: sumOf(days), days, slots, countries }
    },
  }
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
