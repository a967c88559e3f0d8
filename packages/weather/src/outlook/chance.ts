import { HOUR_MS } from '../time.ts'
import type { ForecastStep } from './step.ts'

/** From this chance on, something is said without a doubt. */
export const STATED_FROM = 0.6
/** An even chance, from which rain or snow without an amount is called possible, and on a day of a week likely. */
export const EVEN_CHANCE = 0.5
/** Up to this chance, rain or snow on the days of a week is called unlikely: at most a third for the WMO and the IPCC. */
export const UNLIKELY_UP_TO = 1 / 3
/** From this chance on, it is only probably dry. */
export const DOUBTFUL_FROM = 0.3
/** Hours this close depend on each other: what makes the one wet makes the other wet. */
const DEPENDENT_MS = 6 * HOUR_MS

/**
 * The chance, 0–1, that anything falls in steps in their order: in six hours the highest of them, and six-hour periods are taken as independent. Null where none
 * states a chance.
 */
export function combineChances(steps: readonly Pick<ForecastStep, 'startMs' | 'precipitationProbability'>[]): number | null {
  const [first] = steps
  const highest = new Map<number, number>()
  for (const { startMs, precipitationProbability: chance } of steps) {
    const period = Math.floor((startMs - (first?.startMs ?? 0)) / DEPENDENT_MS)
    if (chance !== null) highest.set(period, Math.max(chance, highest.get(period) ?? 0))
  }
  if (highest.size === 0) return null
  const dry = [...highest.values()].reduce((product, chance) => product * (1 - chance), 1)
  // One period's chance is stated as it was sent.
  return highest.size === 1 ? ([...highest.values()][0] ?? null) : 1 - dry
}
