import { type Point, toSingleLine } from '@isobar/weather'
import { readNumber } from './json.ts'

const MAX_NAME = 120

/** The name of a station on one line, cut to 120 characters; null if it has none. */
export function readStationName(value: unknown): string | null {
  return typeof value === 'string' ? toSingleLine(value).slice(0, MAX_NAME) || null : null
}

/** A place by its degrees; null unless both are numbers in range. */
export function readStationPoint(lat: unknown, lon: unknown): Point | null {
  const point = { lat: readNumber(lat) ?? Number.NaN, lon: readNumber(lon) ?? Number.NaN }
  return Math.abs(point.lat) <= 90 && Math.abs(point.lon) <= 180 ? point : null
}
