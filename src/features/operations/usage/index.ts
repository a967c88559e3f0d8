import type { Product } from '@isobar/providers/port'
import type { Feature, Foundation } from '../../../foundation.ts'
import type { GatewayTables } from '../../../gateway/index.ts'
import { DAY_MS, MINUTE_MS } from '../../../time.ts'
import { registerUsageAdmin } from './admin.ts'
import { watchBudgets } from './budget-metrics.ts'
import { createUsageReader } from './read-store.ts'
import { createUsage, type UsageService } from './service.ts'
import { createSourceUsage, type SourceUsageOptions } from './sources/service.ts'
import type { UsageTables } from './tables.ts'
export type { CalledProvider, LimitOrigin } from './sources/service.ts'
export { openLimits } from './quota/routes.ts'
export { usageTables } from './tables.ts'

interface UsageNeeds extends Pick<SourceUsageOptions, 'providers' | 'limitOrigin'> {
  /** The product whose budget comes first in the report. */
  readonly product: () => Product | undefined
  /** The products whose budgets the metrics show. */
  readonly products: () => readonly Product[]
}

/** Provider costs and their effect, from the ledger of calls. */
export function openUsage(foundation: Foundation<UsageTables & GatewayTables>, needs: UsageNeeds) {
  const { db, meter, metrics, settings, clock, onError } = foundation
  const { product, products, providers, limitOrigin } = needs
  watchBudgets(metrics.registry, meter, products)
  const windows = async () => {
    const main = product()
    return main === undefined ? [] : meter.usage(main)
  }
  const usage = createUsage({
    db,
    budgetProduct: () => product()?.id ?? '',
    windows,
    callRetentionMs: () => settings.current().callRetentionDays * DAY_MS,
    clock,
    onError,
  })
  const reader = createUsageReader(db)
  const sources = createSourceUsage({ reader, providers, limitOrigin, meter, clock })
  return {
    ...usage,
    /** The weight of the calls to each product, in the last seconds of each of these spans. */
    spent: reader.readSpent,
    /** The usage of the main product's windows, longest first. */
    windows,
    adminRoutes: (app) => registerUsageAdmin(app, { usage, sources }),
    tasks: [{ name: 'summing up provider calls', everyMs: MINUTE_MS, run: () => usage.maintain() }],
  } satisfies Feature & UsageService & Record<string, unknown>
}
