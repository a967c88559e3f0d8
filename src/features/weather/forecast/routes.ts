import type { onRequestHookHandler } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import { clientIp } from '../../../platform/http/client-ip.ts'
import type { RateLimiter } from '../../../platform/http/rate-limit.ts'
import { rateLimited } from '../../../platform/http/rate-limit-hook.ts'
import { errorResponses, NOT_MODIFIED } from '../../../platform/http/schemas.ts'
import { isForCrawler } from '../../../platform/http/visit-scope.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { readLanguage } from '../../../domain/language.ts'
import { callerOf, isSearch, type WeatherRequest } from './answer.ts'
import { WEATHER_EXAMPLES } from './examples.ts'
import { createKeptRequests } from './kept-requests.ts'
import { createMoments } from './moment.ts'
import { WeatherAnswer, WeatherQueryString } from './schemas.ts'
import { sendAnswer } from './send.ts'
import type { ForecastService } from './service.ts'

export interface ForecastRoutes {
  readonly forecast: ForecastService
  readonly limiter: RateLimiter
  readonly clock: Clock
  /** The keyed hash under which a client's provider calls are counted. */
  readonly clientHash: (ip: string) => string
  /** Called for every answer. Must be cheap and must not throw. */
  readonly onAnswer: (scope: string, layer: string, freshness: string, trigger: string) => void
  /** Called for every answered search for a place, cache hits included. Must be cheap and must not throw. */
  readonly onSearch: (place: { readonly lat: number; readonly lon: number }, ip: string) => void
}

const KEPT_REQUEST_BYTES = 64 * 1024 * 1024

/** GET /api/weather */
export function registerForecast(app: HttpServer, { forecast, limiter, clock, clientHash, onAnswer, onSearch }: ForecastRoutes): void {
  const kept = createKeptRequests(KEPT_REQUEST_BYTES)

  /** Answers a repeated request that is fresh in memory before anything is parsed or validated again. */
  const answerAgain: onRequestHookHandler = (request, reply, done) => {
    const known = kept.get(request.raw.url ?? '')
    const answer = known === undefined ? undefined : forecast.again(known.request, known.answer)
    if (known === undefined || answer === undefined) return done()
    const current = answer === known.answer ? known : { request: known.request, answer, momentAt: createMoments(answer) }
    if (current !== known) kept.set(request.raw.url ?? '', current)
    onAnswer(known.request.scope, answer.layer, answer.freshness, known.request.trigger)
    if (isSearch(known.request.trigger) && !isForCrawler()) onSearch(known.request, clientIp(request))
    sendAnswer(request, reply, answer, current.momentAt(clock.now()))
  }

  app.get(
    '/api/weather',
    {
      // The answer carries its own compressed bytes.
      compress: false,
      config: { unavailableStatus: 502, crossOrigin: true },
      schema: {
        operationId: 'getWeather',
        tags: ['Weather'],
        summary: 'Get weather for a point',
        description:
          'Answers from the cache whenever possible. A place that is not cached costs one provider call, which fills all four scopes. The headers `X-Cache` and `Cache-Status` say which layer answered. HEAD costs as much as GET; the cost is also in the `X-Tokens-Used` header unless it is 0.',
        querystring: WeatherQueryString,
        response: {
          200: { ...WeatherAnswer, description: 'Envelope and data of the scope', examples: Object.values(WEATHER_EXAMPLES) },
          ...NOT_MODIFIED,
          ...errorResponses(['invalid_request', 'location_not_found', 'rate_limited', 'upstream_error', 'service_unavailable'], 502),
        },
      },
      onRequest: [rateLimited(limiter, 'weather'), answerAgain],
    },
    async (request, reply) => {
      const weather = parse(request.query)
      const ip = clientIp(request)
      const asker = {
        cause: 'request' as const,
        trigger: weather.trigger,
        requestId: request.id,
        client: clientHash(ip),
        caller: callerOf(weather.trigger, isForCrawler()),
      }
      const answer = await forecast.answer(weather, asker)
      const momentAt = createMoments(answer)
      kept.set(request.raw.url ?? '', { request: weather, answer, momentAt })
      onAnswer(weather.scope, answer.layer, answer.freshness, weather.trigger)
      if (isSearch(weather.trigger) && asker.caller !== 'crawler') onSearch(weather, ip)
      return sendAnswer(request, reply, answer, momentAt(clock.now()))
    },
  )
}

function parse(query: WeatherQueryString): WeatherRequest {
  const { lat, lon, scope, units = 'metric', trigger = 'unspecified', maxAgeMs } = query
  return { lat, lon, scope, units, lang: readLanguage(query.lang), trigger, maxAgeMs }
}
