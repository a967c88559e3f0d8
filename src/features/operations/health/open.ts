import type { Feature, Foundation } from '../../../foundation.ts'
import type { AuditTables } from '../../../admin/audit/index.ts'
import { watchBackups } from './backup-metric.ts'
import type { Checks } from './readiness.ts'
import { registerHealth } from './routes.ts'

/** Liveness, readiness and metrics. */
export function openHealth({ config, metrics, db }: Foundation<AuditTables>, { checks }: { readonly checks: Checks }) {
  watchBackups(metrics.registry, db)
  return { routes: (app) => registerHealth(app, { checks, metrics, metricsToken: config.METRICS_TOKEN }) } satisfies Feature
}
