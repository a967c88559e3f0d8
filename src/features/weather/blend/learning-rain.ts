import { computeBrierScore, WET_HOUR_MM } from '@isobar/weather'
import { fillRainBands, learnPlaceEvent, type PlaceMemory } from '@isobar/weather/blend'
import { DAY_MS } from '../../../time.ts'
import type { BlendCase } from './cases.ts'
import type { DayErrors } from './proof.ts'

/** A frozen hour of which a source stated a chance, and whose amount was measured. */
export interface RainCase extends BlendCase {
  readonly amount: number
}

/** Whether a frozen hour teaches something of rain. */
export function isRainCase(each: BlendCase): each is RainCase {
  return each.amount !== null && each.stated.some((chance) => chance !== null)
}

/**
 * Adds what the hours of a day (one for each hour and band of lead time) teach of rain to a place's memory: wet is an hour as in verification. The sums of squared errors of
 * the chance as issued, and of the first source's where it states one; `day`: epoch milliseconds of its midnight.
 */
export function learnRain(memory: PlaceMemory, cases: readonly RainCase[], firstSource: string, day: number): DayErrors {
  const errors = { day: day / DAY_MS, n: 0, blend: 0, first: 0 }
  if (cases.length > 0) fillRainBands(memory)
  for (const { issue, validAt, leadHours, stated, rain, amount } of cases) {
    const inOrder = (values: readonly (number | null)[]) => memory.sources.map(({ id }) => values[issue.sources.indexOf(id)] ?? null)
    const happened = amount >= WET_HOUR_MM
    learnPlaceEvent(memory, 'hourOfRain', leadHours, {
      day: validAt / DAY_MS,
      forecasts: inOrder(stated),
      happened,
      // No source states amounts here, which are what measured ones would be compared with.
      amount: null,
      issued: rain && { logit: rain.logit, chances: inOrder(rain.chances) },
    })
    const first = stated[issue.sources.indexOf(issue.source)] ?? null
    if (rain === null || first === null || issue.source !== firstSource) continue
    errors.n += 1
    errors.blend += computeBrierScore(rain.chance, happened)
    errors.first += computeBrierScore(first, happened)
  }
  return errors
}
