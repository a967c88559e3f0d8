import type { FastifyRequest } from 'fastify'
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { cellOf } from '../../../domain/cell.ts'
import type { PublicScope } from '../../../domain/scope.ts'
import { AppError } from '../../../errors.ts'
import type { Foundation } from '../../../foundation.ts'
import { NO_STORE } from '../../../platform/http/bytes/cache-control.ts'
import { rateLimited } from '../../../platform/http/limits/rate-limit-hook.ts'
import { answered, Coordinates, Latitude, Longitude, NOT_MODIFIED } from '../../../platform/http/schema/schemas.ts'
import { clientOf } from '../../../platform/http/server/client.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { HOUR_MS } from '../../../time.ts'
import { type PlacesRequest, type PlaceWeather, type PlaceWeatherService } from '../place-weather/index.ts'
import { GEONAMES_CREDIT } from '../places/index.ts'
import { airPollution } from './air-pollution.ts'
import { cityNotFound, errorBodyOf, errorsOf, INVALID_KEY_BODY, NOTHING_TO_GEOCODE, UNKNOWN_RESOURCE } from './errors.ts'
import { AIR_EXAMPLE, CURRENT_EXAMPLE, FORECAST_EXAMPLE, ONE_CALL_EXAMPLE } from './examples.ts'
import { oneCall, type OneCallOptions } from './one-call.ts'
import { blocksOf, checkMode, countOf, languageOf, unitsOf } from './parameters.ts'
import { AirPollution, CurrentWeather, Forecast, OneCall } from './schemas.ts'
import type { RequestedTown, TownFinder } from './towns.ts'
import { currentWeather, forecast, MAX_STEPS, type TownOptions } from './weather-25.ts'

interface WeatherNeeds {
  readonly placeWeather: Pick<PlaceWeatherService, 'answers'>
  readonly towns: TownFinder
}

const TRIGGER = 'openweather_api'
export const TAG = 'OpenWeather-compatible'
/** What a client key must include. */
export const SCOPE = 'compatible'
/** How long a place that was looked up by its name is that place. */
const NAME_MS = HOUR_MS
export const KEY_NOTE = ' `appid` may be a client key of this service; a key of OpenWeather is ignored.'

const Units = Type.Optional(
  Type.String({ description: '`standard` (K, m/s; the default and every other value), `metric` (°C, m/s) or `imperial` (°F, mph)' }),
)
const Lang = Type.Optional(Type.String({ description: 'Language of descriptions; English if there are none in it' }))
const Mode = Type.Optional(Type.String({ description: 'Only `json`' }))

const OneCallQuery = Type.Object({
  ...Coordinates,
  exclude: Type.Optional(
    Type.String({ description: '`current`, `minutely`, `hourly`, `daily`, `alerts`, separated by commas; other words are ignored' }),
  ),
  units: Units,
  lang: Lang,
})

/** Longer than any postcode. */
export const Zip = Type.String({
  maxLength: 40,
  description: '`code,country`; of the United States without a country. Found if the operator has loaded a list of postcodes',
  examples: ['90210'],
})

const TownQuery = {
  lat: Type.Optional(Latitude),
  lon: Type.Optional(Longitude),
  q: Type.Optional(Type.String({ maxLength: 400, description: '`city,state,country`, if there are no coordinates' })),
  id: Type.Optional(Type.String({ description: 'GeoNames id of a town, if there are no coordinates' })),
  zip: Type.Optional(Zip),
  units: Units,
  lang: Lang,
  mode: Mode,
}
const CurrentQuery = Type.Object(TownQuery)
const ForecastQuery = Type.Object({
  ...TownQuery,
  cnt: Type.Optional(Type.String({ description: `Maximum number of steps, 1 to ${MAX_STEPS}` })),
})
const AirQuery = Type.Object(Coordinates)

interface Resource<Q extends TObject, Asked> {
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly query: Q
  readonly answer: TSchema
  readonly example: unknown
  readonly read: (query: Static<Q>, request: FastifyRequest) => (PlacesRequest & Asked) | Promise<PlacesRequest & Asked>
  readonly write: (asked: Asked, place: PlaceWeather) => object
  /** The credits of what else is in it than weather. */
  readonly links?: readonly string[]
}

/** GET /data/3.0/onecall, /data/2.5/weather, /forecast, /air_pollution and /air_pollution/forecast */
export function registerWeather(app: HttpServer, { clock, clientHash }: Foundation, { placeWeather, towns }: WeatherNeeds): void {
  function add<Q extends TObject, Asked>(resource: Resource<Q, Asked>): void {
    const { path, operationId, summary, description, query, answer, example, read, write, links = [] } = resource
    const route = placeWeather.answers<PlacesRequest & Asked>(app, {
      path,
      scope: SCOPE,
      trigger: TRIGGER,
      write: (asked, [place]) => ({ body: JSON.stringify(write(asked, place as PlaceWeather)), links }),
    })
    app.get(
      path,
      {
        // The answer carries its own compressed bytes.
        compress: false,
        config: { crossOrigin: true, clientScope: SCOPE, errorBodyOf },
        schema: {
          operationId,
          tags: [TAG],
          summary,
          description: description + KEY_NOTE,
          querystring: query,
          response: {
            200: answered(answer, summary, example),
            ...NOT_MODIFIED,
            ...errorsOf(400, 404, 429, 502, 503),
          },
        },
        onRequest: route.onRequest,
      },
      async (request, reply) => route.answer(request, reply, await read(request.query as Static<Q>, request)),
    )
  }

  /** The place that a request names: coordinates go before an id, and that before a name. */
  async function townOf(
    { lat, lon, id, q, zip }: Static<typeof CurrentQuery>,
    lang: string,
    request: FastifyRequest,
  ): Promise<RequestedTown> {
    if (lat !== undefined && lon !== undefined) return towns.at(lat, lon)
    if (id !== undefined && id !== '') return towns.byId(id)
    if (q !== undefined && q.trim() !== '') return towns.byName(q, lang, clientOf(request, clientHash))
    if (zip !== undefined && zip !== '') return townOfZip(zip)
    throw new AppError('invalid_request', NOTHING_TO_GEOCODE)
  }

  async function townOfZip(zip: string): Promise<RequestedTown> {
    const place = await towns.byZip(zip).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'not_found' ? cityNotFound() : error
    })
    const { lat, lon, name, country } = place
    return { ...(await towns.at(lat, lon)), name, country }
  }

  async function readTown(
    query: Static<typeof CurrentQuery>,
    request: FastifyRequest,
    scopes: readonly PublicScope[],
    optional: readonly PublicScope[] = [],
  ) {
    checkMode(query.mode)
    const lang = languageOf(query.lang)
    const town = await townOf(query, lang, request)
    const places = [{ cell: cellOf(town.lat, town.lon), scopes, optional }]
    return { places, town, units: unitsOf(query.units), lang, until: clock.now() + NAME_MS } satisfies PlacesRequest & TownOptions
  }

  add({
    path: '/data/3.0/onecall',
    operationId: 'openWeatherOneCall',
    summary: 'One Call: now, by minutes, hours and days, and alerts',
    description: 'As One Call 3.0. Blocks are absent if they are excluded or have nothing to say.',
    query: OneCallQuery,
    answer: OneCall,
    example: ONE_CALL_EXAMPLE,
    read: ({ lat, lon, exclude, units, lang }) => {
      const blocks = blocksOf(exclude)
      return { lat, lon, blocks, units: unitsOf(units), lang: languageOf(lang), places: [{ cell: cellOf(lat, lon), ...scopesOf(blocks) }] }
    },
    write: oneCall,
  })
  add({
    path: '/data/2.5/weather',
    operationId: 'openWeatherCurrent',
    summary: 'Current weather',
    description: 'As the current weather of the API 2.5, for coordinates, a name or the id of a town.',
    query: CurrentQuery,
    answer: CurrentWeather,
    example: CURRENT_EXAMPLE,
    read: (query, request) => readTown(query, request, ['current']),
    write: currentWeather,
    links: [GEONAMES_CREDIT],
  })
  add({
    path: '/data/2.5/forecast',
    operationId: 'openWeatherForecast',
    summary: 'Forecast in steps of three hours',
    description: 'As the 5-day forecast of the API 2.5, as far as the hours of the source reach.',
    query: ForecastQuery,
    answer: Forecast,
    example: FORECAST_EXAMPLE,
    read: async (query, request) => ({
      ...(await readTown(query, request, ['hourly'], ['daily'])),
      count: countOf(query.cnt, MAX_STEPS, MAX_STEPS),
    }),
    write: forecast,
    links: [GEONAMES_CREDIT],
  })
  for (const isForecast of [false, true]) {
    add({
      path: `/data/2.5/air_pollution${isForecast ? '/forecast' : ''}`,
      operationId: isForecast ? 'openWeatherAirForecast' : 'openWeatherAir',
      summary: isForecast ? 'Air pollution by hours' : 'Air pollution',
      description: 'As the air pollution API 2.5, with its own index of 1 to 5.',
      query: AirQuery,
      answer: AirPollution,
      example: AIR_EXAMPLE,
      read: ({ lat, lon }) => ({ lat, lon, isForecast, lang: 'en', places: [{ cell: cellOf(lat, lon), scopes: ['air' as const] }] }),
      write: airPollution,
    })
  }
}

/** What this service does not have: One Call 2.5, which was closed in June 2024 and answers as for a wrong key, and all other resources. */
export function registerOthers(app: HttpServer, { limiter }: Foundation): void {
  const options = { config: { crossOrigin: true, errorBodyOf }, schema: { hide: true }, onRequest: rateLimited(limiter, 'weather') }
  app.get('/data/2.5/onecall', options, (_request, reply) =>
    reply.code(401).header('cache-control', NO_STORE).header('content-type', 'application/json; charset=utf-8').send(INVALID_KEY_BODY),
  )
  for (const path of ['/data/*', '/geo/*']) {
    app.get(path, options, () => {
      throw new AppError('not_found', UNKNOWN_RESOURCE)
    })
  }
}

/** What is read for blocks: alerts come with the current weather, parts of days from hours, and the place's clock with anything. */
function scopesOf(blocks: OneCallOptions['blocks']): {
  readonly scopes: readonly PublicScope[]
  readonly optional: readonly PublicScope[]
} {
  const scopes = (['current', 'hourly', 'daily'] as const).filter((scope) => blocks.has(scope))
  const optional: PublicScope[] = blocks.has('minutely') ? ['minutely'] : []
  if (blocks.has('daily') && !blocks.has('hourly')) optional.push('hourly')
  if (scopes.length === 0) return { scopes: ['current'], optional }
  if (blocks.has('alerts') && !blocks.has('current')) optional.push('current')
  return { scopes, optional }
}
