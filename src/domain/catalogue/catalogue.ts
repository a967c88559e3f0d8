import type { Condition } from '../condition.ts'
import type { PrecipitationIntensity } from '../precipitation-intensity.ts'

/** One text, or one for day and one for night if the language words them differently. */
export type ConditionWording = string | readonly [day: string, night: string]

/**
 * The nowcast sentences: one of the first five, then those about breaks and the heaviest part. `{what}` is the precipitation by intensity,
 * `{how}` its intensity; `{start}` and `{end}` are 24-hour clock times. The subject is "precipitation", not "rain": minute-by-minute data
 * does not distinguish rain from snow.
 */
export interface NowcastWording {
  /** `any` where the intensity varies. */
  readonly what: Readonly<Record<PrecipitationIntensity | 'any', string>>
  /** Dry until `{end}`, where the known minutes end: rain may follow. */
  readonly dry: string
  /** Falling now, with a known end. */
  readonly until: string
  /** Falling now, without a known end. */
  readonly lasting: string
  /** Starts later, with a known end. */
  readonly fromTo: string
  /** Starts later, without a known end. */
  readonly from: string
  readonly how: Readonly<Record<Exclude<PrecipitationIntensity, 'light'>, string>>
  /** The only dry break. */
  readonly break: string
  /** The longest of several dry breaks. */
  readonly breaks: string
  /** The heaviest part, without a break in it. */
  readonly peak: string
  /** From the first of several heaviest parts to the last. */
  readonly peaks: string
}

/** All texts of one language. */
export interface Catalogue {
  readonly conditions: Readonly<Record<Condition, ConditionWording>>
  readonly nowcast: NowcastWording
}
