import type { Feature, Foundation } from '../../../foundation.ts'
import type { GatewayTables } from '../../../gateway/index.ts'
import type { Product } from '../../../providers/provider.ts'
import { DAY_MS, MINUTE_MS } from '../../../time.ts'
import { registerUsageAdmin } from './admin.ts'
import { watchBudgets } from './budget-metrics.ts'
import { createUsage, type UsageService } from './service.ts'
import type { UsageTables } from './tables.ts'
export { openLimits } from './limits/open.ts'
export { usageTables } from './tables.ts'

interface UsageNeeds {
  /** The product whose budget comes first in the report. */
  readonly product: () => Product | undefined
  /** The products whose budgets the metrics show. */
  readonly products: () => readonly Product[]
}

/** Provider costs and their effect, from the ledger of calls. */
export function openUsage(foundation: Foundation<UsageTables & GatewayTables>, { product, products }: UsageNeeds) {
  const { db, meter, metrics, settings, clock, onError } = foundation
  watchBudgets(metrics.registry, meter, products)
  const usage = createUsage({
    db,
    budgetProduct: () => product()?.id ?? '',
    async windows() {
      const main = product()
      return main === undefined ? [] : meter.usage(main)
    },
    callRetentionMs: () => settings.current().callRetentionDays * DAY_MS,
    clock,
    onError,
  })
  return {
    ...usage,
    adminRoutes: (app) => registerUsageAdmin(app, { usage }),
    tasks: [{ name: 'summing up provider calls', everyMs: MINUTE_MS, run: () => usage.maintain() }],
  } satisfies Feature & UsageService
}
