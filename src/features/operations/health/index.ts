import type { Kysely } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import { type AuditTables, BACKUP_WRITTEN, lastRecorded } from '../../../admin/audit/index.ts'
import type { Feature, Foundation } from '../../../foundation.ts'
import { type Checks, readinessOf, reasonsIn } from './readiness.ts'
import { registerHealth } from './routes.ts'

/** Liveness, readiness and metrics. */
export function openHealth({ config, metrics, db }: Foundation<AuditTables>, { checks }: { readonly checks: Checks }) {
  watchBackups(metrics.registry, db)
  return {
    /** What keeps this node from doing all its work, in words. */
    notReady: async () => reasonsIn(await readinessOf(checks)),
    /** When the last backup was complete, epoch milliseconds; null: there was none. */
    lastBackup: () => lastRecorded(db, BACKUP_WRITTEN),
    routes: (app) => registerHealth(app, { checks, metrics, metricsToken: config.METRICS_TOKEN }),
  } satisfies Feature & Record<string, unknown>
}

/** Exports when a backup was last complete, from the audit log; NaN if none was. */
function watchBackups(registry: Registry, db: Kysely<AuditTables>): void {
  const gauge = new Gauge({
    name: 'isobar_backup_last_success_timestamp_seconds',
    help: 'When the last backup was complete; NaN without one',
    registers: [],
    // Every process reads the same value.
    aggregator: 'max',
    async collect() {
      const at = await lastRecorded(db, BACKUP_WRITTEN).catch(() => null)
      gauge.set(at === null ? Number.NaN : at / 1_000)
    },
  })
  registry.registerMetric(gauge)
}
