import { buildInvalidFieldError } from '../../../errors.ts'

/**
 * What `locate` makes of the coordinates that a list is filtered by; undefined when neither is given.
 * @throws AppError `invalid_request` when only one is given
 */
export function parsePointFilter<Place>(
  { lat, lon }: { readonly lat?: number; readonly lon?: number },
  locate: (lat: number, lon: number) => Place,
): Place | undefined {
  if (lat !== undefined && lon !== undefined) return locate(lat, lon)
  if (lat === undefined && lon === undefined) return undefined
  throw buildInvalidFieldError(lat === undefined ? 'lat' : 'lon', 'is missing')
}
