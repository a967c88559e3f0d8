import type { Foundation } from '../../../foundation.ts'
import { writePublicCacheControl } from '../../../platform/http/bytes/cache-control.ts'
import { sendJson } from '../../../platform/http/bytes/send-json.ts'
import { createRateLimitHook } from '../../../platform/http/limits/rate-limit-hook.ts'
import { NOT_MODIFIED } from '../../../platform/http/schema/schemas.ts'
import { identifyClient } from '../../../platform/http/server/client.ts'
import type { HttpServer } from '../../../platform/http/server/server.ts'
import { DAY_SECONDS } from '../../../time.ts'
import { GEONAMES_CREDIT, buildGeocodeHeaders, hasNameLength, parseGeocodeQuery, type Places } from '../places/index.ts'
import { findPlaceById, completeGeocodedPlace } from './found-place.ts'
import { readChoiceParameter, readIntegerParameter, type Parameters, parseUrlParameters } from './parameters.ts'
import { buildValueRefusal, buildRequestRefusal } from './refusal.ts'
import { ROUTE } from './routes.ts'
import { ERRORS, GetQuery, PlaceAnswer, SearchAnswer, SearchQuery } from './schemas.ts'

const DEFAULT_COUNT = 10
const MAX_COUNT = 100
/** As many as the search of this service finds. */
const MAX_FOUND = 5

/** GET /v1/search and GET /v1/get */
export function registerGeocoding(
  app: HttpServer,
  { limiter, clock, clientHash, onError }: Foundation,
  places: Pick<Places, 'geocode' | 'gazetteer'>,
): void {
  app.get(
    '/v1/search',
    {
      ...ROUTE,
      schema: {
        operationId: 'openMeteoSearch',
        tags: ['Open-Meteo-compatible'],
        summary: "Open-Meteo's search for places",
        description: 'At most five places; without `results` if nothing matches. What is not known of a place is left out.',
        querystring: SearchQuery,
        response: { 200: { ...SearchAnswer, description: 'The places, best first' }, ...NOT_MODIFIED, ...ERRORS },
      },
      onRequest: createRateLimitHook(limiter, 'geocode'),
    },
    async (request, reply) => {
      const parameters = parseUrlParameters(request.raw.url ?? '')
      const name = parameters.get('name')?.trim()
      if (name === undefined) throw buildRequestRefusal("No value found at path 'name'")
      const count = readIntegerParameter(parameters, 'count') ?? DEFAULT_COUNT
      if (count < 1 || count > MAX_COUNT) throw buildRequestRefusal(`Parameter count must be between 1 and ${MAX_COUNT}.`)
      const lang = languageOf(parameters)
      const country = countryOf(parameters)
      // Other names match nothing, as theirs.
      if (!hasNameLength(name)) return sendJson(request, reply, JSON.stringify({ generationtime_ms: 0 }))
      const query = parseGeocodeQuery({ q: name, lang, limit: Math.min(count, MAX_FOUND), ...(country === undefined ? {} : { country }) })
      const answer = await places.geocode.find(query, identifyClient(request, clientHash))
      const results = await Promise.all(answer.places.map((place) => completeGeocodedPlace(place, places.gazetteer, lang, onError)))
      // Ids and sizes of places are those of GeoNames, even where another source has found them.
      const headers = buildGeocodeHeaders({ ...answer, hasTowns: answer.hasTowns || results.length > 0 }, clock.now())
      return sendJson(
        request,
        reply.headers(headers),
        JSON.stringify({ ...(results.length === 0 ? {} : { results }), generationtime_ms: 0 }),
      )
    },
  )
  app.get(
    '/v1/get',
    {
      ...ROUTE,
      schema: {
        operationId: 'openMeteoGet',
        tags: ['Open-Meteo-compatible'],
        summary: "A place of Open-Meteo's search by its id",
        description: 'The bundled town with that GeoNames id, or the place that a search found in that grid cell; 400 for any other id.',
        querystring: GetQuery,
        response: { 200: { ...PlaceAnswer, description: 'The place' }, ...NOT_MODIFIED, ...ERRORS },
      },
      onRequest: createRateLimitHook(limiter, 'geocode'),
    },
    async (request, reply) => {
      const parameters = parseUrlParameters(request.raw.url ?? '')
      const id = readIntegerParameter(parameters, 'id')
      if (id === undefined) throw buildRequestRefusal("No value found at path 'id'")
      const place = id < 0 ? null : await findPlaceById(id, places.gazetteer, languageOf(parameters))
      if (place === null) throw buildRequestRefusal('Location ID not found.')
      reply.header('link', GEONAMES_CREDIT).header('cache-control', writePublicCacheControl({ maxAgeSeconds: DAY_SECONDS }))
      return sendJson(request, reply, JSON.stringify(place))
    },
  )
}

/** English unless it is a language's tag. Of the formats, there is only JSON. */
function languageOf(parameters: Parameters): string {
  readChoiceParameter(parameters, 'format', 'ProtobufSerializationFormat', ['json'])
  const language = parameters.get('language') ?? 'en'
  return /^[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/.test(language) ? language : 'en'
}

function countryOf(parameters: Parameters): string | undefined {
  const code = parameters.get('countryCode')
  if (code === null || code === '') return undefined
  if (!/^[A-Za-z]{2}$/.test(code)) throw buildValueRefusal('CountryCode', code, 'countryCode')
  return code
}
