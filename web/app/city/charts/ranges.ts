import { round } from './curve.ts'

export interface Range {
  readonly min: number | null
  readonly max: number | null
}

/** The minimum visible length. */
const LEAST = 3

/** Start and length of each range on a common scale from 0 to 100. Null where an end is unknown. */
export function ranges(all: readonly Range[]): (readonly [start: number, length: number] | null)[] {
  const ends = all.flatMap(({ min, max }) => [min, max]).filter((end) => end !== null)
  const low = Math.min(...ends)
  const span = Math.max(...ends) - low
  return all.map(({ min, max }) => {
    if (min === null || max === null) return null
    // If all are the same single value, each is a dot in the middle.
    if (span === 0) return [(100 - LEAST) / 2, LEAST]
    const length = Math.max(LEAST, round(((max - min) / span) * 100))
    return [Math.min(round(((min - low) / span) * 100), 100 - length), length]
  })
}
