import { formatInstant } from '@isobar/weather'
import { Type } from 'typebox'
import { buildAdminRoute } from '../../../admin/access/index.ts'
import { buildErrorResponses, Instant, buildNullableSchema } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import type { TodayStore } from './today-store.ts'
import { TODAY_FILTERS } from './view-store.ts'

const Count = Type.Integer({ minimum: 0 })
const Views = Type.Object({ views: Count, visitors: Count })
const filter = Type.Optional(
  Type.String({ minLength: 1, maxLength: 256, pattern: '^[^\\u0000]*$', description: 'Only page views with this value' }),
)

const Today = Type.Object(
  {
    at: Instant,
    live: { ...Views, description: 'The last five minutes' },
    today: { ...Views, description: 'Since midnight, UTC' },
    yesterday: { ...Views, description: 'The day before, up to the same time' },
    hours: Type.Array(Type.Object({ startsAt: Instant, views: buildNullableSchema(Count, 'Null: yet to come'), yesterday: Count })),
    minutes: Type.Array(Type.Object({ startsAt: Instant, views: Count }), { description: 'The last hour' }),
    top: Type.Array(Type.Object({ dimension: Type.Enum([...TODAY_FILTERS, 'entry']), key: Type.String(), views: Count }), {
      description: 'The ten most frequent values today; `entry`: the first page of each visitor',
    }),
  },
  { title: 'AnalyticsToday', description: 'Page views up to about a second ago' },
)
const EXAMPLE = {
  at: '2026-11-21T13:05:00Z',
  live: { views: 12, visitors: 9 },
  today: { views: 640, visitors: 212 },
  yesterday: { views: 580, visitors: 190 },
  hours: [{ startsAt: '2026-11-21T00:00:00Z', views: 20, yesterday: 18 }],
  minutes: [{ startsAt: '2026-11-21T13:05:00Z', views: 2 }],
  top: [{ dimension: 'country' as (typeof TODAY_FILTERS)[number] | 'entry', key: 'DE', views: 410 }],
}

/** GET /api/admin/analytics/today */
export function registerToday(app: HttpServer, today: TodayStore): void {
  app.get(
    '/api/admin/analytics/today',
    {
      ...buildAdminRoute('viewer'),
      schema: {
        operationId: 'getAnalyticsToday',
        tags: ['Admin: data'],
        summary: 'Get site usage now and today',
        description: 'From the page views themselves, so they can be narrowed down by several values at once.',
        querystring: Type.Object({ path: filter, referrer: filter, country: filter, device: filter, browser: filter }),
        response: { 200: { ...Today, examples: [EXAMPLE] }, ...buildErrorResponses(['invalid_request']) },
      },
    },
    async (request) => {
      const { now, hours, minutes, top, ...views } = await today.read(request.query)
      return {
        ...views,
        at: formatInstant(now),
        hours: hours.map(({ at, ...rest }) => ({ startsAt: formatInstant(at), ...rest })),
        minutes: minutes.map(({ at, views: of }) => ({ startsAt: formatInstant(at), views: of })),
        top: top.map((line) => ({ ...line, dimension: line.dimension as (typeof EXAMPLE)['top'][0]['dimension'] })),
      }
    },
  )
}
