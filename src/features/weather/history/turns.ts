import { AppError } from '../../../errors.ts'
import { createBulkhead } from '../../../platform/bulkhead.ts'

/** Runs work when it is its turn. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>

export interface TurnLimits {
  readonly atOnce: number
  readonly waiting: number
  readonly withinMs: number
}

/**
 * The archive's share of the database's connections: long periods asked for by many must not keep the gateway from its budget.
 * What finds no turn in time is refused with `service_unavailable`.
 */
export function createTurns({ atOnce, waiting, withinMs }: TurnLimits): Turns {
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
