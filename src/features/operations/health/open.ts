import type { Feature, Foundation } from '../../../foundation.ts'
import type { Checks } from './readiness.ts'
import { registerHealth } from './routes.ts'

/** Liveness, readiness and metrics. */
export function openHealth({ config, metrics }: Foundation, { checks }: { readonly checks: Checks }) {
  return { routes: (app) => registerHealth(app, { checks, metrics, metricsToken: config.METRICS_TOKEN }) } satisfies Feature
}
