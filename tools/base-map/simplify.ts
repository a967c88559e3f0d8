export type Point = readonly [x: number, y: number]

/** A line with fewer points: no dropped point is further than `tolerance` from it (Ramer–Douglas–Peucker). The first and last points stay. */
export function simplify(line: readonly Point[], tolerance: number): Point[] {
  const retained = new Set([0, line.length - 1])
  const spans: [number, number][] = [[0, line.length - 1]]
  for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
    const [from, to] = span
    let farthest = -1
    let distance = tolerance
    for (let i = from + 1; i < to; i++) {
      const away = distanceTo(line[i] as Point, line[from] as Point, line[to] as Point)
      if (away > distance) [farthest, distance] = [i, away]
    }
    if (farthest === -1) continue
    retained.add(farthest)
    spans.push([from, farthest], [farthest, to])
  }
  return [...retained].toSorted((a, b) => a - b).map((i) => line[i] as Point)
}

/** The distance of a point from a segment; from its start if the segment has no length (a closed ring). */
function distanceTo([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length))
  return Math.hypot(x - ax - along * dx, y - ay - along * dy)
}
