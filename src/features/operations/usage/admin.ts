import { buildAdminRoute } from '../../../admin/access/index.ts'
import { buildErrorResponses } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { DEFAULT_DAYS, buildDaysQuerySchema, USAGE_EXAMPLE, UsageAnswer } from './schemas.ts'
import type { UsageService } from './service.ts'
import { SOURCES_EXAMPLE, SourcesAnswer } from './sources/schemas.ts'

interface UsageRoutes {
  readonly usage: Pick<UsageService, 'report'>
  readonly sources: { report(days: number): Promise<SourcesAnswer> }
}

const tags = ['Admin: configuration']
const DEFAULT_SOURCE_DAYS = 14

/** GET /api/admin/usage and /api/admin/usage/sources */
export function registerUsageAdmin(app: HttpServer, { usage, sources }: UsageRoutes): void {
  app.get(
    '/api/admin/usage',
    {
      ...buildAdminRoute('viewer'),
      schema: {
        operationId: 'getUsage',
        tags,
        summary: 'Get provider and cache usage',
        description: 'Exact except for responses of other nodes within the last second. Days are UTC, as in the budget.',
        querystring: buildDaysQuerySchema(DEFAULT_DAYS),
        response: { 200: { ...UsageAnswer, examples: [USAGE_EXAMPLE] }, ...buildErrorResponses(['invalid_request']) },
      },
    },
    ({ query }) => usage.report(query.days ?? DEFAULT_DAYS),
  )

  app.get(
    '/api/admin/usage/sources',
    {
      ...buildAdminRoute('viewer'),
      schema: {
        operationId: 'getSourceUsage',
        tags,
        summary: 'Get calls, latency and limits of each provider',
        description: 'From the ledger of calls. Days are UTC, as in the budget. Providers that were not called are listed, too.',
        querystring: buildDaysQuerySchema(DEFAULT_SOURCE_DAYS),
        response: { 200: { ...SourcesAnswer, examples: [SOURCES_EXAMPLE] }, ...buildErrorResponses(['invalid_request']) },
      },
    },
    ({ query }) => sources.report(query.days ?? DEFAULT_SOURCE_DAYS),
  )
}
