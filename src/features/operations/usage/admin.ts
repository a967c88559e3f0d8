import { adminRoute } from '../../../admin/access/index.ts'
import { errorResponses } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { DEFAULT_DAYS, daysQuery, USAGE_EXAMPLE, UsageAnswer, usageAnswer } from './schemas.ts'
import type { UsageService } from './service.ts'

/** GET /api/admin/usage */
export function registerUsageAdmin(app: HttpServer, { usage }: { readonly usage: Pick<UsageService, 'report'> }): void {
  app.get(
    '/api/admin/usage',
    {
      ...adminRoute('viewer'),
      schema: {
        operationId: 'getUsage',
        tags: ['Admin: configuration'],
        summary: 'Get provider and cache usage',
        description: 'Exact except for responses of other nodes within the last second. Days are UTC, as in the budget.',
        querystring: daysQuery(DEFAULT_DAYS),
        response: { 200: { ...UsageAnswer, examples: [USAGE_EXAMPLE] }, ...errorResponses(['invalid_request']) },
      },
    },
    async ({ query }) => usageAnswer(await usage.report(query.days ?? DEFAULT_DAYS)),
  )
}
