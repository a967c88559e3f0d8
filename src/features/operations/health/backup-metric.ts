import type { Kysely } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import { type AuditTables, BACKUP_WRITTEN } from '../../accounts/audit/index.ts'

/** Exports when `npm run backup` last completed, from the audit log; NaN if it never did. */
export function watchBackups(registry: Registry, db: Kysely<AuditTables>): void {
  const gauge = new Gauge({
    name: 'isobar_backup_last_success_timestamp_seconds',
    help: 'When the last backup by the command of the service was complete; NaN without one',
    registers: [],
    // Every process reads the same value.
    aggregator: 'max',
    async collect() {
      const last = await db
        .selectFrom('admin_audit')
        .select((eb) => eb.fn.max('at').as('at'))
        .where('action', '=', BACKUP_WRITTEN)
        .executeTakeFirst()
        .catch(() => undefined)
      const at: Date | null | undefined = last?.at
      gauge.set(at ? at.getTime() / 1_000 : Number.NaN)
    },
  })
  registry.registerMetric(gauge)
}
