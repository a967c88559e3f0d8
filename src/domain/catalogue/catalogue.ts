import type { Condition } from '../condition.ts'
import type { PrecipitationIntensity } from '../precipitation-intensity.ts'

/** One text, or one by day and one by night where the language words them differently. */
export type ConditionWording = string | readonly [day: string, night: string]

/**
 * The nowcast sentences. `{what}` is the precipitation by intensity, `{start}` and `{end}` are clock times on 24 hours. The subject
 * is "precipitation", not "rain": minute-by-minute data does not tell rain from snow.
 */
export interface NowcastWording {
  readonly what: Readonly<Record<PrecipitationIntensity, string>>
  /** Nothing falls up to `{end}`, where the known minutes end: rain may follow. */
  readonly dry: string
  /** It falls now and ends. */
  readonly until: string
  /** It falls now and has no known end. */
  readonly lasting: string
  /** It begins and ends. */
  readonly fromTo: string
  /** It begins and has no known end. */
  readonly from: string
}

/** Everything that is said in one language. */
export interface Catalogue {
  readonly conditions: Readonly<Record<Condition, ConditionWording>>
  readonly nowcast: NowcastWording
}
