import { toCell, type Cell, type UnitSystem } from '@isobar/weather'
import type { AppError } from '../../../errors.ts'
import type { Foundation } from '../../../foundation.ts'
import { readLanguage } from '../../../messages/language-tag.ts'
import { createMemoryCache } from '../../../platform/cache/memory-cache.ts'
import type { CachedAnswer } from '../../../platform/http/bytes/cached-answers.ts'
import { sendCached } from '../../../platform/http/bytes/send-cached.ts'
import { buildErrorResponses, NOT_MODIFIED } from '../../../platform/http/schema/schemas.ts'
import { getClientIp } from '../../../platform/http/server/client-ip.ts'
import type { HttpServer } from '../../../platform/http/server/server.ts'
import { isForCrawler, isForPreview } from '../../../platform/http/server/visit-scope.ts'
import { BLEND_EXAMPLE, type BlendExplanation } from '../blend/index.ts'
import { answerRepeated, type CounterOf } from '../place-weather/index.ts'
import { addExplanation, createBytesBySecond } from './answer-bytes.ts'
import { type Answer, identifyCaller, listScopeCounters, isSearch, readExtent, listServedScopes, type WeatherRequest } from './answer.ts'
import { SEVERAL_EXAMPLE, WEATHER_EXAMPLES } from './examples.ts'
import { countRetainedBytes } from './rendering.ts'
import { WeatherAnswer, WeatherQueryString } from './schemas.ts'
import type { ForecastService } from './service.ts'

export interface ForecastRoutes {
  readonly forecast: ForecastService
  readonly counterOf: CounterOf
  /** Called for every answered search for a place, cache hits included. Must be cheap and must not throw. */
  readonly onSearch: (place: { readonly lat: number; readonly lon: number }, ip: string) => void
  /** What a blend makes of a place, and why it is on or off there. */
  readonly explainBlend: (cell: Cell, units: UnitSystem) => Promise<BlendExplanation>
}

const REQUEST_BYTES = 64 * 1024 * 1024

/** GET /api/weather */
export function registerForecast(
  app: HttpServer,
  { limiter, metrics, clock, clientHash }: Foundation,
  { forecast, counterOf, onSearch, explainBlend }: ForecastRoutes,
): void {
  const requests = createRequestCache(REQUEST_BYTES)

  function prepare(request: WeatherRequest, answer: Answer): CachedRequest {
    const counters = listScopeCounters(answer, counterOf)
    const isCountedSearch = isSearch(request.trigger)
    const bytesAt = createBytesBySecond(answer, (ip) => {
      for (const count of counters) count()
      if (isCountedSearch && !isForCrawler()) onSearch(request, ip)
    })
    return { request, answer, bytesAt }
  }

  function remember(url: string, request: WeatherRequest, answer: Answer): CachedRequest {
    const entry = prepare(request, answer)
    requests.set(url, entry)
    return entry
  }

  /** The answer to a repeated request that is fresh in memory, before anything is parsed or validated again. */
  function find(url: string, now: number): CachedAnswer | undefined {
    const known = requests.get(url)
    const answer = known === undefined ? undefined : forecast.peek(known.request, known.answer, now)
    if (known === undefined || answer === undefined) return undefined
    return (answer === known.answer ? known : remember(url, known.request, answer)).bytesAt(now)
  }

  app.get(
    '/api/weather',
    {
      // The answer carries its own compressed bytes.
      compress: false,
      config: { unavailableStatus: 502, crossOrigin: true, clientScope: 'weather' },
      schema: {
        operationId: 'getWeather',
        tags: ['Weather'],
        summary: 'Get weather for a point',
        description:
          'Answers from the cache whenever possible. A place that is not cached costs one provider call, which fills all scopes that the provider sends together. Several scopes are read together and share one cost; each is in `scopes` with its data and `meta`, as in a batch, or with its own error if others could be had. The headers `X-Cache` and `Cache-Status` say which layer answered. HEAD costs as much as GET; the cost is also in the `X-Tokens-Used` header unless it is 0.',
        querystring: WeatherQueryString,
        response: {
          200: {
            ...WeatherAnswer,
            description: 'Envelope and data of the scope, or of several',
            examples: [...Object.values(WEATHER_EXAMPLES), SEVERAL_EXAMPLE, { ...WEATHER_EXAMPLES.hourly, blend: BLEND_EXAMPLE }],
          },
          ...NOT_MODIFIED,
          ...buildErrorResponses(['invalid_request', 'location_not_found', 'rate_limited', 'upstream_error', 'service_unavailable'], 502),
        },
      },
      onRequest: answerRepeated(app, {
        prefix: '/api/weather?',
        pattern: '/api/weather',
        limiter,
        limit: 'weather',
        scope: 'weather',
        record: metrics.route('/api/weather'),
        clock,
        find,
      }),
    },
    async (request, reply) => {
      const weather = parse(request.query)
      const ip = getClientIp(request)
      const requester = {
        cause: 'request' as const,
        trigger: weather.trigger,
        requestId: request.id,
        client: clientHash(ip),
        caller: isForPreview() ? ('preview' as const) : identifyCaller(weather.trigger, isForCrawler()),
      }
      const answer = await forecast.answer(weather, requester)
      if (listServedScopes(answer).length === 0) throw answer.results[0] as AppError
      if (request.query.explain !== undefined) {
        // Made anew each time, for the few who want to know.
        const blend = await explainBlend(toCell(weather.lat, weather.lon), weather.units)
        return sendCached(request, reply, addExplanation(prepare(weather, answer).bytesAt(clock.now()), { blend }))
      }
      return sendCached(request, reply, remember(request.raw.url ?? '', weather, answer).bytesAt(clock.now()))
    },
  )
}

function parse(query: WeatherQueryString): WeatherRequest {
  const { lat, lon, scope, units = 'metric', trigger = 'unspecified', maxAgeMs } = query
  const scopes = [...new Set([scope].flat())]
  return { lat, lon, scopes, units, lang: readLanguage(query.lang), trigger, maxAgeMs, extent: readExtent(query) }
}

/** A request that was answered before, by its raw URL: it need not be parsed and validated again. */
interface CachedRequest {
  readonly request: WeatherRequest
  /** The last answer, and its bytes for each second. */
  readonly answer: Answer
  readonly bytesAt: (now: number) => CachedAnswer
}

const ENTRY_BYTES = 1_000
/** Long URLs contain unknown parameters; they are not worth caching. */
const MAX_URL_LENGTH = 300

/**
 * Bounded by the bytes that the entries retain: the rendering with its record and compressed form, and the current second's copies of both
 * forms, as bytes and as strings of bytes.
 */
export function createRequestCache(maxBytes: number) {
  const requests = createMemoryCache<string, CachedRequest>('requests', maxBytes, ({ answer }, url) =>
    listServedScopes(answer).reduce(
      (bytes, { rendering }) => bytes + countRetainedBytes(rendering) + Math.ceil(rendering.tail.length * 2.5),
      ENTRY_BYTES + url.length * 2,
    ),
  )
  return {
    get: (url: string): CachedRequest | undefined => requests.get(url),
    set(url: string, entry: CachedRequest): void {
      if (url.length <= MAX_URL_LENGTH) requests.set(url, entry)
    },
  }
}
