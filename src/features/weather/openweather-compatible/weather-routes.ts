import { type PublicScope, toCell } from '@isobar/weather'
import { Type } from 'typebox'
import { AppError } from '../../../errors.ts'
import type { Foundation } from '../../../foundation.ts'
import { createRateLimitHook } from '../../../platform/http/limits/rate-limit-hook.ts'
import { Coordinates } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import type { PlaceWeather, PlaceWeatherService } from '../place-weather/index.ts'
import { GEONAMES_CREDIT } from '../places/index.ts'
import { buildPlaceAirPollution } from './air-pollution.ts'
import { buildDailyForecast, MAX_DAYS } from './daily-forecast.ts'
import { buildOpenWeatherErrorBody, UNKNOWN_RESOURCE } from './errors.ts'
import { AIR_EXAMPLE, CURRENT_EXAMPLE, DAILY_EXAMPLE, FORECAST_EXAMPLE, ONE_CALL_EXAMPLE } from './examples.ts'
import { buildOneCall, type OneCallOptions } from './one-call.ts'
import { parseExcludeParameter, parseCountParameter, parseLanguageParameter, parseUnitsParameter } from './parameters.ts'
import type { TownReader } from './requested-towns.ts'
import { addResource, Lang, TownQuery, Units } from './resource.ts'
import { AirPollution, CurrentWeather, DailyForecast, Forecast, OneCall } from './schemas.ts'
import { buildCurrentWeather, buildStepForecast, FORECAST_HOURS, MAX_STEPS } from './weather-25.ts'
import { buildCurrentXml, buildDailyXml, buildForecastXml } from './weather-xml.ts'

const OneCallQuery = Type.Object({
  ...Coordinates,
  exclude: Type.Optional(
    Type.String({ description: '`current`, `minutely`, `hourly`, `daily`, `alerts`, separated by commas; other words are ignored' }),
  ),
  units: Units,
  lang: Lang,
})
const count = (most: number) => Type.Optional(Type.String({ description: `Maximum number of steps, 1 to ${most}` }))
const ForecastQuery = Type.Object({ ...TownQuery.properties, cnt: count(MAX_STEPS) })
const DailyQuery = Type.Object({ ...TownQuery.properties, cnt: count(MAX_DAYS) })
const AirQuery = Type.Object(Coordinates)
/** Without `cnt`, as in theirs. */
const DEFAULT_DAYS = 7

/** The first and only place of a request. */
const first = (places: readonly PlaceWeather[]): PlaceWeather => places[0] as PlaceWeather

/** GET /data/3.0/onecall and /data/2.5/onecall, /weather, /forecast, /forecast/daily, /air_pollution and /air_pollution/forecast */
export function registerOpenWeatherRoutes(app: HttpServer, placeWeather: Pick<PlaceWeatherService, 'answers'>, reader: TownReader): void {
  for (const path of ['/data/3.0/onecall', '/data/2.5/onecall']) {
    const isCurrent = path.includes('3.0')
    addResource(app, placeWeather, {
      path,
      operationId: isCurrent ? 'openWeatherOneCall' : 'openWeatherOneCall25',
      summary: 'One Call: now, by minutes, hours and days, and alerts',
      description: isCurrent
        ? 'As One Call 3.0. Blocks are absent if they are excluded or have nothing to say.'
        : 'As One Call 2.5, which OpenWeather closed in 2024; the answer is that of 3.0.',
      query: OneCallQuery,
      answer: OneCall,
      example: ONE_CALL_EXAMPLE,
      read: ({ lat, lon, exclude, units, lang }) => {
        const blocks = parseExcludeParameter(exclude)
        const places = [{ cell: toCell(lat, lon), ...scopesOf(blocks) }]
        return { lat, lon, blocks, units: parseUnitsParameter(units), lang: parseLanguageParameter(lang), places }
      },
      write: (asked, places) => buildOneCall(asked, first(places)),
    })
  }
  addResource(app, placeWeather, {
    path: '/data/2.5/weather',
    operationId: 'openWeatherCurrent',
    summary: 'Current weather',
    description: 'As the current weather of the API 2.5, for coordinates, a name or the id of a town; also in XML.',
    query: TownQuery,
    answer: CurrentWeather,
    example: CURRENT_EXAMPLE,
    read: (query, request) => reader.one(query, request, ['current']),
    write: (asked, places) => (asked.isXml ? buildCurrentXml : buildCurrentWeather)(asked, first(places)),
    links: [GEONAMES_CREDIT],
  })
  addResource(app, placeWeather, {
    path: '/data/2.5/forecast',
    operationId: 'openWeatherForecast',
    summary: 'Forecast in steps of three hours',
    description: 'As the 5-day forecast of the API 2.5, as far as the hours of the sources reach; also in XML.',
    query: ForecastQuery,
    answer: Forecast,
    example: FORECAST_EXAMPLE,
    read: async (query, request) => ({
      ...(await reader.one(query, request, ['hourly'], ['daily'], { hours: FORECAST_HOURS, onlyHours: true })),
      count: parseCountParameter(query.cnt, MAX_STEPS, MAX_STEPS),
    }),
    write: (asked, places) => (asked.isXml ? buildForecastXml : buildStepForecast)(asked, first(places)),
    links: [GEONAMES_CREDIT],
  })
  addResource(app, placeWeather, {
    path: '/data/2.5/forecast/daily',
    operationId: 'openWeatherDaily',
    summary: 'Forecast by days',
    description: 'As the 16-day forecast of the API 2.5, as far as the days of the source reach; also in XML.',
    query: DailyQuery,
    answer: DailyForecast,
    example: DAILY_EXAMPLE,
    read: async (query, request) => ({
      ...(await reader.one(query, request, ['daily'], ['hourly'])),
      count: parseCountParameter(query.cnt, MAX_DAYS, DEFAULT_DAYS),
    }),
    write: (asked, places) => (asked.isXml ? buildDailyXml : buildDailyForecast)(asked, first(places)),
    links: [GEONAMES_CREDIT],
  })
  for (const isForecast of [false, true]) {
    addResource(app, placeWeather, {
      path: isForecast ? '/data/2.5/air_pollution/forecast' : '/data/2.5/air_pollution',
      operationId: isForecast ? 'openWeatherAirForecast' : 'openWeatherAir',
      summary: isForecast ? 'Air pollution by hours' : 'Air pollution',
      description: 'As the air pollution API 2.5, with its own index of 1 to 5.',
      query: AirQuery,
      answer: AirPollution,
      example: AIR_EXAMPLE,
      read: ({ lat, lon }) => ({ lat, lon, isForecast, lang: 'en', places: [{ cell: toCell(lat, lon), scopes: ['air' as const] }] }),
      write: (asked, places) => buildPlaceAirPollution(asked, first(places)),
    })
  }
}

/** What this service does not have: all other resources. */
export function registerOthers(app: HttpServer, { limiter }: Foundation): void {
  const options = {
    config: { crossOrigin: true, errorBodyOf: buildOpenWeatherErrorBody },
    schema: { hide: true },
    onRequest: createRateLimitHook(limiter, 'weather'),
  }
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
