import type { Foundation } from '../../../foundation.ts'
import { NO_STORE } from '../../../platform/http/bytes/cache-control.ts'
import { createRateLimitHook } from '../../../platform/http/limits/rate-limit-hook.ts'
import { buildResponseEntry, buildErrorResponses } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { REPORT_EXAMPLES, ReportBody, ReportReceipt } from './schemas.ts'
import type { ReportService } from './service.ts'

/** POST /api/weather/inaccurate-report */
export function registerReports(app: HttpServer, { limiter }: Foundation, reports: ReportService): void {
  app.post(
    '/api/weather/inaccurate-report',
    {
      bodyLimit: 16 * 1024,
      schema: {
        operationId: 'reportInaccurateWeather',
        tags: ['Weather'],
        summary: 'Report inaccurate weather',
        description: 'Stored together with the weather shown for that place, for review by the operators. Costs no provider call.',
        body: { ...ReportBody, examples: REPORT_EXAMPLES },
        response: {
          202: buildResponseEntry(ReportReceipt, 'Report stored', {
            reportId: '0b7e3f64-7d0c-4b5b-9a39-0c1f6b1f2f10',
            receivedAt: '2026-11-21T03:00:00Z',
          }),
          ...buildErrorResponses(['invalid_request', 'rate_limited', 'service_unavailable']),
        },
      },
      onRequest: createRateLimitHook(limiter, 'report'),
    },
    async (request, reply) =>
      reply
        .code(202)
        .header('cache-control', NO_STORE)
        .send(await reports.receive(request.body)),
  )
}
