import { type Static, Type } from 'typebox'
import { Instant, nullable } from '../../../platform/http/schemas.ts'
import { cellFromId } from '../../../domain/cell.ts'
import { formatInstant } from '../../../domain/instant.ts'
import type { LedgerCall } from './read-store.ts'
import { type PeriodTotals, providerOf } from './report.ts'
import type { BudgetUse, UsageReport } from './service.ts'

export const MAX_DAYS = 90
export const DEFAULT_DAYS = 30

const Count = (description: string) => Type.Integer({ minimum: 0, description })
const NullableCount = (description: string) => nullable(Type.Integer({ minimum: 0 }), description)
const NullableText = (description: string) => nullable(Type.String(), description)
const NullableNumber = (description: string) => nullable(Type.Number(), description)

const calls = {
  calls: Count('Calls to providers, failed ones included'),
  failed: Count('Those whose outcome is known and not ok'),
  weight: Type.Number({ minimum: 0, description: 'The same as the providers weigh them' }),
  budgetCalls: Count('Those that the daily budget paid'),
}
const cache = {
  memory: Count("Weather answers from a process's memory"),
  database: Count('Those from the shared second level'),
  upstream: Count('Those that waited for a provider'),
  hitRate: nullable(Type.Number({ minimum: 0, maximum: 1 }), 'Share that waited for none; null without answers'),
}

const BudgetWindow = Type.Object(
  {
    used: Type.Number({ minimum: 0 }),
    limit: NullableNumber('Null: none'),
    remaining: NullableNumber('Null: without a limit'),
    status: Type.Enum(['ok', 'warning', 'soft_block', 'hard_block']),
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
    trigger: NullableText('As the request stated it'),
    scope: Type.String({ description: 'What was asked for; `several` for a job, which reads hours, days and alerts together' }),
    lat: NullableNumber('Of the grid cell'),
    lon: NullableNumber('Of the grid cell'),
    outcome: NullableText('ok, or why it failed; null while it is under way'),
    status: NullableCount('Of the answer'),
    durationMs: NullableCount('Milliseconds'),
    requestId: NullableText('The same as in the log'),
  },
  { title: 'UpstreamCall' },
)

const Product = Type.Object({ product: Type.String(), ...calls })

export const UsageAnswer = Type.Object(
  {
    today: BudgetWindow,
    perMinute: BudgetWindow,
    from: Type.String({ format: 'date', description: 'The first day (UTC) of the sums' }),
    to: Type.String({ format: 'date', description: 'The last one: today' }),
    totals: Type.Object(calls),
    byProvider: Type.Array(Type.Object({ provider: Type.String(), ...calls, products: Type.Array(Product) })),
    byScope: Type.Array(Type.Object({ scope: Type.String(), ...calls })),
    byTrigger: Type.Array(Type.Object({ trigger: Type.String(), ...calls }), { description: 'Beyond 100 they are `(other)`' }),
    byCause: Type.Array(Type.Object({ cause: Type.String(), ...calls })),
    cache: Type.Object({ ...cache, byScope: Type.Array(Type.Object({ scope: Type.String(), ...cache })) }),
    days: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), ...calls, ...cache }), {
      description: 'The oldest first, none left out',
    }),
    hours: Type.Array(Type.Object({ hour: Instant, ...calls, ...cache }), { description: 'The last 24, the oldest first' }),
    recentCalls: Type.Array(CallItem, { description: 'The newest 50, the newest first' }),
  },
  { title: 'Usage' },
)
export type UsageAnswer = Static<typeof UsageAnswer>

export function usageAnswer(report: UsageReport): UsageAnswer {
  const days = report.days.map(({ startsAt, ...totals }) => ({ day: formatInstant(startsAt).slice(0, 10), ...totals }))
  return {
    today: budgetWindow(report.today),
    perMinute: budgetWindow(report.perMinute),
    from: days[0]?.day ?? '',
    to: days.at(-1)?.day ?? '',
    totals: report.totals,
    byProvider: report.byProvider.map(({ products, ...provider }) => ({ ...provider, products: [...products] })),
    byScope: [...report.byScope],
    byTrigger: [...report.byTrigger],
    byCause: [...report.byCause],
    cache: { ...report.cache, byScope: [...report.cache.byScope] },
    days,
    hours: report.hours.map(hourItem),
    recentCalls: report.recentCalls.map(callItem),
  }
}

function budgetWindow({ resetsAt, ...use }: BudgetUse): UsageAnswer['today'] {
  return { ...use, resetsAt: formatInstant(resetsAt) }
}

function hourItem({ startsAt, ...totals }: PeriodTotals): UsageAnswer['hours'][number] {
  return { hour: formatInstant(startsAt), ...totals }
}

function callItem({ id, startedAt, product, cellId, ...call }: LedgerCall): UsageAnswer['recentCalls'][number] {
  const { lat, lon } = cellId === null ? { lat: null, lon: null } : cellFromId(cellId)
  return { id: String(id), startedAt: formatInstant(startedAt), provider: providerOf(product), product, lat, lon, ...call }
}

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
