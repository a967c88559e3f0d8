import { Type } from 'typebox'
import { buildAdminRoute } from '../../../admin/access/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import { buildErrorResponses } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { DAY_MS, toUtcDay } from '../../../time.ts'
import { MIN_VISITORS, type SearchStore } from './search-store.ts'

const MAX_LISTED = 100
const MAX_DAYS = 90

/** GET /api/admin/analytics/searches */
export function registerSearches(app: HttpServer, searches: SearchStore, clock: Clock): void {
  app.get(
    '/api/admin/analytics/searches',
    {
      ...buildAdminRoute('viewer'),
      schema: {
        operationId: 'getMissedSearches',
        tags: ['Admin: data'],
        summary: 'List searches without a result',
        description: `What visitors searched for and did not find, most frequent first. A text is stored only for days on which at least ${MIN_VISITORS} visitors typed it.`,
        querystring: Type.Object({
          days: Type.Integer({ minimum: 1, maximum: MAX_DAYS, default: 30, description: 'Number of days (UTC) until today' }),
        }),
        response: {
          200: Type.Object(
            {
              items: Type.Array(
                Type.Object({
                  text: Type.String({ description: 'Lower case, without accents' }),
                  visitors: Type.Integer({ minimum: MIN_VISITORS, description: 'Summed over the days' }),
                  days: Type.Integer({ minimum: 1, description: 'Days on which enough visitors typed it' }),
                  lastDay: Type.String({ format: 'date' }),
                }),
                { maxItems: MAX_LISTED },
              ),
            },
            {
              title: 'MissedSearches',
              description: `At most ${MAX_LISTED}`,
              examples: [{ items: [{ text: 'sw1a 1aa', visitors: 31, days: 4, lastDay: '2026-11-21' }] }],
            },
          ),
          ...buildErrorResponses(['invalid_request']),
        },
      },
    },
    async ({ query: { days } }) => ({ items: [...(await searches.list(toUtcDay(clock.now() - (days - 1) * DAY_MS), MAX_LISTED))] }),
  )
}
