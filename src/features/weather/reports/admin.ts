import { UNIT_SYSTEMS, WEATHER_SCOPES, toCell } from '@isobar/weather'
import { type Static, Type } from 'typebox'
import { getAdminContext, buildAdminRoute } from '../../../admin/access/index.ts'
import { registerListRoute } from '../../../admin/list-route.ts'
import { AppError } from '../../../errors.ts'
import type { Foundation } from '../../../foundation.ts'
import { periodFilters, parsePeriodFilter } from '../../../platform/http/schema/period-filter.ts'
import { parsePointFilter } from '../../../platform/http/schema/point-filter.ts'
import {
  buildResponseEntry,
  Coordinates,
  buildErrorResponses,
  Instant,
  Latitude,
  Longitude,
  buildNullableSchema,
} from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { DAY_MS } from '../../../time.ts'
import type { ReportAdminStore } from './admin-store.ts'
import { REPORT_FIELDS, REPORT_STATES } from './tables.ts'

const tags = ['Admin: data']
const SERIES_DAYS = 90

const State = Type.Enum([...REPORT_STATES], { description: 'open: not handled yet' })
const ReportItem = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    receivedAt: Instant,
    ...Coordinates,
    scope: Type.Enum([...WEATHER_SCOPES]),
    field: Type.Enum([...REPORT_FIELDS], { description: 'What was reported as wrong' }),
    observedValue: Type.Union([Type.Number(), Type.String(), Type.Null()], { description: 'Observed value, as sent' }),
    units: buildNullableSchema(Type.Enum([...UNIT_SYSTEMS]), 'Units of that value; null if not given'),
    comment: buildNullableSchema(Type.String()),
    shown: Type.Array(Type.Object({}, { additionalProperties: true }), {
      description: 'Weather shown at the time, in canonical units (°C, m/s, mm, hPa, m)',
    }),
    state: State,
    stateChangedAt: buildNullableSchema(Instant),
    version: Type.Integer({ minimum: 0 }),
  },
  { title: 'InaccurateReportItem' },
)
const EXAMPLE: Static<typeof ReportItem> = {
  id: '0b7e3f64-7d0c-4b5b-9a39-0c1f6b1f2f10',
  receivedAt: '2026-11-21T03:00:00Z',
  lat: 52.52,
  lon: 13.41,
  scope: 'current',
  field: 'precipitation',
  observedValue: 'heavy rain',
  units: 'metric',
  comment: 'It has been raining for an hour.',
  shown: [{ scope: 'current', source: 'openweather', fetchedAt: '2026-11-21T02:55:12Z', simulated: false, data: { precipitation: 0 } }],
  state: 'open',
  stateChangedAt: null,
  version: 1207,
}

const CHARTS = {
  properties: {
    totals: Type.Object(
      { open: Type.Integer(), resolved: Type.Integer(), dismissed: Type.Integer() },
      { description: 'All reports by state, regardless of filters' },
    ),
    series: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), reports: Type.Integer() }), {
      description: `Reports by UTC day, the last ${SERIES_DAYS} days; empty days are omitted`,
    }),
  },
  example: { totals: { open: 1, resolved: 4, dismissed: 2 }, series: [{ day: '2026-11-21', reports: 1 }] },
}

/** GET and PATCH /api/admin/reports */
export function registerReportAdmin(app: HttpServer, { clock }: Foundation, reports: ReportAdminStore): void {
  registerListRoute(app, '/api/admin/reports', {
    operationId: 'listReports',
    tags,
    summary: 'List reports of inaccurate data',
    description: 'Newest first, with totals by state and a series by day.',
    sorts: ['receivedAt'],
    defaultSort: '-receivedAt',
    filters: {
      state: Type.Optional(State),
      field: Type.Optional(Type.Enum([...REPORT_FIELDS], { description: 'Only this field' })),
      scope: Type.Optional(Type.Enum([...WEATHER_SCOPES], { description: 'Only this scope' })),
      lat: Type.Optional({ ...Latitude, examples: undefined, description: 'With lon: only of that place' }),
      lon: Type.Optional({ ...Longitude, examples: undefined, description: 'With lat: only of that place' }),
      ...periodFilters,
    },
    item: ReportItem,
    title: 'InaccurateReports',
    example: EXAMPLE,
    list(query) {
      const cell = parsePointFilter(query, toCell)
      return reports.list({ ...query, ...parsePeriodFilter(query), ...(cell && { cellId: cell.id }) })
    },
    charts: {
      ...CHARTS,
      async read() {
        const [totals, series] = await Promise.all([reports.countByState(), reports.countByDay(clock.now() - SERIES_DAYS * DAY_MS)])
        return { totals, series }
      },
    },
  })

  app.patch(
    '/api/admin/reports',
    {
      ...buildAdminRoute('editor'),
      schema: {
        operationId: 'updateReport',
        tags,
        summary: 'Resolve, dismiss or reopen a report',
        description: 'The change is recorded in the audit log.',
        body: Type.Object(
          {
            id: Type.String({ format: 'uuid' }),
            state: State,
            version: Type.Optional(Type.Integer({ minimum: 0, description: 'The version you read; an outdated one is rejected' })),
          },
          { examples: [{ id: EXAMPLE.id, state: 'resolved' }] },
        ),
        response: {
          200: buildResponseEntry(Type.Object({ report: ReportItem }), 'Changed', {
            report: { ...EXAMPLE, state: 'resolved', stateChangedAt: '2026-11-21T04:00:00Z' },
          }),
          ...buildErrorResponses(['invalid_request', 'not_found', 'conflict']),
        },
      },
    },
    async (request, reply) => {
      const report = await reports.setState(request.body, getAdminContext(request).actor, clock.now())
      if (report === undefined) throw new AppError('not_found', 'No such report')
      return reply.send({ report })
    },
  )
}
