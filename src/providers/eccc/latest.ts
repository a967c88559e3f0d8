import { isObject } from '../cap/json.ts'
import { parseTime } from '../cap/time.ts'
import type { Json } from '../json.ts'

/**
 * Distinguishes states of the collection: the number of features, and when the newest was published (epoch milliseconds; null if there are
 * none).
 */
export interface Latest {
  readonly total: number
  readonly newestMs: number | null
}

/**
 * The query for this state: one feature of some hundred bytes, instead of thirteen thousand for each area. Each message has a new time of
 * publication, including one that ends a warning; a withdrawal without a message changes the number.
 */
export const LATEST_QUERY = 'f=json&limit=1&sortby=-publication_datetime&properties=publication_datetime&skipGeometry=true'

/** The state that these features show. */
export function latestOf(features: readonly Json[], total: number): Latest {
  const times = features.flatMap(({ properties }) => {
    const time = isObject(properties) ? properties['publication_datetime'] : null
    return typeof time === 'string' ? (parseTime(time, null) ?? []) : []
  })
  return { total, newestMs: times.length === 0 ? null : Math.max(...times) }
}

/**
 * The last complete reading in a state: its `Latest` and its time (epoch milliseconds). Null if there is none, or if the reading was
 * incomplete.
 */
export function toWholeReading(former: unknown): (Latest & { readonly at: number }) | null {
  const whole = isObject(former) ? former['whole'] : null
  if (!isObject(whole)) return null
  const { at, total, newestMs } = whole
  if (typeof at !== 'number' || typeof total !== 'number' || (newestMs !== null && typeof newestMs !== 'number')) return null
  return { at, total, newestMs }
}
