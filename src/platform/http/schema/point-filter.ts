import { buildInvalidFieldError } from '../../../errors.ts'

/**
 * The coordinates that a list is filtered by; undefined when neither is given.
 * @throws AppError `invalid_request` when only one is given
 */
export function parsePointFilter({ lat, lon }: { readonly lat?: number; readonly lon?: number }) {
  if (lat !== undefined && lon !== undefined) return { lat, lon }
  if (lat === undefined && lon === undefined) return undefined
  throw buildInvalidFieldError(lat === undefined ? 'lat' : 'lon', 'is missing')
}
