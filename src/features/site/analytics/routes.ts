import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../../../errors.ts'
import type { Foundation } from '../../../foundation.ts'
import { NO_STORE } from '../../../platform/http/bytes/cache-control.ts'
import { createRateLimitHook } from '../../../platform/http/limits/rate-limit-hook.ts'
import { buildErrorResponses } from '../../../platform/http/schema/schemas.ts'
import { buildInvalidRequestError, type SchemaError } from '../../../platform/http/schema/validation.ts'
import { getClientIp } from '../../../platform/http/server/client-ip.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { Beacon, isNotCounted, isOwnOrigin, readBeacon } from './beacon.ts'
import { AnalyticsEvent } from './event.ts'
import type { AnalyticsService } from './service.ts'

/** The browsers' own limit for a beacon. */
const MAX_BODY_BYTES = 64 * 1024

/** POST /api/analytics/collect */
export function registerAnalytics(app: HttpServer, analytics: AnalyticsService, foundation: Pick<Foundation, 'config' | 'limiter'>): void {
  void app.register((scope: HttpServer, _, done) => {
    // navigator.sendBeacon sends a string as text/plain; only this route accepts it.
    scope.addContentTypeParser('text/plain', { parseAs: 'string' }, scope.getDefaultJsonParser('error', 'error'))
    addCollect(scope, analytics, foundation)
    done()
  })
}

function addCollect(scope: HttpServer, analytics: AnalyticsService, { config, limiter }: Pick<Foundation, 'config' | 'limiter'>): void {
  const publicOrigin = config.PUBLIC_URL?.origin ?? null
  scope.post(
    '/api/analytics/collect',
    {
      bodyLimit: MAX_BODY_BYTES,
      // Each event is validated separately: a list may contain invalid entries.
      attachValidation: true,
      schema: {
        operationId: 'collectAnalytics',
        tags: ['Utility'],
        summary: 'Collect page view events',
        description:
          'Works without cookies. Visitors are told apart within one UTC day by a hash whose key is deleted when the day ends; address and user agent are not stored. Nothing is stored for requests with `Sec-GPC: 1` or `DNT: 1`, or for bots. Invalid entries of a list count as rejected; `accepted` and `rejected` add up to the entries sent.',
        consumes: ['application/json', 'text/plain'],
        body: {
          ...Beacon,
          examples: [
            { type: 'pageview', path: '/weather/berlin-52.52,13.41', referrer: 'https://www.example.org/' },
            {
              events: [
                { type: 'vitals', path: '/', name: 'LCP', value: 1840 },
                { type: 'ad_view', path: '/', slotId: '1234567890' },
              ],
            },
          ],
        },
        response: {
          202: Type.Object(
            { accepted: Type.Integer({ minimum: 0 }), rejected: Type.Integer({ minimum: 0 }) },
            { description: 'Accepted; written within a second', examples: [{ accepted: 2, rejected: 0 }] },
          ),
          ...buildErrorResponses(['invalid_request', 'forbidden', 'rate_limited', 'service_unavailable']),
        },
      },
      onRequest: createRateLimitHook(limiter, 'analytics'),
    },
    async (request, reply) => {
      const { headers } = request
      if (!isOwnOrigin(headers, publicOrigin, config.CORS_ORIGINS)) throw new AppError('forbidden', 'This origin may not send events.')
      const { events, sent } = readBeacon(request.body, eventCheck(request))
      const accepted = isNotCounted(headers) ? 0 : await analytics.collect(events, senderOf(request, publicOrigin))
      return reply
        .code(202)
        .header('cache-control', NO_STORE)
        .send({ accepted, rejected: sent - accepted })
    },
  )
}

function senderOf(request: FastifyRequest, publicOrigin: string | null) {
  const { host, 'user-agent': userAgent = '' } = request.headers
  const publicHost = publicOrigin === null ? undefined : new URL(publicOrigin).host
  return { ip: getClientIp(request), userAgent, ownHosts: [host, publicHost].filter((name) => name !== undefined) }
}

/** The event's schema as the server's own validator checks it. */
function eventCheck(request: FastifyRequest): (event: unknown) => asserts event is AnalyticsEvent {
  const validate = request.compileValidationSchema(AnalyticsEvent)
  return (event) => {
    if (!validate(event as Record<string, unknown>)) throw buildInvalidRequestError((validate.errors ?? []) as SchemaError[], 'body')
  }
}
