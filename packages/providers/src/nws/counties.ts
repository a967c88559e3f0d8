import type { Polygon } from '@isobar/weather'
import type { NamedArea } from '../provider.ts'

/** As `tools/counties` writes them. */
interface Counties {
  readonly scale: number
  readonly arcs: readonly string[]
  readonly counties: Readonly<Record<string, readonly unknown[]>>
}

type Point = readonly [lon: number, lat: number]

/** Areas that later editions divide: the parts have the outline of the whole (Alaska, 2019: Valdez–Cordova into Chugach and Copper River). */
const DIVIDED: Readonly<Record<string, readonly string[]>> = { '02261': ['02063', '02066'] }

/** A ring needs three corners; thinned to less, it is a sliver or a rock. */
const FEWEST_POINTS = 4
const MARGIN_DEGREES = 0.02

/** The counties of the United States under their SAME codes, as outlines to about a kilometre. Read only when they are needed. */
export async function readCounties(): Promise<NamedArea[]> {
  const { default: bundled } = await import('./counties.json', { with: { type: 'json' } })
  const { scale, arcs, counties } = bundled as unknown as Counties
  const lines = arcs.map((arc) => pointsOf(arc, scale))
  return Object.entries(counties).flatMap(([fips, county]) => {
    const [name, ...sent] = county as readonly [string, ...number[][][]]
    const polygons = sent.flatMap((rings): Polygon[] => {
      const [outer = [], ...holes] = rings.map((ring) => joined(ring, lines))
      return outer.length < FEWEST_POINTS ? [] : [[outer, ...holes.filter(({ length }) => length >= FEWEST_POINTS)]]
    })
    const shown = polygons.length > 0 ? polygons : [boxAround(sent.flat().flatMap((ring) => joined(ring, lines)))]
    return [fips, ...(DIVIDED[fips] ?? [])].map((code) => ({ scheme: 'SAME', code: `0${code}`, name, polygons: shown }))
  })
}

/** Falls Church, a city of two square miles, is a line in the source: its box, and some two kilometres around it. */
function boxAround(points: readonly Point[]): Polygon {
  const [lons, lats] = [points.map(([lon]) => lon), points.map(([, lat]) => lat)]
  const [west, east] = [Math.min(...lons) - MARGIN_DEGREES, Math.max(...lons) + MARGIN_DEGREES]
  const [south, north] = [Math.min(...lats) - MARGIN_DEGREES, Math.max(...lats) + MARGIN_DEGREES]
  const corners: readonly Point[] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  return [corners]
}

function pointsOf(arc: string, scale: number): Point[] {
  const steps = arc.split(' ').map(Number)
  let [lon, lat] = [0, 0]
  return Array.from({ length: steps.length / 2 }, (_, index): Point => {
    lon += steps[2 * index] ?? 0
    lat += steps[2 * index + 1] ?? 0
    return [lon / scale, lat / scale]
  })
}

/** A ring of its arcs, each of which begins where the last one ended; `~index` is an arc backwards. */
function joined(ring: readonly number[], lines: readonly (readonly Point[])[]): Point[] {
  return ring.flatMap((arc, index) => {
    const line = (arc < 0 ? lines[~arc]?.toReversed() : lines[arc]) ?? []
    return index === 0 ? line : line.slice(1)
  })
}
