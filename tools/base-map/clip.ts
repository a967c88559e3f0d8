import type { Point } from './simplify.ts'

/** A box of the plane. */
export interface Box {
  readonly minX: number
  readonly maxX: number
  readonly minY: number
  readonly maxY: number
}

/** The sides of a box: the coordinate that they bound, where they are, and on which side of them the box is. */
const sidesOf = ({ minX, maxX, minY, maxY }: Box) =>
  [
    [0, minX, 1],
    [0, maxX, -1],
    [1, minY, 1],
    [1, maxY, -1],
  ] as const

/** The part of a closed ring in a box, without the repeated first point (Sutherland–Hodgman); it may run along the box. Empty: none. */
export function clipRing(ring: readonly Point[], box: Box): readonly Point[] {
  let clipped = ring
  for (const [axis, at, sign] of sidesOf(box)) {
    const isIn = (point: Point): boolean => (point[axis] - at) * sign >= 0
    clipped = clipped.flatMap((point, i) => {
      const before = clipped.at(i - 1) as Point
      const crossing = isIn(point) === isIn(before) ? [] : [crossingOf(before, point, axis, at)]
      return isIn(point) ? [...crossing, point] : crossing
    })
  }
  return clipped
}

function crossingOf(from: Point, to: Point, axis: 0 | 1, at: number): Point {
  const part = (at - from[axis]) / (to[axis] - from[axis])
  return [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])]
}

/** The parts of an open line that may be seen in a box: the runs of its segments that are not entirely beyond one side. */
export function clipLine(line: readonly Point[], box: Box): Point[][] {
  const runs: Point[][] = []
  let isOpen = false
  for (let i = 1; i < line.length; i++) {
    const [from, to] = [line[i - 1] as Point, line[i] as Point]
    const isBeyond = sidesOf(box).some(([axis, at, sign]) => (from[axis] - at) * sign < 0 && (to[axis] - at) * sign < 0)
    if (!isBeyond && isOpen) runs.at(-1)?.push(to)
    else if (!isBeyond) runs.push([from, to])
    isOpen = !isBeyond
  }
  return runs
}
