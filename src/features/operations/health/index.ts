import { type AuditTables, BACKUP_WRITTEN, findLastActionTime } from '../../../admin/audit/index.ts'
import type { Feature, Foundation } from '../../../foundation.ts'
import { watchShared } from '../../../platform/metrics.ts'
import { type Checks, checkReadiness, listUnreadyReasons } from './readiness.ts'
import { registerHealth } from './routes.ts'

const GAUGES = {
  lastBackup: ['isobar_backup_last_success_timestamp_seconds', 'When the last backup was complete; NaN without one'],
} as const

/** Liveness, readiness and metrics. */
export function openHealth({ config, metrics, db, clock, timeouts }: Foundation<AuditTables>, { checks }: { readonly checks: Checks }) {
  /** An answer of the database, and some more. */
  const timeoutMs = 2 * timeouts.databaseTimeoutMs
  const lastBackup = (): Promise<number | null> => findLastActionTime(db, BACKUP_WRITTEN, clock.now())
  watchShared(metrics.registry, GAUGES, async () => ({ lastBackup: ((await lastBackup()) ?? Number.NaN) / 1_000 }))
  return {
    /** What keeps this node from doing all its work, in words. */
    notReady: async () => listUnreadyReasons(await checkReadiness(checks, timeoutMs)),
    /** When the last backup was complete, epoch milliseconds; null: there was none. */
    lastBackup,
    routes: (app) => registerHealth(app, { checks, timeoutMs, metrics, metricsToken: config.METRICS_TOKEN }),
  } satisfies Feature & Record<string, unknown>
}
