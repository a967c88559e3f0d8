import { isCovered } from '@isobar/weather'
import { HOUR_MS } from '../../../time.ts'
import type { Period } from './period.ts'

/** The hours of a sum, given by their ends: after `afterMs`, up to `untilMs` (epoch milliseconds). */
export interface SummedHours {
  readonly afterMs: number
  readonly untilMs: number
  readonly hours: number
}

/** The full hours (UTC) that end in a period and have ended by `now`. A period ends with a whole second, which belongs to it. */
export function computeSummedHours({ fromMs, toMs }: Period, now: number): SummedHours {
  const untilMs = Math.max(fromMs, Math.min(toMs + 1_000, now))
  return { afterMs: fromMs, untilMs, hours: Math.floor(untilMs / HOUR_MS) - Math.floor(fromMs / HOUR_MS) }
}

/** A sum over hours of which some are unknown; null if too many are. */
export function findCoveredTotal(sum: number | null, hoursCovered: number, hours: number): number | null {
  return isCovered('sum', hoursCovered, hours) ? sum : null
}
