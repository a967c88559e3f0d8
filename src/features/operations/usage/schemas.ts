import { formatInstant } from '@isobar/weather'
import { type Static, Type } from 'typebox'
import { BUDGET_STATUSES } from '../../../gateway/index.ts'
import { Instant, buildNullableSchema } from '../../../platform/http/schema/schemas.ts'

const MAX_DAYS = 90
export const DEFAULT_DAYS = 30

/** The query of a report of the last days. */
export const buildDaysQuerySchema = (defaultDays: number) =>
  Type.Object({
    days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_DAYS, description: `Number of days including today; default ${defaultDays}` }),
    ),
  })

/** `2026-11-21`, of an instant (epoch milliseconds). */
export const formatReportDay = (epochMs: number): string => formatInstant(epochMs).slice(0, 10)

const Count = (description: string) => Type.Integer({ minimum: 0, description })
const NullableCount = (description: string) => buildNullableSchema(Type.Integer({ minimum: 0 }), description)
const NullableText = (description: string) => buildNullableSchema(Type.String(), description)
const NullableNumber = (description: string) => buildNullableSchema(Type.Number(), description)

const calls = {
  calls: Count('Provider calls, including failed ones'),
  failed: Count('Calls with a known outcome other than ok'),
  weight: Type.Number({ minimum: 0, description: 'Calls with the weights of the providers' }),
  budgetCalls: Count('Calls charged to the daily budget'),
}
const cache = {
  memory: Count('Weather responses from memory'),
  database: Count('Weather responses from the shared second level'),
  upstream: Count('Weather responses that waited for a provider'),
  hitRate: buildNullableSchema(Type.Number({ minimum: 0, maximum: 1 }), 'Share that did not wait for a provider; null without responses'),
}

const BudgetWindow = Type.Object(
  {
    used: Type.Number({ minimum: 0 }),
    limit: NullableNumber('Null: no limit'),
    remaining: NullableNumber('Null: no limit'),
    status: Type.Enum([...BUDGET_STATUSES]),
    resetsAt: Instant,
  },
  { title: 'BudgetWindow' },
)

const CallItem = Type.Object(
  {
    id: Type.String(),
    startedAt: Instant,
    provider: Type.String(),
    product: Type.String(),
    weight: Type.Number(),
    cause: Type.String({ description: 'request, refresh, job, admin, tile or geocode' }),
    trigger: NullableText('As given in the request'),
    scope: Type.String({ description: 'Requested scope; `several` for jobs, which read hours, days and alerts together' }),
    lat: NullableNumber('Of the grid cell'),
    lon: NullableNumber('Of the grid cell'),
    outcome: NullableText('ok, or the reason of the failure; null while in progress'),
    status: NullableCount('HTTP status of the response'),
    durationMs: NullableCount('Milliseconds'),
    requestId: NullableText('Request ID as in the log'),
  },
  { title: 'UpstreamCall' },
)

const Product = Type.Object({ product: Type.String(), ...calls })

export const UsageAnswer = Type.Object(
  {
    today: BudgetWindow,
    perMinute: BudgetWindow,
    from: Type.String({ format: 'date', description: 'First day (UTC) of the totals' }),
    to: Type.String({ format: 'date', description: 'Last day: today' }),
    totals: Type.Object(calls),
    byProvider: Type.Array(Type.Object({ provider: Type.String(), ...calls, products: Type.Array(Product) })),
    byScope: Type.Array(Type.Object({ scope: Type.String(), ...calls })),
    byTrigger: Type.Array(Type.Object({ trigger: Type.String(), ...calls }), { description: 'Beyond 100: `(other)`' }),
    byCause: Type.Array(Type.Object({ cause: Type.String(), ...calls })),
    cache: Type.Object({ ...cache, byScope: Type.Array(Type.Object({ scope: Type.String(), ...cache })) }),
    days: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), ...calls, ...cache }), {
      description: 'Oldest first, without gaps',
    }),
    hours: Type.Array(Type.Object({ hour: Instant, ...calls, ...cache }), { description: 'The last 24, oldest first' }),
    recentCalls: Type.Array(CallItem, { description: 'The newest 50, newest first' }),
  },
  { title: 'Usage' },
)
export type UsageAnswer = Static<typeof UsageAnswer>

/** Counts of calls to providers. */
export type CallTotals = UsageAnswer['totals']
/** Weather answers by source. */
export type CacheTotals = Omit<UsageAnswer['cache'], 'byScope'>

const SOME_CALLS = { calls: 42, failed: 1, weight: 42, budgetCalls: 40 }
const SOME_ANSWERS = { memory: 900, database: 60, upstream: 40, hitRate: 0.96 }

export const USAGE_EXAMPLE: UsageAnswer = {
  today: { used: 40, limit: 1_000, remaining: 960, status: 'ok', resetsAt: '2026-11-22T00:00:00Z' },
  perMinute: { used: 2, limit: 60, remaining: 58, status: 'ok', resetsAt: '2026-11-21T03:01:00Z' },
  from: '2026-11-21',
  to: '2026-11-21',
  totals: SOME_CALLS,
  byProvider: [{ provider: 'openweather', ...SOME_CALLS, products: [{ product: 'openweather/onecall', ...SOME_CALLS }] }],
  byScope: [{ scope: 'current', ...SOME_CALLS }],
  byTrigger: [{ trigger: 'dashboard_load', ...SOME_CALLS }],
  byCause: [{ cause: 'request', ...SOME_CALLS }],
  cache: { ...SOME_ANSWERS, byScope: [{ scope: 'current', ...SOME_ANSWERS }] },
  days: [{ day: '2026-11-21', ...SOME_CALLS, ...SOME_ANSWERS }],
  hours: [{ hour: '2026-11-21T03:00:00Z', ...SOME_CALLS, ...SOME_ANSWERS }],
  recentCalls: [
    {
      id: '4711',
      startedAt: '2026-11-21T03:00:12Z',
      provider: 'openweather',
      product: 'openweather/onecall',
      weight: 1,
      cause: 'request',
      trigger: 'dashboard_load',
      scope: 'current',
      lat: 52.52,
      lon: 13.41,
      outcome: 'ok',
      status: 200,
      durationMs: 143,
      requestId: '5d3a1f7e-2f0e-4a57-9d53-5f3f0d1a7c11',
    },
  ],
}
