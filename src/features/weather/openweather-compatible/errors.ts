import { Type } from 'typebox'
import { AppError } from '../../../errors.ts'
import { ErrorBody } from '../../../platform/http/schema/schemas.ts'
import type { Failure } from '../../../platform/http/server/failure.ts'

/** What OpenWeather says of a request without a place. */
export const NOTHING_TO_GEOCODE = 'Nothing to geocode'
export const CITY_NOT_FOUND = 'city not found'
/** What OpenWeather says of a path that it does not know. */
export const UNKNOWN_RESOURCE = 'Internal error'
const BLOCKED = 'Your account is temporary blocked due to exceeding of requests limitation of your subscription type.'

/** The errors of all resources but tiles: `cod` is text with some statuses and a number with others. */
export function buildOpenWeatherErrorBody({ status, code, message, details }: Failure): {
  readonly cod: string | number
  readonly message: string
} {
  // Clients look for their words.
  if (status === 401) return { cod: status, message: `Invalid API key. ${message}.` }
  if (status === 403) return { cod: status, message }
  if (status === 429) return { cod: status, message: BLOCKED }
  if (code === 'location_not_found') return { cod: String(status), message: CITY_NOT_FOUND }
  const [detail] = details ?? []
  if (detail?.message === 'is required' && (detail.path === 'lat' || detail.path === 'lon'))
    return { cod: String(status), message: NOTHING_TO_GEOCODE }
  if (detail?.path === 'lat') return { cod: String(status), message: 'wrong latitude' }
  if (detail?.path === 'lon') return { cod: String(status), message: 'wrong longitude' }
  return { cod: String(status), message }
}

/** The errors of tiles. */
export function buildTileErrorBody(failure: Failure): { readonly cod?: string | number; readonly message: string } {
  const isLayer = failure.details?.some(({ path }) => path === 'layer') === true
  return isLayer ? { message: 'Unexpected layer name.' } : buildOpenWeatherErrorBody(failure)
}

/** The error for a name or an id that is no place's. */
export function createCityNotFoundError(): AppError {
  return new AppError('not_found', CITY_NOT_FOUND)
}

/** The error where nobody knows what an answer cannot do without. */
export function createNoWeatherError(): AppError {
  return new AppError('location_not_found', 'no weather is known here')
}

const OpenWeatherError = Type.Object(
  { cod: Type.Optional(Type.Union([Type.String(), Type.Integer()])), message: Type.String() },
  { title: 'OpenWeatherError' },
)
/** The HTTP layer refuses what it cannot read in our own shape. */
const BadRequest = Type.Union([OpenWeatherError, ErrorBody], { title: 'OpenWeatherBadRequest' })

const MEANING = {
  400: 'Parameters are missing or wrong',
  404: 'No such place, or no data for it',
  429: 'Too many requests, or the provider budget is used up',
  500: 'Internal error',
  502: 'The provider failed',
  503: 'Temporarily unavailable',
} as const

/** The error responses of a resource, for the API document. */
export function buildOpenWeatherErrorResponses(...statuses: readonly (keyof typeof MEANING)[]) {
  return Object.fromEntries(
    ([...statuses, 500] as const).map((status) => [
      status,
      { ...(status === 400 ? BadRequest : OpenWeatherError), description: MEANING[status] },
    ]),
  )
}
