import { areCoordinates } from '../places/coordinates.ts'
import type { WireAnswer, WireRequest } from '../wire.ts'
import { invalidParameter, problem } from './problems.ts'

/** A coordinate as the service accepts it: at most four decimals, no trailing zeros. */
export function canonical(value: number): string {
  return String(Math.round(value * 10_000) / 10_000 || 0)
}

/**
 * The point in a text `lat,lon`. A text that is too precise is redirected to the rounded one (`location` builds the relative address); an
 * invalid coordinate is a 400.
 */
export function readPoint(
  request: WireRequest,
  text: string,
  location: (rounded: string) => string,
): { lat: number; lon: number } | WireAnswer {
  const match = /^(-?\d{1,3}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/.exec(text)
  const lat = Number(match?.[1])
  const lon = Number(match?.[2])
  if (match === null || !areCoordinates(lat, lon))
    return invalidParameter(request, `Parameter "point" is invalid: '${text.slice(0, 100)}' does not appear to be a valid coordinate`)
  const rounded = `${canonical(lat)},${canonical(lon)}`
  if (rounded === text) return { lat, lon }
  return problem(
    request,
    301,
    'AdjustPointPrecision',
    'Adjusting Precision Of Point Coordinate',
    'The precision of latitude/longitude points is limited to 4 decimal digits for efficiency. The location attribute contains your request mapped to the nearest supported point. If your client supports it, you will be redirected.',
    { location: location(rounded) },
  )
}
