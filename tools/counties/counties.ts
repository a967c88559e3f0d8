import { readFile } from 'node:fs/promises'

type Point = readonly [lon: number, lat: number]

/** The counties of the United States as arcs that neighbours share, so that thinning leaves no gaps between them. */
export interface Counties {
  /** Steps of a coordinate in a degree. */
  readonly scale: number
  /** Each arc: its first point, then the differences from point to point, `lon lat lon lat …` in steps. */
  readonly arcs: readonly string[]
  /** By FIPS code: the name, then the polygons, each of rings, each of arcs; `~index` is an arc backwards. As in TopoJSON. */
  readonly counties: Readonly<Record<string, readonly [name: string, ...polygons: number[][][]]>>
}

interface Atlas {
  readonly transform: { readonly scale: Point; readonly translate: Point }
  readonly arcs: readonly (readonly Point[])[]
  readonly objects: {
    readonly counties: {
      readonly geometries: readonly {
        readonly type: string
        readonly id: string
        readonly properties: { readonly name: string }
        readonly arcs: number[][] | number[][][]
      }[]
    }
  }
}

const SCALE = 200
/** About a kilometre; of a small county, a share of its size. */
const [TOLERANCE_DEGREES, TOLERANCE_SHARE] = [0.01, 0.05]
/** Of a closed arc, which is a whole ring. */
const FEWEST_POINTS = 4

/** The counties of the Census Bureau at 1:10m (public domain), as `us-atlas` packs them, thinned. */
export async function drawCounties(): Promise<Counties> {
  const atlas = JSON.parse(await readFile(new URL(import.meta.resolve('us-atlas/counties-10m.json')), 'utf8')) as Atlas
  const used = [...new Set(atlas.objects.counties.geometries.flatMap(({ arcs }) => arcs.flat(2).map((arc) => (arc < 0 ? ~arc : arc))))]
  const numbers = new Map(used.map((arc, index) => [arc, index]))
  const renumbered = (arc: number): number => (arc < 0 ? ~(numbers.get(~arc) as number) : (numbers.get(arc) as number))
  const tolerances = tolerancesOf(atlas)
  const counties = atlas.objects.counties.geometries.map(({ type, id, properties, arcs }) => {
    const polygons = (type === 'Polygon' ? [arcs] : arcs) as number[][][]
    return [id, [properties.name, ...polygons.map((rings) => rings.map((ring) => ring.map(renumbered)))]] as const
  })
  return {
    scale: SCALE,
    arcs: used.map((arc) => written(thinned(pointsOf(atlas, arc), tolerances.get(arc) ?? TOLERANCE_DEGREES))),
    counties: Object.fromEntries(counties.toSorted(([a], [b]) => a.localeCompare(b))),
  }
}

function pointsOf({ transform: { scale, translate }, arcs }: Atlas, arc: number): Point[] {
  let [x, y] = [0, 0]
  return (arcs[arc] ?? []).map(([right, up]) => {
    x += right
    y += up
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]]
  })
}

/** How far each arc may be moved: less if it bounds a small county. */
function tolerancesOf(atlas: Atlas): ReadonlyMap<number, number> {
  const tolerances = new Map<number, number>()
  for (const { arcs } of atlas.objects.counties.geometries) {
    const own = arcs.flat(2).map((arc) => (arc < 0 ? ~arc : arc))
    const points = own.flatMap((arc) => pointsOf(atlas, arc))
    const extent = (axis: 0 | 1): number =>
      Math.max(...points.map((point) => point[axis])) - Math.min(...points.map((point) => point[axis]))
    const tolerance = Math.min(TOLERANCE_DEGREES, TOLERANCE_SHARE * Math.min(extent(0), extent(1)))
    for (const arc of own) tolerances.set(arc, Math.min(tolerance, tolerances.get(arc) ?? tolerance))
  }
  return tolerances
}

/** Douglas and Peucker: the ends, and what is further from the line between them than the tolerance. */
function thinned(points: readonly Point[], tolerance: number): Point[] {
  const kept = new Set([0, points.length - 1])
  const spans: (readonly [from: number, to: number])[] = [[0, points.length - 1]]
  for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
    const [from, to] = span
    const [farthest, distance] = farthestBetween(points, from, to)
    if (farthest < 0 || (distance < tolerance && !(isClosed(points) && kept.size < FEWEST_POINTS))) continue
    kept.add(farthest)
    spans.push([from, farthest], [farthest, to])
  }
  return [...kept].toSorted((a, b) => a - b).map((index) => points[index] as Point)
}

function isClosed(points: readonly Point[]): boolean {
  return points.length > 0 && points[0]?.[0] === points.at(-1)?.[0] && points[0]?.[1] === points.at(-1)?.[1]
}

function farthestBetween(points: readonly Point[], from: number, to: number): readonly [index: number, distance: number] {
  const [[ax, ay], [bx, by]] = [points[from] as Point, points[to] as Point]
  const length = Math.hypot(bx - ax, by - ay)
  let [farthest, most] = [-1, -1]
  for (let index = from + 1; index < to; index++) {
    const [x, y] = points[index] as Point
    const distance = length === 0 ? Math.hypot(x - ax, y - ay) : Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length
    if (distance > most) [farthest, most] = [index, distance]
  }
  return [farthest, most]
}

function written(points: readonly Point[]): string {
  let [x, y] = [0, 0]
  return points
    .flatMap(([lon, lat]) => {
      const [right, up] = [Math.round(lon * SCALE) - x, Math.round(lat * SCALE) - y]
      x += right
      y += up
      return [right, up]
    })
    .join(' ')
}
