import { type Cell, toCell } from '@isobar/weather'
import { APPLE_IDENTITY, newPrivateKey } from '../../../../test/helpers/weatherkit.ts'
import { createBrightSky } from '../bright-sky/index.ts'
import { createMetNorway } from '../met-norway/index.ts'
import { createNws } from '../nws/index.ts'
import { createOpenMeteo } from '../open-meteo/index.ts'
import { createOpenWeather } from '../openweather/index.ts'
import { createPirateWeather } from '../pirate-weather/index.ts'
import type { Provider, ProviderFailureKind } from '../provider.ts'
import { createTomorrowIo } from '../tomorrow-io/index.ts'
import { createVisualCrossing } from '../visual-crossing/index.ts'
import { createWeatherApi } from '../weatherapi/index.ts'
import { createWeatherKit } from '../weatherkit/index.ts'

const PRIVATE_KEY = newPrivateKey()
/** When the answers are from. */
export const NOW = Date.parse('2026-09-19T10:20:30Z')

interface Place {
  readonly cell: Cell
  readonly clock: readonly [timezone: string, utcOffsetSeconds: number]
}
export const BERLIN: Place = { cell: toCell(52.52, 13.405), clock: ['Europe/Berlin', 7_200] }

/** Test data for a weather adapter: a good answer, and its own answers for one kind of failure each. */
export interface WeatherCase {
  readonly what: string
  readonly open: (options: { readonly baseUrl: URL; readonly key: () => string | null }) => Provider
  /** The good answers by the end of their address, as paths from `packages/providers`; `''` matches every address. */
  readonly fixtures: Readonly<Record<string, string>>
  readonly needsKey: boolean
  /** Where the key is, by name; omitted if there is none. */
  readonly keyIn?: { readonly query: string } | { readonly header: string }
  /** The place of the answers; default: Berlin. */
  readonly place?: Place
  /** The products that keep limits of their own, because the settings are for another plan. */
  readonly ownLimits?: readonly string[]
  /** The calls of a fetch; default 1. */
  readonly calls?: number
  /** Those of its own, besides what any service may answer. */
  readonly failures: readonly Failure[]
}

type Failure = readonly [status: number, body: string, kind: ProviderFailureKind, retryAfterSeconds?: number]

/** A gateway's page. */
export const HTML = '<html><body><h1>502 Bad Gateway</h1></body></html>'

/** What any service, or a gateway before it, may answer. */
export const COMMON_FAILURES: readonly Failure[] = [
  [301, '', 'rejected'],
  [302, '', 'rejected'],
  [403, HTML, 'refused_key'],
  [429, HTML, 'quota'],
  [500, HTML, 'unavailable'],
  [502, HTML, 'unavailable'],
  [503, HTML, 'unavailable'],
]

const OPENWEATHER: Pick<WeatherCase, 'needsKey' | 'ownLimits' | 'keyIn' | 'failures'> = {
  needsKey: true,
  // Free calls of the account; the settings limit One Call.
  ownLimits: ['openweather/air-pollution', 'openweather/weather25'],
  keyIn: { query: 'appid' },
  failures: [
    [400, '{"cod":"400","message":"wrong latitude"}', 'rejected'],
    [400, '{"cod":400,"message":"Invalid date format","parameters":["date"]}', 'rejected'],
    [401, '{"cod":401, "message": "Invalid API key. Please see https://openweathermap.org/faq#error401 for more info."}', 'refused_key'],
    [
      401,
      '{"cod":401,"message":"Please note that using One Call 3.0 requires a separate subscription to the One Call by Call plan."}',
      'no_subscription',
    ],
    [401, HTML, 'refused_key'],
    [404, '{"cod":"404","message":"city not found"}', 'not_found'],
    [
      429,
      '{"cod":429, "message": "Your account is temporary blocked due to exceeding of requests limitation of your subscription type."}',
      'quota',
    ],
    [500, '{"cod":"500","message":"Internal error: 500001"}', 'unavailable'],
  ],
}

/** Every weather provider, as `contract.test.ts` checks it. */
export const WEATHER_CASES: readonly WeatherCase[] = [
  {
    ...OPENWEATHER,
    what: 'openweather',
    open: (options) => createOpenWeather({ ...options, tilesBaseUrl: options.baseUrl, plan: 'onecall-3.0' }),
    fixtures: { '/air_pollution/forecast': './openweather/fixtures/air-pollution.json', '': './openweather/fixtures/all-blocks.json' },
  },
  {
    ...OPENWEATHER,
    what: 'openweather on onecall-4.0',
    open: (options) => createOpenWeather({ ...options, tilesBaseUrl: options.baseUrl, plan: 'onecall-4.0' }),
    fixtures: {
      '/air_pollution/forecast': './openweather/fixtures/air-pollution.json',
      '/current': './openweather/fixtures/onecall4-current.json',
      '/timeline/1h': './openweather/fixtures/onecall4-hours.json',
      '/timeline/1day': './openweather/fixtures/onecall4-days.json',
      '/timeline/1min': './openweather/fixtures/onecall4-minutes.json',
    },
  },
  {
    ...OPENWEATHER,
    what: 'openweather on the free plan',
    open: (options) => createOpenWeather({ ...options, tilesBaseUrl: options.baseUrl, plan: 'free' }),
    fixtures: { '/air_pollution/forecast': './openweather/fixtures/air-pollution.json', '': './openweather/fixtures/weather25.json' },
  },
  {
    what: 'open-meteo',
    open: createOpenMeteo,
    fixtures: {
      '/air-quality': './open-meteo/fixtures/air-quality.json',
      '/marine': './open-meteo/fixtures/marine.json',
      '': './open-meteo/fixtures/as-asked.json',
    },
    needsKey: false,
    keyIn: { query: 'apikey' },
    failures: [
      [400, '{"error":true,"reason":"Cannot initialize WeatherVariable from invalid String value x for key hourly"}', 'rejected'],
      [400, '{"reason":"The supplied API key is invalid.","error":true}', 'refused_key'],
      [400, '{"error":true,"reason":"No data is available for this location"}', 'not_found'],
      [400, '{"reason":"The apikey is invalid.","error":true}', 'refused_key'],
      [401, '{"error":true,"reason":"API key required."}', 'refused_key'],
      [403, '{"error":true,"reason":"Your plan does not include this API."}', 'refused_key'],
      [429, '{"reason":"Minutely API request limit exceeded. Please try again in one minute.","error":true}', 'quota', 60],
      [429, '{"error":true,"reason":"Hourly API request limit exceeded. Please try again in the next hour."}', 'quota', 39 * 60 + 30],
      [429, '{"error":true,"reason":"Daily API request limit exceeded. Please try again tomorrow."}', 'quota', 13 * 3_600 + 39 * 60 + 30],
      [429, '{"error":true,"reason":"Too many concurrent requests"}', 'quota', 1],
      [500, '{"error":true,"reason":"Something went wrong."}', 'unavailable'],
      [503, '{"error":true,"reason":"The service is overloaded"}', 'unavailable'],
      [307, '', 'rejected'],
    ],
  },
  {
    what: 'met-norway',
    open: ({ baseUrl }) => createMetNorway({ baseUrl, enabled: false, contact: 'ops@example.org' }),
    fixtures: {
      '/locationforecast/2.0/complete': './met-norway/fixtures/locationforecast.json',
      '/nowcast/2.0/complete': './met-norway/fixtures/nowcast.json',
    },
    needsKey: false,
    place: { cell: toCell(55.68, 12.57), clock: ['Europe/Copenhagen', 7_200] },
    failures: [
      [304, '', 'rejected'],
      [400, HTML, 'rejected'],
      [404, '', 'not_found'],
      [422, '', 'not_found'],
      [499, HTML, 'rejected'],
    ],
  },
  {
    what: 'nws',
    open: createNws,
    fixtures: { '/points/39.11,-94.63': './nws/fixtures/point.json', '/gridpoints/EAX/41,52': './nws/fixtures/gridpoint.json' },
    needsKey: false,
    place: { cell: toCell(39.11, -94.63), clock: ['America/Chicago', -18_000] },
    calls: 2,
    failures: [
      [400, '{"title":"Invalid Parameter","detail":"Parameter \\"point\\" is invalid: out of bounds"}', 'not_found'],
      [400, '{"title":"Invalid Parameter","detail":"does not appear to be a valid coordinate"}', 'rejected'],
      [404, '{"title":"Data Unavailable For Requested Point","status":404}', 'not_found'],
      [500, '{"title":"Unexpected Problem","status":500}', 'unavailable'],
    ],
  },
  {
    what: 'bright-sky',
    open: createBrightSky,
    fixtures: { '/weather': './bright-sky/fixtures/weather.json' },
    needsKey: false,
    failures: [
      [400, '{"detail":"bad"}', 'rejected'],
      [404, '{"detail":"No sources match your criteria"}', 'not_found'],
      [422, '{"detail":[{"loc":["query","date"],"msg":"field required"}]}', 'rejected'],
    ],
  },
  {
    what: 'pirate-weather',
    open: (options) => createPirateWeather({ ...options, keyPlacement: 'header' }),
    fixtures: { '/52.52,13.41': './pirate-weather/fixtures/forecast.json' },
    needsKey: true,
    keyIn: { header: 'apikey' },
    failures: [
      [400, '{"detail":"Invalid Location Specification"}', 'rejected'],
      [401, '{"message":"Unauthorized"}', 'refused_key'],
      [403, '{"message":"Forbidden"}', 'refused_key'],
      [404, '{"message":"no Route matched with those values"}', 'not_found'],
      [429, '{"message":"API rate limit exceeded"}', 'quota'],
    ],
  },
  {
    what: 'tomorrow-io',
    open: createTomorrowIo,
    fixtures: { '/v4/weather/forecast': './tomorrow-io/fixtures/forecast.json' },
    needsKey: true,
    keyIn: { query: 'apikey' },
    failures: [
      [400, '{"code":400002,"type":"Invalid Query Parameters","message":"The entries provided were not valid."}', 'rejected'],
      [401, '{"code":401001,"type":"Invalid Auth","message":"The method requires authentication."}', 'refused_key'],
      [404, '{"code":404001,"type":"Not Found","message":"The requested resource was not found."}', 'not_found'],
      [429, '{"code":429001,"type":"Too Many Calls","message":"The request limit has been reached."}', 'quota'],
    ],
  },
  {
    what: 'visual-crossing',
    open: createVisualCrossing,
    fixtures: { '/52.52,13.41': './visual-crossing/fixtures/timeline.json' },
    needsKey: true,
    keyIn: { query: 'key' },
    failures: [
      [400, 'Bad API Request:Invalid location parameter value.', 'rejected'],
      [401, 'No account found with API key', 'refused_key'],
      [404, HTML, 'not_found'],
      [429, 'You have exceeded the maximum number of daily result records', 'quota'],
    ],
  },
  {
    what: 'weatherapi',
    open: createWeatherApi,
    fixtures: { '/v1/forecast.json': './weatherapi/fixtures/forecast.json' },
    needsKey: true,
    keyIn: { query: 'key' },
    failures: [
      [400, '{"error":{"code":1006,"message":"No matching location found."}}', 'not_found'],
      [400, '{"error":{"code":9999,"message":"Internal application error."}}', 'rejected'],
      [401, '{"error":{"code":2006,"message":"API key is invalid."}}', 'refused_key'],
      [403, '{"error":{"code":2007,"message":"API key has exceeded calls per month quota."}}', 'quota'],
      [403, '{"error":{"code":2008,"message":"API key has been disabled."}}', 'refused_key'],
      [403, '{"error":{"code":2009,"message":"API key does not have access to the resource."}}', 'no_subscription'],
    ],
  },
  {
    what: 'weatherkit',
    // Calls have a token that the key has signed, and never the key.
    open: ({ baseUrl, key }) => createWeatherKit({ baseUrl, key: () => key() && PRIVATE_KEY, identity: APPLE_IDENTITY }),
    fixtures: { '/52.52/13.41': './weatherkit/fixtures/weather.json' },
    needsKey: true,
    failures: [
      [400, '{"timestamp":"2022-07-10T21:24:14Z","status":400,"error":"Bad Request","message":"Bad Request","path":"/"}', 'rejected'],
      [401, '', 'refused_key'],
      [404, '{"timestamp":"2022-07-10T06:57:42Z","status":404,"error":"Not Found","message":"Not Found","path":"/"}', 'not_found'],
    ],
  },
]
