import { roundHalfAway } from '../round.ts'
import type { HourlyPoint } from '../model.ts'
import { parseInstant } from '../instant.ts'
import { reaches } from './measure.ts'
import type { Step } from './spells.ts'
import { DAY_MS, HOUR_MS } from '../../time.ts'

/** Minimum amount for an hour to count as one with snow: mm of water. */
const TRACE = 0.1

/**
 * The hours with snow in every 24-hour window whose snow adds up to at least `threshold` mm of water; the value of each hour is the largest
 * such sum that it is part of. Hours with unknown snow add nothing.
 */
export function snowSteps(hours: readonly HourlyPoint[], threshold: number): Step[] {
  const falls = hours.map(({ time, snow }) => ({ startMs: parseInstant(time), snow: snow ?? 0 }))
  const sums = falls.map(() => 0)
  for (const [first, { startMs }] of falls.entries()) {
    const past = falls.findIndex((fall, index) => index > first && fall.startMs >= startMs + DAY_MS)
    const end = past === -1 ? falls.length : past
    const window = falls.slice(first, end)
    const sum = roundHalfAway(
      window.reduce((total, { snow }) => total + snow, 0),
      4,
    )
    if (!reaches('snow', sum, threshold)) continue
    const least = Math.min(TRACE, Math.max(...window.map(({ snow }) => snow)))
    for (let index = first; index < end; index++) {
      if ((falls[index]?.snow ?? 0) >= least) sums[index] = Math.max(sums[index] ?? 0, sum)
    }
  }
  return falls.flatMap(({ startMs }, index) => {
    const value = sums[index] ?? 0
    return value === 0 ? [] : [{ startMs, endMs: startMs + HOUR_MS, value }]
  })
}
