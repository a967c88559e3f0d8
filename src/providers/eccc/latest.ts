import { isObject } from '../cap/json.ts'
import { parseTime } from '../cap/time.ts'
import type { Json } from '../json.ts'

/** What tells one state of the collection from another: how many features it has, and when the newest was published (epoch milliseconds; null without any). */
export interface Latest {
  readonly total: number
  readonly newestMs: number | null
}

/**
 * The question for it: one feature of some hundred bytes, where the collection has thirteen thousand for each area. Each message has a new time of publication, also one that
 * ends; what is withdrawn without a message changes the number.
 */
export const LATEST_QUERY = 'f=json&limit=1&sortby=-publication_datetime&properties=publication_datetime&skipGeometry=true'

/** The state that features show. */
export function latestOf(features: readonly Json[], total: number): Latest {
  const times = features.flatMap(({ properties }) => {
    const time = isObject(properties) ? properties['publication_datetime'] : null
    return typeof time === 'string' ? (parseTime(time, null) ?? []) : []
  })
  return { total, newestMs: times.length === 0 ? null : Math.max(...times) }
}

/** A whole reading that a state kept: what it saw, and when (epoch milliseconds). Null without one, or after one that was not complete. */
export function toWholeReading(former: unknown): (Latest & { readonly at: number }) | null {
  const whole = isObject(former) ? former['whole'] : null
  if (!isObject(whole)) return null
  const { at, total, newestMs } = whole
  if (typeof at !== 'number' || typeof total !== 'number' || (newestMs !== null && typeof newestMs !== 'number')) return null
  return { at, total, newestMs }
}
