import { Type } from 'typebox'
import { buildInvalidFieldError } from '../../../errors.ts'

const optionalInstant = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }))

/** Query parameters of a list that can be narrowed to a period. */
export const periodFilters = { from: optionalInstant('Only from this time on'), to: optionalInstant('Only before this time') }

/** Epoch milliseconds; `fromMs` is inclusive, `toMs` exclusive. */
export interface PeriodFilter {
  readonly fromMs?: number
  readonly toMs?: number
}

/** Parses the period. @throws AppError `invalid_request` for a leap second, which has the form of an instant but no epoch time */
export function parsePeriodFilter({ from, to }: { readonly from?: string; readonly to?: string }): PeriodFilter {
  return { ...(from === undefined ? {} : { fromMs: epochOf('from', from) }), ...(to === undefined ? {} : { toMs: epochOf('to', to) }) }
}

function epochOf(path: string, instant: string): number {
  const epochMs = Date.parse(instant)
  if (!Number.isNaN(epochMs)) return epochMs
  throw buildInvalidFieldError(path, 'must be an instant')
}
