import { round } from './curve.ts'

export interface Range {
  readonly min: number | null
  readonly max: number | null
}

/** So much of the scale is seen. */
const LEAST = 3

/** Where each range begins and how long it is, on a scale from 0 to 100 that all of them share. Null where an end is not known. */
export function ranges(all: readonly Range[]): (readonly [start: number, length: number] | null)[] {
  const ends = all.flatMap(({ min, max }) => [min, max]).filter((end) => end !== null)
  const low = Math.min(...ends)
  const span = Math.max(...ends) - low
  return all.map(({ min, max }) => {
    if (min === null || max === null) return null
    // A day without a range is still a dot, in the middle where there is no scale.
    if (span === 0) return [(100 - LEAST) / 2, LEAST]
    const length = Math.max(LEAST, round(((max - min) / span) * 100))
    return [Math.min(round(((min - low) / span) * 100), 100 - length), length]
  })
}
