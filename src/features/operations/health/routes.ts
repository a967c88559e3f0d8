import { Type } from 'typebox'
import { AppError } from '../../../errors.ts'
import { NO_STORE } from '../../../platform/http/bytes/cache-control.ts'
import { ErrorBody, buildErrorResponses, buildNullableSchema } from '../../../platform/http/schema/schemas.ts'
import { hasBearerToken } from '../../../platform/http/server/bearer.ts'
import { isLoopbackRequest } from '../../../platform/http/server/client-ip.ts'
import { buildFailureBody } from '../../../platform/http/server/failure-body.ts'
import { toFailure } from '../../../platform/http/server/failure.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import type { Metrics } from '../../../platform/metrics.ts'
import { type Checks, checkReadiness, listUnreadyReasons } from './readiness.ts'

export interface HealthRoutes {
  /** The checks of /api/ready, including `database` and `migrations`. */
  readonly checks: Checks
  /** How long each check may take. */
  readonly timeoutMs: number
  readonly metrics: Metrics
  /** METRICS_TOKEN; null: metrics on loopback only. */
  readonly metricsToken: string | null
}

const RETRY_SECONDS = 5
const CheckResults = Type.Record(Type.String(), Type.Boolean(), { description: 'Each check and whether it passed' })
/** The release of the IANA time zone database that this process uses. */
const ZONE_DATA = process.versions['tz'] ?? null
const Health = Type.Object(
  {
    status: Type.Literal('ok'),
    zoneData: buildNullableSchema(Type.String(), 'Release of the IANA time zone database in use'),
  },
  { examples: [{ status: 'ok', zoneData: '2026c' }] },
)
const Ready = Type.Object(
  { ready: Type.Boolean(), checks: CheckResults },
  { examples: [{ ready: true, checks: { database: true, migrations: true, writes: true, accepting: true } }] },
)

/** GET /api/health, /api/ready, /api/metrics */
export function registerHealth(app: HttpServer, { checks, timeoutMs, metrics, metricsToken }: HealthRoutes): void {
  const config = { servedUnderPressure: true }

  app.get(
    '/api/health',
    {
      config,
      schema: {
        operationId: 'getHealth',
        tags: ['Operations'],
        summary: 'Liveness check',
        description: '200 as long as the process can answer. Restart the process when it fails.',
        response: { 200: Health, ...buildErrorResponses([]) },
      },
    },
    (_request, reply) => {
      reply.header('cache-control', NO_STORE)
      return { status: 'ok' as const, zoneData: ZONE_DATA }
    },
  )

  app.get(
    '/api/ready',
    {
      config,
      schema: {
        operationId: 'getReadiness',
        tags: ['Operations'],
        summary: 'Readiness check',
        description:
          '200 when requests can be served, 503 while starting, draining, or without the database. Send no requests while it fails.',
        response: {
          200: Ready,
          ...buildErrorResponses([]),
          503: Type.Object(
            { ...ErrorBody.properties, ...Ready.properties },
            { description: '`service_unavailable`: a dependency is unavailable, or the service is stopping (`accepting`)' },
          ),
        },
      },
    },
    async (request, reply) => {
      const { unanswered, ...readiness } = await checkReadiness({ ...checks, accepting: async () => !app.isDraining() }, timeoutMs)
      reply.header('cache-control', NO_STORE)
      if (readiness.ready) return readiness
      const unavailable = new AppError('service_unavailable', `Not ready: ${listUnreadyReasons({ ...readiness, unanswered }).join('; ')}`, {
        retryAfterSeconds: RETRY_SECONDS,
      })
      const { contentType, body } = buildFailureBody(toFailure(unavailable), request.id, request.headers.accept, readiness)
      reply.code(503).header('retry-after', String(RETRY_SECONDS)).header('content-type', contentType)
      return reply.serializer(() => body).send(readiness)
    },
  )

  app.get(
    '/api/metrics',
    {
      config,
      schema: {
        operationId: 'getMetrics',
        tags: ['Operations'],
        summary: 'Get metrics in the Prometheus text format',
        description: 'With `Authorization: Bearer` METRICS_TOKEN, or from loopback without a proxy in between.',
        response: {
          200: { description: 'Prometheus text format', content: { 'text/plain': { schema: Type.String() } } },
          ...buildErrorResponses(['unauthorized']),
        },
      },
    },
    async (request, reply) => {
      if (!isLoopbackRequest(request.raw) && !hasBearerToken(request.headers.authorization, metricsToken)) {
        reply.header('www-authenticate', 'Bearer')
        throw new AppError('unauthorized', 'The metrics token is missing or wrong')
      }
      const text = await metrics.text()
      return reply.header('cache-control', NO_STORE).header('content-type', metrics.registry.contentType).serializer(asIs).send(text)
    },
  )
}

function asIs(payload: unknown): string {
  return payload as string
}
