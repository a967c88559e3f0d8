import { Type } from 'typebox'
import { invalidField } from '../../errors.ts'

const optionalInstant = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }))

/** Query parameters of a list that can be narrowed to a period. */
export const periodFilters = { from: optionalInstant('Only from this time on'), to: optionalInstant('Only before this time') }

/** Epoch milliseconds: from then on, before then. */
export interface PeriodFilter {
  readonly fromMs?: number
  readonly toMs?: number
}

/** @throws AppError `invalid_request`: a leap second has the form of an instant, and is none that a clock here shows */
export function periodOf({ from, to }: { readonly from?: string; readonly to?: string }): PeriodFilter {
  return { ...(from === undefined ? {} : { fromMs: epochOf('from', from) }), ...(to === undefined ? {} : { toMs: epochOf('to', to) }) }
}

function epochOf(path: string, instant: string): number {
  const epochMs = Date.parse(instant)
  if (!Number.isNaN(epochMs)) return epochMs
  throw invalidField(path, 'must be an instant')
}
