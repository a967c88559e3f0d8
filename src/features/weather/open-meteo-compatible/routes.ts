import { MAX_DAYS, MAX_HOURS, type PublicScope, toCell } from '@isobar/weather'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../errors.ts'
import type { Foundation } from '../../../foundation.ts'
import type { Gateway } from '../../../gateway/index.ts'
import { NOT_MODIFIED } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/server.ts'
import { DAY_MS, HOUR_MS } from '../../../time.ts'
import type { AirHistory, HistoryService } from '../history/index.ts'
import { limitPlaces, type PlaceWeatherService, type SeriesExtent } from '../place-weather/index.ts'
import { parseUrlParameters } from './parameters.ts'
import { NO_PAST, createPastAirReader, createPastWeatherReader, type ReadPast, readPast, computeRowSpan } from './past.ts'
import { buildOpenMeteoErrorBody, NO_DATA, buildRequestRefusal } from './refusal.ts'
import { type Api, type AskedPlace, readRequest, type WeatherRequest } from './request.ts'
import {
  AIR_EXAMPLE,
  AirQualityQuery,
  buildBlocksResponse,
  ERRORS,
  ForecastQuery,
  HOURLY_EXAMPLE,
  MARINE_EXAMPLE,
  MarineQuery,
} from './schemas.ts'
import { QUARTER_MS } from './time-range.ts'
import { type Asked, writeAirQuality, writeForecast, writeMarine } from './write-answer.ts'

interface WeatherNeeds {
  readonly gateway: Pick<Gateway, 'delivers'>
  readonly placeWeather: Pick<PlaceWeatherService, 'answers'>
  readonly history: Pick<HistoryService, 'forecastsFor'>
  readonly airHistory: Pick<AirHistory, 'hoursIn'>
}

/** `/v1/forecast` */
export const FORECAST_API: Api = {
  horizonAt: () => ({ forecastDays: 7, maxForecastDays: 16, maxPastDays: 92 }),
  hasDaily: true,
  hasCurrent: true,
  hasMinutely15: true,
}

/** `/v1/air-quality` */
const AIR_QUALITY_API: Api = {
  horizonAt: () => ({ forecastDays: 5, maxForecastDays: 7, maxPastDays: 92 }),
  hasDaily: false,
  hasCurrent: true,
  hasMinutely15: false,
}

/** `/v1/marine` */
const MARINE_API: Api = {
  horizonAt: () => ({ forecastDays: 7, maxForecastDays: 16, maxPastDays: 92 }),
  hasDaily: true,
  hasCurrent: true,
  hasMinutely15: false,
}

/** Their paths of single models, which answer as `/v1/forecast`: with the sources of this service. */
export const MODEL_PATHS = ['ecmwf', 'gfs', 'dwd-icon', 'meteofrance', 'jma', 'metno', 'gem', 'cma', 'bom', 'knmi', 'dmi', 'ukmo'] as const

const TRIGGER = 'open_meteo_api'

/** What routes of this API have in common. Queries are read from the URL and refused in their words; the schema documents them. */
export const ROUTE = {
  config: { crossOrigin: true, clientScope: 'compatible', errorBodyOf: buildOpenMeteoErrorBody },
  validatorCompiler: () => () => true,
} as const

/** GET /v1/forecast and its aliases, GET /v1/marine and GET /v1/air-quality */
export function registerOpenMeteoWeather(
  app: HttpServer,
  { limiter, clock, timeouts, onError }: Foundation,
  { gateway, placeWeather, history, airHistory }: WeatherNeeds,
): void {
  const route = { trigger: TRIGGER, scope: 'compatible' } as const
  const forecast = placeWeather.answers<Asked>(app, { ...route, path: '/v1/forecast', write: writeForecast })
  const aliases = MODEL_PATHS.map((model) => {
    const path = `/v1/${model}`
    return [path, placeWeather.answers<Asked>(app, { ...route, path, write: writeForecast })] as const
  })
  const marine = placeWeather.answers<Asked>(app, { ...route, path: '/v1/marine', write: writeMarine })
  const airQuality = placeWeather.answers<Asked>(app, { ...route, path: '/v1/air-quality', write: writeAirQuality })

  const pastWeather = createPastWeatherReader(history)
  const pastAir = createPastAirReader(airHistory)

  async function answered(
    request: FastifyRequest,
    reply: FastifyReply,
    route: typeof forecast,
    api: Api,
    pastOf: ReadPast,
    scopesOf: (asked: WeatherRequest) => Scopes,
    isAlias = false,
  ): Promise<FastifyReply> {
    const now = clock.now()
    const asked = readRequest(parseUrlParameters(request.raw.url ?? ''), api, now)
    await limitPlaces(limiter, request, asked.places.length)
    const past = await readPast(asked, { read: pastOf, now, timeoutMs: timeouts.databaseTimeoutMs, onError })
    const places = asked.places.map((place) => ({ cell: toCell(place.lat, place.lon), ...scopesOf(asked), ...findExtent(place, now) }))
    // Weather has every source that is in use, air and the sea only some.
    for (const scope of ['air', 'marine'] as const) {
      if (places.some(({ cell, scopes }) => scopes.includes(scope) && !gateway.delivers(cell, scope))) throw buildRequestRefusal(NO_DATA)
    }
    // Rows begin with the running quarter of an hour, or with a day, in any zone.
    const until = Math.floor(now / QUARTER_MS) * QUARTER_MS + QUARTER_MS
    const bytes = past.reduce((sum, json) => sum + 2 * json.length, 0)
    try {
      return await route.answer(request, reply, { request: asked, past, isAlias, places, lang: 'en', until, bytes })
    } catch (error) {
      if (error instanceof AppError && error.code === 'location_not_found') throw buildRequestRefusal(NO_DATA)
      throw error
    }
  }

  app.get(
    '/v1/forecast',
    {
      ...ROUTE,
      compress: false,
      schema: {
        operationId: 'openMeteoForecast',
        tags: ['Open-Meteo-compatible'],
        summary: "Open-Meteo's forecast API",
        description:
          'For programs that speak it. The same data, budgets and limits as `/api/weather`; `docs/clients.md` lists what differs from theirs. What no source has is null. The paths of single models (`/v1/ecmwf`, `/v1/gfs`, `/v1/dwd-icon`, …) answer alike and say so in `Link`.',
        querystring: ForecastQuery,
        response: { 200: buildBlocksResponse(HOURLY_EXAMPLE), ...NOT_MODIFIED, ...ERRORS },
      },
      onRequest: forecast.onRequest,
    },
    (request, reply) => answered(request, reply, forecast, FORECAST_API, pastWeather, weatherScopes),
  )
  for (const [path, alias] of aliases) {
    app.get(path, { ...ROUTE, compress: false, schema: { hide: true }, onRequest: alias.onRequest }, (request, reply) =>
      answered(request, reply, alias, FORECAST_API, pastWeather, weatherScopes, true),
    )
  }
  app.get(
    '/v1/marine',
    {
      ...ROUTE,
      compress: false,
      schema: {
        operationId: 'openMeteoMarine',
        tags: ['Open-Meteo-compatible'],
        summary: "Open-Meteo's marine API",
        description: 'Waves, swell and the temperature of the water by the hour, where a source has the sea; 400 on land.',
        querystring: MarineQuery,
        response: { 200: buildBlocksResponse(MARINE_EXAMPLE), ...NOT_MODIFIED, ...ERRORS },
      },
      onRequest: marine.onRequest,
    },
    (request, reply) =>
      answered(
        request,
        reply,
        marine,
        MARINE_API,
        async () => NO_PAST,
        () => ({ scopes: ['marine'] }),
      ),
  )
  app.get(
    '/v1/air-quality',
    {
      ...ROUTE,
      compress: false,
      schema: {
        operationId: 'openMeteoAirQuality',
        tags: ['Open-Meteo-compatible'],
        summary: "Open-Meteo's air-quality API",
        description: 'Concentrations, pollen and both indices by the hour, as far as a source has them.',
        querystring: AirQualityQuery,
        response: { 200: buildBlocksResponse(AIR_EXAMPLE), ...NOT_MODIFIED, ...ERRORS },
      },
      onRequest: airQuality.onRequest,
    },
    (request, reply) => answered(request, reply, airQuality, AIR_QUALITY_API, pastAir, () => ({ scopes: ['air'] })),
  )
}

/** How far the rows of a request reach: an hour more, whose sums are in the row after it. Rows are hours: longer steps have no place among them. */
function findExtent(place: AskedPlace, now: number): { readonly extent?: SeriesExtent } {
  const aheadMs = computeRowSpan(place, now).toMs - now
  if (aheadMs <= 0) return {}
  return {
    extent: {
      hours: Math.min(MAX_HOURS, Math.ceil(aheadMs / HOUR_MS) + 1),
      days: Math.min(MAX_DAYS, Math.ceil(aheadMs / DAY_MS)),
      onlyHours: true,
    },
  }
}

interface Scopes {
  readonly scopes: readonly PublicScope[]
  readonly optional?: readonly PublicScope[]
}

/** Days are made of hours where a source says less of them; what is forecast by the minute, few sources have. */
function weatherScopes({ current, hourly, daily, minutely15 }: WeatherRequest): Scopes {
  const scopes: PublicScope[] = []
  if (hourly.length > 0) scopes.push('hourly')
  if (daily.length > 0) scopes.push('daily')
  // Without variables, an answer still states the place's zone and height.
  if (current.length > 0 || scopes.length === 0) scopes.push('current')
  const optional: PublicScope[] = []
  if ((daily.length > 0 || minutely15.length > 0) && hourly.length === 0) optional.push('hourly')
  if (minutely15.length > 0) optional.push('minutely')
  return { scopes, optional }
}
