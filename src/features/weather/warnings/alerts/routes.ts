import { chooseAlertMark } from '@isobar/weather'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { Feature, Foundation } from '../../../../foundation.ts'
import { writePublicCacheControl } from '../../../../platform/http/bytes/cache-control.ts'
import { formatCacheStatus } from '../../../../platform/http/bytes/cache-status.ts'
import { isEtagMatch, computeWeakEtag } from '../../../../platform/http/bytes/etag.ts'
import { createRateLimitHook } from '../../../../platform/http/limits/rate-limit-hook.ts'
import { buildErrorResponses, NOT_MODIFIED } from '../../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../../platform/http/server/http-server.ts'
import { ALERT_EXAMPLES, AlertAnswer, AlertParams } from './schemas.ts'
import { type AlertNeeds, type AlertNow, readPublicAlert } from './service.ts'

/** Serves one official alert by its id: GET /api/alerts/{alertId} */
export function openAlerts(foundation: Foundation, needs: AlertNeeds) {
  return { routes: (app) => registerAlerts(app, foundation, needs) } satisfies Feature
}

function registerAlerts(app: HttpServer, { clock, limiter, windows }: Foundation, needs: AlertNeeds): void {
  app.get(
    '/api/alerts/:alertId',
    {
      config: { crossOrigin: true, clientScope: 'weather' },
      schema: {
        operationId: 'getAlert',
        tags: ['Weather'],
        summary: 'Get an official alert',
        description:
          'Answers from alerts already fetched from the primary provider and the national feed; no provider is called. An alert stays available for a week after it ends. An event reported by several sources, or by one source in several languages, is one entry in `alertIds`; `sameAs` lists the others.',
        params: AlertParams,
        response: {
          200: { ...AlertAnswer, description: 'The alert', examples: ALERT_EXAMPLES },
          ...NOT_MODIFIED,
          ...buildErrorResponses(['invalid_request', 'not_found', 'rate_limited', 'service_unavailable']),
        },
      },
      onRequest: createRateLimitHook(limiter, 'alerts'),
    },
    async (request, reply) => {
      const { alertId } = request.params as Static<typeof AlertParams>
      return send(request, reply, await readPublicAlert(alertId, { ...needs, windows, clock }))
    },
  )
}

function bodyOf({ alert, state, language, kind, sameAs, attribution }: AlertNow): AlertAnswer {
  const { id, senderName, event, start, end, description, severity, severitySource } = alert
  const { urgency, certainty, instruction, tags, areas, source } = alert
  return {
    id,
    senderName,
    event,
    language,
    kind,
    start,
    end,
    description,
    severity,
    severitySource,
    ...chooseAlertMark(alert),
    urgency,
    certainty,
    state,
    instruction,
    tags: [...tags],
    areas: [...areas],
    level: alert.level ?? null,
    texts: textsOf(alert, language),
    source,
    sameAs: [...sameAs],
    attribution,
  }
}

/** Sources that send one text do not name its language. */
function textsOf({ texts, event, description, instruction, areas }: AlertNow['alert'], language: string | null): AlertAnswer['texts'] {
  if (texts === undefined) return [{ language, event, headline: null, description, instruction, areas: [...areas] }]
  return texts.map((text) => ({ ...text, areas: [...text.areas] }))
}

function send(request: FastifyRequest, reply: FastifyReply, now: AlertNow): FastifyReply {
  const { maxAgeSeconds, staleSeconds } = now
  const body = bodyOf(now)
  const etag = computeWeakEtag(JSON.stringify(body))
  const cacheControl = writePublicCacheControl({
    maxAgeSeconds,
    staleWhileRevalidateSeconds: staleSeconds,
    staleIfErrorSeconds: staleSeconds,
  })
  reply
    .header('x-cache', 'database')
    .header('cache-status', formatCacheStatus('database', maxAgeSeconds))
    .header('cache-control', cacheControl)
    .header('etag', etag)
  return isEtagMatch(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(body)
}
