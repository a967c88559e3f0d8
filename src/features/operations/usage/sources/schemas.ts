import { type Static, Type } from 'typebox'
import { BUDGET_STATUSES } from '../../../../gateway/index.ts'
import { Instant, buildNullableSchema } from '../../../../platform/http/schema/schemas.ts'

const Latency = buildNullableSchema(
  Type.Object({ medianMs: Type.Number({ minimum: 0 }), p95Ms: Type.Number({ minimum: 0 }) }, { title: 'CallLatency' }),
  'Duration of the calls: half of them, and 95 of 100, took no longer. To within a tenth; null if none is known',
)

const figures = {
  calls: Type.Integer({ minimum: 0, description: 'Calls, including failed ones' }),
  failed: Type.Integer({ minimum: 0, description: 'Calls with a known outcome other than ok' }),
  latency: Latency,
}

const cost = Type.Number({
  minimum: 0,
  description: 'Calls to all products, with the weights of their providers: what the day cost. Prices are not known',
})

const Day = Type.Object({
  day: Type.String({ format: 'date' }),
  ...figures,
  charged: Type.Number({
    minimum: 0,
    description:
      'Calls to the main account, the first of `budgets`, with the weights of the provider: what it may bill. Prices are not known',
  }),
  cost,
})

const Window = Type.Object({
  windowSeconds: Type.Integer({ description: '60: a minute; 3600: an hour; 86400: a day (UTC); 2678400: a calendar month (UTC)' }),
  limit: Type.Number({ description: 'Weighted calls' }),
  used: Type.Number({ minimum: 0 }),
  status: Type.Enum([...BUDGET_STATUSES]),
  resetsAt: Instant,
  setting: buildNullableSchema(Type.String(), 'The setting of the provider in /api/admin/connections that changes it'),
  variable: buildNullableSchema(
    Type.String(),
    'The variable of the environment that states it. With neither, the limit is in the terms of the provider',
  ),
  isStored: Type.Boolean({ description: 'Whether it is set in the back office, which goes before the environment' }),
})

const Source = Type.Object(
  {
    id: Type.String({ description: 'Provider id' }),
    name: Type.String(),
    ...figures,
    days: Type.Array(Day, { description: 'Oldest first, without gaps' }),
    products: Type.Array(Type.Object({ product: Type.String(), ...figures })),
    budgets: Type.Array(
      Type.Object({
        account: Type.String(),
        products: Type.Array(Type.String(), { description: 'Products that use it together' }),
        windows: Type.Array(Window),
      }),
      { description: 'The limits of each account, longest first, and what is used of them now. Accounts without a limit are omitted' },
    ),
  },
  { title: 'SourceUsage' },
)

export const SourcesAnswer = Type.Object(
  {
    from: Type.String({ format: 'date', description: 'First day (UTC)' }),
    to: Type.String({ format: 'date', description: 'Last day: today' }),
    days: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), cost }), {
      description: 'Over all providers, oldest first, without gaps',
    }),
    items: Type.Array(Source),
  },
  { title: 'SourcesUsage' },
)
export type SourcesAnswer = Static<typeof SourcesAnswer>
export type SourceUsage = SourcesAnswer['items'][number]

const SOME_CALLS = { calls: 420, failed: 3, latency: { medianMs: 143, p95Ms: 428 } }

export const SOURCES_EXAMPLE: SourcesAnswer = {
  from: '2026-11-21',
  to: '2026-11-21',
  days: [{ day: '2026-11-21', cost: 455.5 }],
  items: [
    {
      id: 'open-meteo',
      name: 'Open-Meteo',
      ...SOME_CALLS,
      days: [{ day: '2026-11-21', ...SOME_CALLS, charged: 441.5, cost: 455.5 }],
      products: [{ product: 'open-meteo/forecast', ...SOME_CALLS }],
      budgets: [
        {
          account: 'open-meteo/forecast',
          products: ['open-meteo/forecast', 'open-meteo/air-quality'],
          windows: [
            {
              windowSeconds: 86_400,
              limit: 10_000,
              used: 441.5,
              status: 'ok',
              resetsAt: '2026-11-22T00:00:00Z',
              setting: 'dailyLimit',
              variable: 'OPEN_METEO_DAILY_LIMIT',
              isStored: false,
            },
          ],
        },
      ],
    },
  ],
}
