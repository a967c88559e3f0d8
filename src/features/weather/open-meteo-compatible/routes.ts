import type { FastifyReply, FastifyRequest } from 'fastify'
import { cellOf } from '../../../domain/cell.ts'
import type { PublicScope } from '../../../domain/scope.ts'
import { AppError } from '../../../errors.ts'
import type { Foundation } from '../../../foundation.ts'
import type { Gateway } from '../../../gateway/index.ts'
import type { RateLimiter } from '../../../platform/http/limits/rate-limit.ts'
import { NOT_MODIFIED } from '../../../platform/http/schema/schemas.ts'
import { clientIp } from '../../../platform/http/server/client-ip.ts'
import type { HttpServer } from '../../../platform/http/server/server.ts'
import type { AirHistory, HistoryService } from '../history/index.ts'
import type { PlaceWeatherService } from '../place-weather/index.ts'
import { parametersOf } from './parameters.ts'
import { pastAirReader, pastWeatherReader, type ReadPast, readPast } from './past.ts'
import { errorBodyOf, NO_DATA, refusal } from './refusal.ts'
import { type Api, readRequest, type WeatherRequest } from './request.ts'
import { AIR_EXAMPLE, AirQualityQuery, answersLike, ERRORS, ForecastQuery, HOURLY_EXAMPLE } from './schemas.ts'
import { QUARTER_MS } from './time-range.ts'
import { type Asked, writeAirQuality, writeForecast } from './write-answer.ts'

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

const TRIGGER = 'open_meteo_api'

/** What routes of this API have in common. Queries are read from the URL and refused in their words; the schema documents them. */
export const ROUTE = {
  config: { crossOrigin: true, clientScope: 'compatible', errorBodyOf },
  validatorCompiler: () => () => true,
} as const

/** GET /v1/forecast and GET /v1/air-quality */
export function registerWeather(
  app: HttpServer,
  { limiter, clock, onError }: Foundation,
  { gateway, placeWeather, history, airHistory }: WeatherNeeds,
): void {
  const route = { trigger: TRIGGER, scope: 'compatible' } as const
  const forecast = placeWeather.answers<Asked>(app, { ...route, path: '/v1/forecast', write: writeForecast })
  const airQuality = placeWeather.answers<Asked>(app, { ...route, path: '/v1/air-quality', write: writeAirQuality })

  const pastWeather = pastWeatherReader(history)
  const pastAir = pastAirReader(airHistory)

  async function answered(
    request: FastifyRequest,
    reply: FastifyReply,
    route: typeof forecast,
    api: Api,
    pastOf: ReadPast,
    scopesOf: (asked: WeatherRequest) => Scopes,
  ): Promise<FastifyReply> {
    const now = clock.now()
    const asked = readRequest(parametersOf(request.raw.url ?? ''), api, now)
    limitPlaces(limiter, request, asked)
    const past = await readPast(asked, pastOf, now, onError)
    const places = asked.places.map(({ lat, lon }) => ({ cell: cellOf(lat, lon), ...scopesOf(asked) }))
    // Weather has every source that is in use, air and pollen only some.
    if (places.some(({ cell, scopes }) => scopes.includes('air') && !gateway.delivers(cell, 'air'))) throw refusal(NO_DATA)
    // Rows begin with the running quarter of an hour, or with a day, in any zone.
    const until = Math.floor(now / QUARTER_MS) * QUARTER_MS + QUARTER_MS
    const bytes = past.reduce((sum, json) => sum + 2 * json.length, 0)
    try {
      return await route.answer(request, reply, { request: asked, past, places, lang: 'en', until, bytes })
    } catch (error) {
      if (error instanceof AppError && error.code === 'location_not_found') throw refusal(NO_DATA)
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
          'For programs that speak it. The same data, budgets and limits as `/api/weather`; `docs/clients.md` lists what differs from theirs. What no source has is null.',
        querystring: ForecastQuery,
        response: { 200: answersLike(HOURLY_EXAMPLE), ...NOT_MODIFIED, ...ERRORS },
      },
      onRequest: forecast.onRequest,
    },
    (request, reply) => answered(request, reply, forecast, FORECAST_API, pastWeather, weatherScopes),
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
        response: { 200: answersLike(AIR_EXAMPLE), ...NOT_MODIFIED, ...ERRORS },
      },
      onRequest: airQuality.onRequest,
    },
    (request, reply) => answered(request, reply, airQuality, AIR_QUALITY_API, pastAir, () => ({ scopes: ['air'] })),
  )
}

/** Several places at once also count towards the limit of batches, unless a client key has its own. @throws AppError rate_limited */
export function limitPlaces(limiter: RateLimiter, request: FastifyRequest, { places }: WeatherRequest): void {
  if (places.length === 1 || request.clientKey !== null) return
  const { allowed, resetSeconds } = limiter.take('batch', clientIp(request))
  if (!allowed) throw new AppError('rate_limited', 'Too many requests from this address', { retryAfterSeconds: resetSeconds })
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
  if (daily.length > 0 && hourly.length === 0) optional.push('hourly')
  if (minutely15.length > 0) optional.push('minutely')
  return { scopes, optional }
}
