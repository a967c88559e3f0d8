import { Type } from 'typebox'
import { AppError } from '../../../errors.ts'
import type { Foundation } from '../../../foundation.ts'
import { writePublicCacheControl } from '../../../platform/http/bytes/cache-control.ts'
import { sendJson } from '../../../platform/http/bytes/send-json.ts'
import { createRateLimitHook } from '../../../platform/http/limits/rate-limit-hook.ts'
import { buildResponseEntry, Coordinates, NOT_MODIFIED } from '../../../platform/http/schema/schemas.ts'
import { identifyClient } from '../../../platform/http/server/client.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { getPostcodeCredit, type FoundPlace, GEONAMES_CREDIT, buildGeocodeHeaders } from '../places/index.ts'
import { buildOpenWeatherErrorBody, buildOpenWeatherErrorResponses, NOTHING_TO_GEOCODE } from './errors.ts'
import { PLACES_EXAMPLE, ZIP_EXAMPLE } from './examples.ts'
import { parseCountParameter, parseLanguageParameter } from './parameters.ts'
import { SCOPE, TAG, Zip } from './resource.ts'
import { Places, ZipPlace } from './schemas.ts'
import type { TownFinder } from './towns.ts'

const MAX_PLACES = 5
/** The list of towns is part of the release. */
const REVERSE_CACHE_CONTROL = writePublicCacheControl({ maxAgeSeconds: 3_600 })
const Limit = Type.Optional(Type.String({ description: `Maximum number of places, 1 to ${MAX_PLACES}; 1 by default` }))
const options = { config: { crossOrigin: true, clientScope: SCOPE, errorBodyOf: buildOpenWeatherErrorBody } } as const

/** GET /geo/1.0/direct, /reverse and /zip */
export function registerPlaces(app: HttpServer, { limiter, clock, clientHash }: Foundation, towns: TownFinder): void {
  app.get(
    '/geo/1.0/direct',
    {
      ...options,
      schema: {
        operationId: 'openWeatherGeocode',
        tags: [TAG],
        summary: 'Places by name',
        description: 'As the geocoding API 1.0, without `local_names`; the search of `/api/geocode`.',
        querystring: Type.Object({
          q: Type.Optional(Type.String({ maxLength: 400, description: '`city,state,country`', examples: ['Springfield'] })),
          limit: Limit,
        }),
        response: {
          200: buildResponseEntry(Places, 'Best first', PLACES_EXAMPLE),
          ...NOT_MODIFIED,
          ...buildOpenWeatherErrorResponses(400, 429, 502, 503),
        },
      },
      onRequest: createRateLimitHook(limiter, 'geocode'),
    },
    async (request, reply) => {
      const { q = '', limit } = request.query
      if (q.trim() === '') throw new AppError('invalid_request', NOTHING_TO_GEOCODE)
      const found = await towns.find(
        q,
        parseLanguageParameter(),
        parseCountParameter(limit, MAX_PLACES, 1),
        identifyClient(request, clientHash),
      )
      if (found !== null) reply.headers(buildGeocodeHeaders(found, clock.now()))
      return sendJson(request, reply, JSON.stringify((found?.places ?? []).map(placeOf)))
    },
  )
  app.get(
    '/geo/1.0/reverse',
    {
      ...options,
      schema: {
        operationId: 'openWeatherReverseGeocode',
        tags: [TAG],
        summary: 'Places at a point',
        description: 'As the geocoding API 1.0, from the bundled towns (GeoNames, CC BY 4.0); no provider is called.',
        querystring: Type.Object({ ...Coordinates, limit: Limit }),
        response: {
          200: buildResponseEntry(Places, 'Best first', PLACES_EXAMPLE),
          ...NOT_MODIFIED,
          ...buildOpenWeatherErrorResponses(400, 429, 503),
        },
      },
      onRequest: createRateLimitHook(limiter, 'weather'),
    },
    async (request, reply) => {
      const { lat, lon, limit } = request.query
      const found = await towns.around(lat, lon)
      reply.headers({ 'cache-control': REVERSE_CACHE_CONTROL, link: GEONAMES_CREDIT })
      return sendJson(request, reply, JSON.stringify(found.slice(0, parseCountParameter(limit, MAX_PLACES, 1)).map(placeOf)))
    },
  )
  app.get(
    '/geo/1.0/zip',
    {
      ...options,
      schema: {
        operationId: 'openWeatherZip',
        tags: [TAG],
        summary: 'The place of a postcode',
        description:
          'As the geocoding API 1.0, from the bundled postcodes (United States, Canada, Germany, France, India, Australia) and those that the operator has loaded; no provider is called.',
        querystring: Type.Object({ zip: Type.Optional(Zip) }),
        response: {
          200: buildResponseEntry(ZipPlace, 'The place', ZIP_EXAMPLE),
          ...NOT_MODIFIED,
          ...buildOpenWeatherErrorResponses(400, 404, 429, 503),
        },
      },
      onRequest: createRateLimitHook(limiter, 'geocode'),
    },
    async (request, reply) => {
      const { zip = '' } = request.query
      if (zip.trim() === '') throw new AppError('invalid_request', NOTHING_TO_GEOCODE)
      const place = await towns.byZip(zip)
      reply.headers({ 'cache-control': REVERSE_CACHE_CONTROL, link: getPostcodeCredit(place.country) })
      return sendJson(request, reply, JSON.stringify(place))
    },
  )
}

function placeOf({ name, lat, lon, country, state }: FoundPlace): Places[number] {
  return { name, lat, lon, country, ...(state === null ? {} : { state }) }
}
