import type { DailyPoint } from '../model.ts'
import { EVEN_CHANCE, UNLIKELY_UP_TO } from './chance.ts'
import { readStep } from './reading.ts'
import { joinKinds } from './spell.ts'

/** What a week's statement needs of a day; the part of it that is snow may be unknown. */
export type WetDay = Pick<DailyPoint, 'precipitation' | 'precipitationProbability'> & Partial<Pick<DailyPoint, 'snow' | 'condition'>>

/** A statement about rain and snow over several days. `falls`: what, if it is the same on all of the days that it names. */
export type Wetness<Day> =
  | { readonly kind: 'likely'; readonly days: readonly Day[]; readonly falls: 'rain' | 'snow' | 'either' }
  | { readonly kind: 'possible'; readonly falls: 'rain' | 'snow' | 'either' }
  | { readonly kind: 'dry' }

/** An amount that wets the ground. */
const WETTING_MM = 1

/**
 * The statement about rain and snow over several days that the data supports, as in the subject of a digest:
 * - `likely` on the days with at least an even chance or, where no chance is stated, an amount that wets the ground;
 * - else `dry`, which reads "unlikely" and is about all of the days: only if each is known, the amounts of all add up to less than
 *   wets the ground, and the chance that any of them is wet, taken as independent, is at most a third: seven days of 45 % are not dry;
 * - else `possible`, if what is known of the days exceeds that;
 * - else null: too little is known.
 * More chance or a greater amount never makes it drier.
 */
export function judgeWetness<Day extends WetDay>(days: readonly Day[]): Wetness<Day> | null {
  const wet = days.filter(isLikely)
  if (wet.length > 0) return { kind: 'likely', days: wet, falls: nameFalls(wet) }
  const amount = days.reduce((sum, { precipitation }) => sum + (precipitation ?? 0), 0)
  const chance = 1 - days.reduce((dry, { precipitationProbability }) => dry * (1 - (precipitationProbability ?? 0)), 1)
  if (amount >= WETTING_MM || chance > UNLIKELY_UP_TO)
    return { kind: 'possible', falls: nameFalls(days.filter((day) => (day.precipitation ?? 0) + (day.precipitationProbability ?? 0) > 0)) }
  const isKnown = days.every((day) => day.precipitation !== null || day.precipitationProbability !== null)
  return isKnown && days.length > 0 ? { kind: 'dry' } : null
}

function isLikely({ precipitation, precipitationProbability }: WetDay): boolean {
  return precipitationProbability === null ? (precipitation ?? 0) >= WETTING_MM : precipitationProbability >= EVEN_CHANCE
}

/** What falls on all of the days; `either` where one of them does not say. */
function nameFalls(days: readonly WetDay[]): 'rain' | 'snow' | 'either' {
  const kinds = days.map(({ precipitation, precipitationProbability, snow = null, condition = null }) => {
    const rain = precipitation === null || snow === null ? null : Math.max(0, precipitation - snow)
    const unknown = { windSpeed: null, windGust: null, temperature: null }
    return readStep({ startMs: 0, endMs: 0, precipitation, precipitationProbability, rain, snow, condition, ...unknown })
  })
  if (kinds.some(({ kind }) => kind === 'unknown')) return 'either'
  const kind = joinKinds(kinds)
  return kind === 'rain' || kind === 'snow' ? kind : 'either'
}
