import { AppError } from '../../../errors.ts'
import { createBulkhead } from '../../../platform/bulkhead.ts'

/** Runs work when a slot is free. */
export type RunQuery = <T>(work: () => Promise<T>) => Promise<T>

export interface QueryLimits {
  readonly atOnce: number
  readonly waiting: number
  readonly withinMs: number
}

/**
 * Limits the archive's share of database connections: many requests for long periods must not block the gateway's budget queries. Work that
 * gets no slot in time is refused with `service_unavailable`.
 */
export function createQueryQueue({ atOnce, waiting, withinMs }: QueryLimits): RunQuery {
  const bulkhead = createBulkhead(atOnce, waiting)
  return async (work) => {
    if (!(await bulkhead.enter(AbortSignal.timeout(withinMs)))) {
      throw new AppError('service_unavailable', 'The archive is overloaded. Please try again shortly.')
    }
    try {
      return await work()
    } finally {
      bulkhead.leave()
    }
  }
}
