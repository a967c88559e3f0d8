import { onOneLine } from '../domain/control-characters.ts'
import type { Point } from '../domain/distance.ts'
import { numberOf } from './json.ts'

const MAX_NAME = 120

/** The name of a station on one line, cut to 120 characters; null if it has none. */
export function stationName(value: unknown): string | null {
  return typeof value === 'string' ? onOneLine(value).slice(0, MAX_NAME) || null : null
}

/** A place by its degrees; null unless both are numbers in range. */
export function pointAt(lat: unknown, lon: unknown): Point | null {
  const point = { lat: numberOf(lat) ?? Number.NaN, lon: numberOf(lon) ?? Number.NaN }
  return Math.abs(point.lat) <= 90 && Math.abs(point.lon) <= 180 ? point : null
}
