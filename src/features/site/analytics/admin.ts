import { formatInstant } from '@isobar/weather'
import { type Static, Type } from 'typebox'
import { registerListRoute } from '../../../admin/list-route.ts'
import { buildInvalidFieldError } from '../../../errors.ts'
import type { Foundation } from '../../../foundation.ts'
import { mapListing } from '../../../platform/http/schema/listing.ts'
import { periodFilters, parsePeriodFilter } from '../../../platform/http/schema/period-filter.ts'
import { Instant, buildNullableSchema } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { DAY_MS } from '../../../time.ts'
import { type AnalyticsSpan, createAnalyticsAdminStore, type VisitFilter } from './admin-store.ts'
import { floorToPeriod } from './days.ts'
import { EVENT_TYPES } from './event.ts'
import { createSearchStore } from './search-store.ts'
import { registerSearches } from './searches.ts'
import { type AnalyticsTables, DIMENSIONS, type RollUpPeriod } from './tables.ts'
import { createTodayStore } from './today-store.ts'
import { registerToday } from './today.ts'
import { addMissingViews, sumByType } from './totals.ts'
import { VISIT_DIMENSIONS, type VisitDimension } from './view-store.ts'

const MAX_TOP = 10
const DEFAULT_SPAN_MS = { hour: 2 * DAY_MS, day: 30 * DAY_MS }
/** Bounds the points of a series for each type of event. */
const MAX_SPAN_MS = { hour: 32 * DAY_MS, day: 400 * DAY_MS }

const NullableNumber = (description: string) => buildNullableSchema(Type.Number(), description)
const sums = {
  events: Type.Integer({ minimum: 0 }),
  visitors: Type.Integer({ minimum: 0, description: 'Unique per hour or day; summed over several' }),
  valueSum: NullableNumber('Sum of the event values, if any'),
}
const RollUpItem = Type.Object(
  {
    startsAt: { ...Instant, description: 'Start of the hour or day, UTC' },
    type: Type.String({ description: 'Event type' }),
    name: Type.String({ description: 'Event name, such as the web vital; empty: none' }),
    dimension: Type.Enum([...DIMENSIONS], {
      description: 'Those ending in _path: by day, the pages that such visits read; value and path are separated by U+001F',
    }),
    key: Type.String({ description: 'Value of the dimension; `(other)`: all beyond the most frequent' }),
    ...sums,
    valueP75: NullableNumber('75th percentile of the values'),
  },
  { title: 'AnalyticsRollUp' },
)
type RollUpItem = Static<typeof RollUpItem>

const SUMS = { events: 210, visitors: 94, valueSum: null }
const EXAMPLE: RollUpItem = {
  startsAt: '2026-11-21T00:00:00Z',
  type: 'pageview',
  name: '',
  dimension: 'path',
  key: '/',
  ...SUMS,
  valueP75: null,
}
const CHARTS = {
  properties: {
    totals: Type.Array(Type.Object({ type: Type.String(), ...sums }), { description: 'By event type, over the period' }),
    series: Type.Array(Type.Object({ startsAt: Instant, type: Type.String(), ...sums }), { description: 'By hour or day' }),
    top: Type.Array(Type.Object({ dimension: Type.String(), key: Type.String(), ...sums }), {
      description: `The ${MAX_TOP} most frequent values of each dimension, for the requested event type, by default page views`,
    }),
    vitals: Type.Array(
      Type.Object({ name: Type.String(), events: Type.Integer(), p75: NullableNumber('Weighted mean of the 75th percentiles') }),
      { description: 'Web vitals' },
    ),
  },
  example: {
    totals: [{ type: 'pageview', ...SUMS }],
    series: [{ startsAt: '2026-11-21T00:00:00Z', type: 'pageview', ...SUMS }],
    top: [{ dimension: 'path', key: '/', ...SUMS }],
    vitals: [{ name: 'LCP', events: 80, p75: 1840 }],
  },
}

const visitFilter = (name: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 256,
      pattern: '^[^\\u0000-\\u001f]*$',
      description: `By day: the charts of visits with this ${name}`,
    }),
  )
/** One of them at a time: the sums know no two values of a visit. */
const visitFilters = {
  referrer: visitFilter('referrer'),
  country: visitFilter('country'),
  device: visitFilter('device'),
  browser: visitFilter('browser'),
}
type VisitFilters = { readonly [Name in VisitDimension]?: string | undefined }

/** @throws AppError invalid_request for several, or by hour */
function findVisitFilter(query: VisitFilters & { readonly period?: RollUpPeriod }): VisitFilter | null {
  const given = VISIT_DIMENSIONS.flatMap((dimension) => {
    const key = query[dimension]
    return key === undefined ? [] : [{ dimension, key }]
  })
  const [first = null, second] = given
  if (second !== undefined) throw buildInvalidFieldError(second.dimension, `cannot be given with ${first?.dimension}`)
  if (first !== null && query.period === 'hour') throw buildInvalidFieldError(first.dimension, 'is known by day, not by hour')
  return first
}

/** GET /api/admin/analytics */
export function registerAnalyticsAdmin(app: HttpServer, { db, clock }: Pick<Foundation<AnalyticsTables>, 'db' | 'clock'>): void {
  const analytics = createAnalyticsAdminStore(db)
  const today = createTodayStore(db, clock)
  registerToday(app, today)
  registerSearches(app, createSearchStore(db), clock)
  registerListRoute(app, '/api/admin/analytics', {
    operationId: 'getAnalytics',
    tags: ['Admin: data'],
    summary: 'List site usage',
    description:
      'Events by hour (kept 90 days) or day (kept 400 days), up to about a minute ago, with totals, series and top values for charts. Default: the last 30 days, by hour the last two.',
    sorts: ['startsAt'],
    defaultSort: '-startsAt',
    filters: {
      period: Type.Optional(Type.Enum(['hour', 'day'], { description: 'Interval of the sums, default day' })),
      type: Type.Optional(Type.Enum([...EVENT_TYPES], { description: 'Only this event type' })),
      ...visitFilters,
      ...periodFilters,
    },
    item: RollUpItem,
    title: 'Analytics',
    example: EXAMPLE,
    list: (query) =>
      mapListing(analytics.list(spanOf(query, clock.now()), query.type), (row) => ({
        ...row,
        startsAt: formatInstant(row.startsAt),
        dimension: row.dimension as RollUpItem['dimension'],
      })),
    charts: {
      ...CHARTS,
      async read(query) {
        const span = spanOf(query, clock.now())
        const filter = findVisitFilter(query)
        const isOpen = query.to === undefined && (query.type ?? 'pageview') === 'pageview'
        const [summed, top, vitals, live] = await Promise.all([
          filter === null ? analytics.series(span) : analytics.visitSeries(span, filter),
          filter === null ? analytics.top(span, query.type ?? 'pageview', MAX_TOP) : analytics.visitTop(span, filter, MAX_TOP),
          analytics.vitals(span),
          isOpen ? today.countViews(filter === null ? {} : { [filter.dimension]: filter.key }) : null,
        ])
        const series = live === null || live.at < span.fromMs ? summed : addMissingViews(summed, live, span.period)
        return {
          totals: sumByType(series),
          series: series.map((point) => ({ ...point, startsAt: formatInstant(point.startsAt) })),
          top,
          vitals,
        }
      },
    },
  })
}

interface SpanQuery {
  readonly period?: RollUpPeriod
  readonly from?: string
  readonly to?: string
}

/** @throws AppError invalid_request */
function spanOf({ period = 'day', ...query }: SpanQuery, now: number): AnalyticsSpan {
  const given = parsePeriodFilter(query)
  const toMs = given.toMs ?? now + 1
  const fromMs = given.fromMs ?? floorToPeriod(period, toMs - DEFAULT_SPAN_MS[period])
  if (fromMs >= toMs) throw buildInvalidFieldError('from', 'must be before `to`')
  if (toMs - fromMs > MAX_SPAN_MS[period])
    throw buildInvalidFieldError('from', `is more than ${MAX_SPAN_MS[period] / DAY_MS} days before \`to\``)
  return { period, fromMs, toMs }
}
