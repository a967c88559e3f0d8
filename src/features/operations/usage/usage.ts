import type { Kysely } from 'kysely'
import type { ReportError } from '../../../errors.ts'
import type { GatewayTables } from '../../../gateway/index.ts'
import { createAnswerCounter } from './answer-counter.ts'
import { createAnswerStore } from './answer-store.ts'
import { createUsageReader } from './read-store.ts'
import { createRollupStore } from './rollup-store.ts'
import { createUsageService, type UsageOptions, type UsageService } from './service.ts'
import type { UsageTables } from './tables.ts'

export interface UsageParts extends Omit<UsageOptions, 'reader' | 'rollups' | 'counter'> {
  readonly db: Kysely<UsageTables & GatewayTables>
  readonly onError: ReportError
}

/** The usage service on this database. */
export function createUsage({ db, onError, ...options }: UsageParts): UsageService {
  return createUsageService({
    ...options,
    reader: createUsageReader(db),
    rollups: createRollupStore(db),
    counter: createAnswerCounter({ store: createAnswerStore(db), clock: options.clock, onError }),
  })
}
