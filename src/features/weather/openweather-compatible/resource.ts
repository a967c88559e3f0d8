import type { FastifyRequest } from 'fastify'
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { buildResponseEntry, Latitude, Longitude, NOT_MODIFIED } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import type { PlacesRequest, PlaceWeather, PlaceWeatherService, Written } from '../place-weather/index.ts'
import { buildOpenWeatherErrorBody, buildOpenWeatherErrorResponses } from './errors.ts'

const TRIGGER = 'openweather_api'
export const TAG = 'OpenWeather-compatible'
/** What a client key must include. */
export const SCOPE = 'compatible'
export const KEY_NOTE = ' `appid` may be a client key of this service; a key of OpenWeather is ignored.'

export const Units = Type.Optional(
  Type.String({ description: '`standard` (K, m/s; the default and every other value), `metric` (°C, m/s) or `imperial` (°F, mph)' }),
)
export const Lang = Type.Optional(Type.String({ description: 'Language of descriptions; English if there are none in it' }))
const Mode = Type.Optional(Type.String({ description: '`json` (the default and every other value but `html`) or `xml`' }))

/** Longer than any postcode. */
export const Zip = Type.String({
  maxLength: 40,
  description: '`code,country`; of the United States without a country. Found if the operator has loaded a list of postcodes',
  examples: ['90210'],
})

/** A town in one of OpenWeather's ways, and how the answer is written. */
export const TownQuery = Type.Object({
  lat: Type.Optional(Latitude),
  lon: Type.Optional(Longitude),
  q: Type.Optional(Type.String({ maxLength: 400, description: '`city,state,country`, if there are no coordinates' })),
  id: Type.Optional(Type.String({ description: 'GeoNames id of a town, if there are no coordinates' })),
  zip: Type.Optional(Zip),
  units: Units,
  lang: Lang,
  mode: Mode,
})
export type TownQuery = Static<typeof TownQuery>

/** A route of theirs that answers with the weather of places. */
export interface Resource<Q extends TObject, Asked> {
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly query: Q
  readonly answer: TSchema
  readonly example: unknown
  readonly read: (query: Static<Q>, request: FastifyRequest) => (PlacesRequest & Asked) | Promise<PlacesRequest & Asked>
  /** The answer: a body for JSON, or one that is written. */
  readonly write: (asked: Asked, places: readonly PlaceWeather[]) => object | XmlDocument
  /** The credits of what else is in it than weather. */
  readonly links?: readonly string[]
}

/** A document in XML instead of an object. */
export class XmlDocument {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Adds the route of a resource. */
export function addResource<Q extends TObject, Asked>(
  app: HttpServer,
  placeWeather: Pick<PlaceWeatherService, 'answers'>,
  { path, operationId, summary, description, query, answer, example, read, write, links = [] }: Resource<Q, Asked>,
): void {
  const route = placeWeather.answers<PlacesRequest & Asked>(app, {
    path,
    scope: SCOPE,
    trigger: TRIGGER,
    write: (asked, places) => ({ ...written(write(asked, places)), links }),
  })
  app.get(
    path,
    {
      // The answer carries its own compressed bytes.
      compress: false,
      config: { crossOrigin: true, clientScope: SCOPE, errorBodyOf: buildOpenWeatherErrorBody },
      schema: {
        operationId,
        tags: [TAG],
        summary,
        description: description + KEY_NOTE,
        querystring: query,
        response: {
          200: buildResponseEntry(answer, summary, example),
          ...NOT_MODIFIED,
          ...buildOpenWeatherErrorResponses(400, 404, 429, 502, 503),
        },
      },
      onRequest: route.onRequest,
    },
    async (request, reply) => route.answer(request, reply, await read(request.query as Static<Q>, request)),
  )
}

function written(answer: object | XmlDocument): Written {
  return answer instanceof XmlDocument
    ? { body: answer.text, contentType: 'application/xml; charset=utf-8' }
    : { body: JSON.stringify(answer) }
}
