import { adminRoute } from '../../../../admin/access/index.ts'
import { errorResponses } from '../../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../../platform/http/server/http-server.ts'
import { daysQuery } from '../schemas.ts'
import { SOURCES_EXAMPLE, SourcesAnswer, sourcesAnswer } from './schemas.ts'
import type { SourceUsageService } from './service.ts'

const DEFAULT_DAYS = 14

/** GET /api/admin/usage/sources */
export function registerSourceUsage(app: HttpServer, { sources }: { readonly sources: SourceUsageService }): void {
  app.get(
    '/api/admin/usage/sources',
    {
      ...adminRoute('viewer'),
      schema: {
        operationId: 'getSourceUsage',
        tags: ['Admin: configuration'],
        summary: 'Get calls, latency and limits of each provider',
        description: 'From the ledger of calls. Days are UTC, as in the budget. Providers that were not called are listed, too.',
        querystring: daysQuery(DEFAULT_DAYS),
        response: { 200: { ...SourcesAnswer, examples: [SOURCES_EXAMPLE] }, ...errorResponses(['invalid_request']) },
      },
    },
    async ({ query }) => sourcesAnswer(await sources.report(query.days ?? DEFAULT_DAYS)),
  )
}
