import { round } from './curve.ts'

export interface Range {
  readonly min: number | null
  readonly max: number | null
}

/** Where each range begins and how long it is, on a scale from 0 to 100 that all of them share. Null where an end is not known. */
export function ranges(all: readonly Range[]): (readonly [start: number, length: number] | null)[] {
  const ends = all.flatMap(({ min, max }) => [min, max]).filter((end) => end !== null)
  const low = Math.min(...ends)
  const span = Math.max(...ends) - low
  return all.map(({ min, max }) => {
    if (min === null || max === null) return null
    if (span === 0) return [0, 100]
    // A day without a range is still a dot.
    const length = Math.max(3, round(((max - min) / span) * 100))
    return [Math.min(round(((min - low) / span) * 100), 100 - length), length]
  })
}
