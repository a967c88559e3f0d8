import { type TObject, type TSchema, Type } from 'typebox'
import { ERROR_CODES, ERROR_MEANINGS, type ErrorCode } from '../../../errors.ts'
import { toHttpStatus, type UnavailableStatus } from '../server/status.ts'

/** The API documentation recognises the error body by this title and defines it once. */
export const ERROR_TITLE = 'Problem'

/** Key in the API document for the error codes that a response may carry, each with its meaning. */
export const ERROR_CODES_KEY = 'x-error-codes'

/** The error codes with their meanings as Markdown text. */
export function describeErrors(codes: Readonly<Record<string, string>>): string {
  return Object.entries(codes)
    .map(([code, meaning]) => `\`${code}\`: ${meaning}`)
    .join('; ')
}

/** The schema or null. */
export function buildNullableSchema<T extends TSchema>(schema: T, description?: string) {
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description })
}

/** Text or null. */
export const buildNullableTextSchema = (description: string) => buildNullableSchema(Type.String(), description)

/** A number or null. */
export const buildNullableNumberSchema = (description: string) => buildNullableSchema(Type.Number(), description)

const error = Type.Enum([...ERROR_CODES], { description: 'Error code' })
const Occurrence = {
  requestId: Type.String({ description: 'Same as X-Request-Id' }),
  details: Type.Optional(
    Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), { description: 'Invalid fields, at most 20' }),
  ),
  retryAfterSeconds: Type.Optional(Type.Integer({ minimum: 1, description: 'Same as Retry-After, with every 429 and 503' })),
}

/** The one error shape of every route. */
export const ErrorBody = Type.Object(
  { error, message: Type.String({ description: 'Error message' }), ...Occurrence },
  { title: ERROR_TITLE },
)

/** The same for clients that accept `application/problem+json`. */
export const ProblemDetails = Type.Object(
  {
    type: Type.String({
      description: 'The error code as an address, relative to the service; `about:blank` where the status says it all',
      examples: ['/api/docs#rate_limited'],
    }),
    title: Type.String({ description: 'What errors of this type have in common' }),
    status: Type.Integer(),
    detail: Type.String({ description: 'Error message' }),
    error,
    ...Occurrence,
  },
  { title: 'ProblemDetails', description: 'Problem details (RFC 9457), sent where the request accepts `application/problem+json`' },
)

/** By codes: there are few combinations, and hundreds of routes. */
const madeResponses = new Map<string, Record<number, TObject>>()

/**
 * The `response` entries of a route for its error codes. Always includes `internal_error`, and `service_unavailable`, which any route
 * returns while the service is overloaded or shutting down.
 */
export function buildErrorResponses(codes: readonly ErrorCode[], unavailableStatus: UnavailableStatus = 503): Record<number, TObject> {
  const key = `${codes.join()} ${unavailableStatus}`
  const made = madeResponses.get(key) ?? makeResponses(codes, unavailableStatus)
  madeResponses.set(key, made)
  return { ...made }
}

function makeResponses(codes: readonly ErrorCode[], unavailableStatus: UnavailableStatus): Record<number, TObject> {
  const meanings = new Map<number, Partial<Record<ErrorCode, string>>>()
  for (const code of new Set<ErrorCode>([...codes, 'internal_error', 'service_unavailable'])) {
    const status = toHttpStatus(code, unavailableStatus)
    meanings.set(status, { ...meanings.get(status), [code]: ERROR_MEANINGS[code] })
  }
  return Object.fromEntries(
    [...meanings].map(([status, codes]) => [
      status,
      Type.Object(ErrorBody.properties, { title: ERROR_TITLE, description: describeErrors(codes), [ERROR_CODES_KEY]: codes }),
    ]),
  )
}

/** The `response` entry of a route for one status. */
export function buildResponseEntry<Schema extends TSchema>(schema: Schema, description: string, example: unknown) {
  return { ...schema, description, examples: [example] }
}

/** The `response` entry of a route whose responses carry an entity tag. */
export const NOT_MODIFIED = { 304: { type: 'null', description: 'Not modified (If-None-Match)' } }

/** `2026-11-21T03:00:00Z` */
export const Instant = Type.String({ format: 'date-time', description: 'ISO 8601, UTC', examples: ['2026-11-21T03:00:00Z'] })

export const NullableInstant = Type.Union([Instant, Type.Null()])

export const Latitude = Type.Number({ minimum: -90, maximum: 90, description: 'Degrees north', examples: [52.52] })

export const Longitude = Type.Number({ minimum: -180, maximum: 180, description: 'Degrees east', examples: [13.41] })

/** Weather is stored per grid cell, so every request for a place needs both. */
export const Coordinates = { lat: Latitude, lon: Longitude }
