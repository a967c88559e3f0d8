import type { Cell, Polygon } from '@isobar/weather'
import pointInPolygon from 'point-in-polygon-hao'
import { parsePolygon } from '../cap/geometry.ts'

interface Box {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** The forty-eight states and their waters, with a small margin around borders and coasts: `lat,lon` clockwise from the north-west. */
const CONTIGUOUS = parsePolygon(
  // The border with Canada: the 49th parallel, the Lake of the Woods, the Great Lakes, the St Lawrence, Maine.
  '48.6,-127 48.45,-124 48.6,-123.4 49.05,-123.4 49.05,-95.4 49.5,-95.4 49.5,-94.4 48.85,-94.4 48.7,-92.9 48.45,-92.2 ' +
    '48.25,-91.5 48.2,-89.4 48.4,-88.2 46.8,-84.4 46.25,-83.3 45.4,-82.3 43.1,-82.2 41.95,-82.5 42.75,-79 43.6,-79.2 ' +
    '43.8,-76.6 44.35,-76.4 45.05,-75.2 45.1,-71.6 45.45,-71.3 45.6,-70.6 46.3,-70.4 46.55,-70.1 47.5,-69.4 47.5,-68.2 ' +
    '47.15,-67.6 45.75,-67.6 45.1,-66.8 ' +
    // The Atlantic and the Gulf.
    '44.4,-66.6 42.5,-66.5 39.5,-70 36.5,-73.5 33,-75.5 30.5,-78.8 26,-79.3 24,-80.3 24,-84.5 25.7,-88 ' +
    // The Rio Grande and the land border with Mexico, and up the Pacific coast.
    '25.6,-96.5 25.7,-97.6 26.2,-99.3 27.4,-99.7 28.1,-100.5 29.2,-101 29.7,-102.3 28.8,-103.2 29.2,-104.2 30.5,-105.2 ' +
    '31.6,-106.6 31.65,-108.1 31.2,-108.2 31.2,-111.2 32.3,-114.9 32.4,-117.2 32.2,-119.5 34.5,-122.5 40,-126 ',
) as Polygon

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
export function isCoveredByNws({ lat, lon }: Cell): boolean {
  return (
    (isInBox(FRAME, lat, lon) && pointInPolygon([lon, lat], CONTIGUOUS as [number, number][][]) !== false) ||
    ELSEWHERE.some((box) => isInBox(box, lat, lon))
  )
}

function isInBox({ west, south, east, north }: Box, lat: number, lon: number): boolean {
  return lat >= south && lat <= north && lon >= west && lon <= east
}
