/** A point of a chart, in its own units: x to the right, y down. */
export interface ChartPoint {
  readonly x: number
  readonly y: number
}

/**
 * A smooth line through points (monotone cubic after Fritsch and Carlson, 1980). It never overshoots between two points, so the chart shows
 * no temperature that was not forecast. A null point interrupts the line.
 */
export function drawCurve(points: readonly (ChartPoint | null)[]): string {
  return runsOf(points).map(curveOf).join('')
}

/** The area between the line and a base line. */
export function drawSurface(points: readonly (ChartPoint | null)[], baseY: number): string {
  return runsOf(points)
    .filter((run) => run.length > 1)
    .map((run) => `${curveOf(run)}V${roundCoordinate(baseY)}H${roundCoordinate(run[0]?.x ?? 0)}Z`)
    .join('')
}

/** A point of a band, in the same units. */
export interface BandPoint {
  readonly x: number
  readonly top: number
  readonly bottom: number
}

/** The area between two smooth lines. A null point interrupts it, and a point alone is none. */
export function drawBandArea(points: readonly (BandPoint | null)[]): string {
  return runsOf(points)
    .filter((run) => run.length > 1)
    .map((run) => {
      const tops = run.map(({ x, top }) => ({ x, y: top }))
      const bottoms = run.map(({ x, bottom }) => ({ x, y: bottom })).toReversed()
      return `${curveOf(tops)}L${curveOf(bottoms).slice(1)}Z`
    })
    .join('')
}

/** Rounds to one decimal, a tenth of a pixel, to keep paths short. */
export function roundCoordinate(value: number): number {
  return Math.round(value * 10) / 10
}

function runsOf<Point>(points: readonly (Point | null)[]): Point[][] {
  const runs: Point[][] = [[]]
  for (const point of points) {
    if (point === null) runs.push([])
    else runs.at(-1)?.push(point)
  }
  return runs.filter((run) => run.length > 0)
}

function curveOf(run: readonly ChartPoint[]): string {
  const [first] = run as [ChartPoint]
  const start = `M${roundCoordinate(first.x)} ${roundCoordinate(first.y)}`
  if (run.length === 1) return `${start}h0`
  const slopes = tangents(run)
  const parts = run.slice(1).map((to, index) => {
    const from = run[index] as ChartPoint
    const third = (to.x - from.x) / 3
    const [dx1, dy1] = [third, (slopes[index] ?? 0) * third]
    const [dx2, dy2] = [2 * third, to.y - from.y - (slopes[index + 1] ?? 0) * third]
    return `c${roundCoordinate(dx1)} ${roundCoordinate(dy1)} ${roundCoordinate(dx2)} ${roundCoordinate(dy2)} ${roundCoordinate(to.x - from.x)} ${roundCoordinate(to.y) - roundCoordinate(from.y) === 0 ? 0 : roundCoordinate(roundCoordinate(to.y) - roundCoordinate(from.y))}`
  })
  return start + parts.join('')
}

function tangents(run: readonly ChartPoint[]): number[] {
  const secants = run.slice(1).map((to, index) => {
    const from = run[index] as ChartPoint
    return (to.y - from.y) / (to.x - from.x)
  })
  return run.map((_, index) => {
    const before = secants[index - 1]
    const after = secants[index]
    if (before === undefined || after === undefined) return before ?? after ?? 0
    // Extremes are flat; elsewhere the harmonic mean prevents overshooting.
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after)
  })
}

interface BarsOf {
  /** Null: unknown, no bar. */
  readonly values: readonly (number | null)[]
  /** The value of a bar of full height. */
  readonly full: number
  readonly step: number
  readonly width: number
  readonly baseY: number
  readonly height: number
}

/** Bars as one path. Values above zero are at least one unit high, and none exceeds the full height. */
export function drawBars({ values, full, step, width, baseY, height }: BarsOf): string {
  return values
    .map((value, index) => {
      if (value === null || value <= 0 || full <= 0) return ''
      const high = roundCoordinate(Math.max(1, Math.min(1, value / full) * height))
      return `M${roundCoordinate(index * step + (step - width) / 2)} ${roundCoordinate(baseY)}v${-high}h${roundCoordinate(width)}v${high}z`
    })
    .join('')
}

interface Range {
  readonly min: number | null
  readonly max: number | null
}

/** The minimum visible length. */
const MIN_LENGTH = 3

/** Start and length of each range on a common scale from 0 to 100. Null where an end is unknown. */
export function scaleRanges(all: readonly Range[]): (readonly [start: number, length: number] | null)[] {
  const ends = all.flatMap(({ min, max }) => [min, max]).filter((end) => end !== null)
  const low = Math.min(...ends)
  const span = Math.max(...ends) - low
  return all.map(({ min, max }) => {
    if (min === null || max === null) return null
    // If all are the same single value, each is a dot in the middle.
    if (span === 0) return [(100 - MIN_LENGTH) / 2, MIN_LENGTH]
    const length = Math.max(MIN_LENGTH, roundCoordinate(((max - min) / span) * 100))
    return [Math.min(roundCoordinate(((min - low) / span) * 100), 100 - length), length]
  })
}
