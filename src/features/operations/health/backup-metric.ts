import type { Kysely } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import { type AuditTables, BACKUP_WRITTEN, lastRecorded } from '../../../admin/audit/index.ts'

/** Exports when `npm run backup` last completed, from the audit log; NaN if it never did. */
export function watchBackups(registry: Registry, db: Kysely<AuditTables>): void {
  const gauge = new Gauge({
    name: 'isobar_backup_last_success_timestamp_seconds',
    help: 'When the last backup by the command of the service was complete; NaN without one',
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
