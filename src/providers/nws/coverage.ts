import type { Cell } from '../../domain/cell.ts'

type Point = readonly [lon: number, lat: number]
interface Box {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** The forty-eight states and their waters, with a small margin around borders and coasts. Clockwise from the north-west. */
const CONTIGUOUS: readonly Point[] = [
  ...north(),
  // The Atlantic and the Gulf.
  [-66.6, 44.4],
  [-66.5, 42.5],
  [-70, 39.5],
  [-73.5, 36.5],
  [-75.5, 33],
  [-78.8, 30.5],
  [-79.3, 26],
  [-80.3, 24],
  [-84.5, 24],
  [-88, 25.7],
  ...south(),
]

/** The border with Canada: the 49th parallel, the Lake of the Woods, the Great Lakes, the St Lawrence, Maine. */
function north(): Point[] {
  return [
    [-127, 48.6],
    [-124, 48.45],
    [-123.4, 48.6],
    [-123.4, 49.05],
    [-95.4, 49.05],
    [-95.4, 49.5],
    [-94.4, 49.5],
    [-94.4, 48.85],
    [-92.9, 48.7],
    [-92.2, 48.45],
    [-91.5, 48.25],
    [-89.4, 48.2],
    [-88.2, 48.4],
    [-84.4, 46.8],
    [-83.3, 46.25],
    [-82.3, 45.4],
    [-82.2, 43.1],
    [-82.5, 41.95],
    [-79, 42.75],
    [-79.2, 43.6],
    [-76.6, 43.8],
    [-76.4, 44.35],
    [-75.2, 45.05],
    [-71.6, 45.1],
    [-71.3, 45.45],
    [-70.6, 45.6],
    [-70.4, 46.3],
    [-70.1, 46.55],
    [-69.4, 47.5],
    [-68.2, 47.5],
    [-67.6, 47.15],
    [-67.6, 45.75],
    [-66.8, 45.1],
  ]
}

/** The Rio Grande and the land border with Mexico, and up the Pacific coast. */
function south(): Point[] {
  return [
    [-96.5, 25.6],
    [-97.6, 25.7],
    [-99.3, 26.2],
    [-99.7, 27.4],
    [-100.5, 28.1],
    [-101, 29.2],
    [-102.3, 29.7],
    [-103.2, 28.8],
    [-104.2, 29.2],
    [-105.2, 30.5],
    [-106.6, 31.6],
    [-108.1, 31.65],
    [-108.2, 31.2],
    [-111.2, 31.2],
    [-114.9, 32.3],
    [-117.2, 32.4],
    [-119.5, 32.2],
    [-122.5, 34.5],
    [-126, 40],
  ]
}

/** Bounding box of the outline: a cheap test that rules out most of the world. */
const FRAME: Box = { west: -127, south: 24, east: -66.5, north: 49.5 }

const ELSEWHERE: readonly Box[] = [
  // Alaska to the Yukon, its panhandle, and the Aleutians on either side of the date line.
  { west: -180, south: 50.5, east: -140.9, north: 72 },
  { west: -141, south: 54.4, east: -129.8, north: 60.5 },
  { west: 171, south: 50.5, east: 180, north: 54 },
  // Hawaii and the islands north-west of it.
  { west: -179, south: 18, east: -153.5, north: 29 },
  // Puerto Rico and the Virgin Islands.
  { west: -68, south: 17.3, east: -64.3, north: 19 },
  // Guam and the Northern Marianas.
  { west: 143.9, south: 12.9, east: 146.5, north: 21 },
  // American Samoa.
  { west: -171.5, south: -15, east: -167.8, north: -10.7 },
]

/**
 * Whether the service may have alerts for the cell. Approximate: includes everything that it covers, and some of Canada and Mexico along
 * the borders, where it answers that the point is out of bounds.
 */
export function isCovered({ lat, lon }: Cell): boolean {
  return (isInBox(FRAME, lat, lon) && isInside(CONTIGUOUS, lon, lat)) || ELSEWHERE.some((box) => isInBox(box, lat, lon))
}

function isInBox({ west, south, east, north }: Box, lat: number, lon: number): boolean {
  return lat >= south && lat <= north && lon >= west && lon <= east
}

/** Even–odd rule: a ray to the east crosses the outline an odd number of times. */
function isInside(outline: readonly Point[], lon: number, lat: number): boolean {
  let inside = false
  let [previousLon, previousLat] = outline.at(-1) as Point
  for (const [nextLon, nextLat] of outline) {
    if (nextLat > lat !== previousLat > lat) {
      const crossing = previousLon + ((lat - previousLat) / (nextLat - previousLat)) * (nextLon - previousLon)
      if (lon < crossing) inside = !inside
    }
    previousLon = nextLon
    previousLat = nextLat
  }
  return inside
}
