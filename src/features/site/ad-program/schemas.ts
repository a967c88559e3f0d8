import { type Static, Type } from 'typebox'
import { Instant, buildNullableSchema } from '../../../platform/http/schema/schemas.ts'
import { PROBLEMS } from './failure.ts'
import { RANGES } from './ranges.ts'

export const RangeQuery = Type.Object({
  range: Type.Optional(
    Type.Enum([...RANGES], {
      description: 'The last 7 or 30 days including today (default 30d), or the month to date',
      examples: ['7d'],
    }),
  ),
})

/** Other parameters of the ad program are ignored. */
export const CallbackQuery = Type.Object({
  state: Type.String({ minLength: 1, maxLength: 200, description: 'The state parameter that was sent', examples: ['q0f3bV1kZ6m9'] }),
  code: Type.Optional(Type.String({ minLength: 1, maxLength: 2_048, description: 'Authorization code' })),
  error: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Why there is no code: `access_denied`' })),
  iss: Type.Optional(Type.String({ maxLength: 500, description: 'Issuer (RFC 9207)' })),
})

export const Connection = Type.Object(
  {
    status: Type.Enum(['not_configured', 'disabled', 'disconnected', 'connected'], {
      description: 'disabled: switched off in the back office; disconnected: access was never granted or was revoked (see problem)',
    }),
    account: buildNullableSchema(Type.String(), 'The account of the ad program'),
    connectedAt: buildNullableSchema(Instant, 'When access was granted'),
    connectedBy: buildNullableSchema(Type.String(), 'Who granted access'),
    syncedAt: buildNullableSchema(Instant, 'Time of the last sync; null: never'),
    ageSeconds: buildNullableSchema(Type.Integer({ minimum: 0 }), 'The age of the figures'),
    stale: Type.Boolean({ description: 'Whether the figures are older than an hour or missing' }),
    syncing: Type.Boolean({ description: 'Whether a sync is running' }),
    problem: buildNullableSchema(
      Type.Object({
        code: Type.Enum([...PROBLEMS], { description: 'What went wrong' }),
        message: Type.String({ description: 'The same as text' }),
        at: Instant,
        retryAt: buildNullableSchema(Instant, 'When the next automatic retry is due; it runs when the report is requested'),
      }),
      'Why the last sync failed; null: it succeeded',
    ),
    simulated: Type.Boolean({ description: 'Whether the figures come from a simulator' }),
  },
  { title: 'AdProgramConnection' },
)
export type Connection = Static<typeof Connection>

const figures = {
  earnings: Type.Number({ description: 'Estimated, in `currency`' }),
  pageViews: Type.Integer({ minimum: 0 }),
  adRequests: Type.Integer({ minimum: 0 }),
  impressions: Type.Integer({ minimum: 0 }),
  clicks: Type.Integer({ minimum: 0 }),
}

export const EarningsAnswer = Type.Object(
  {
    range: Type.Enum([...RANGES]),
    from: Type.String({ format: 'date', description: 'First day' }),
    to: Type.String({ format: 'date', description: 'Last day; days follow the time zone of the account' }),
    connection: Connection,
    currency: buildNullableSchema(Type.String(), 'ISO 4217'),
    totals: Type.Object(figures),
    days: Type.Array(Type.Object({ date: Type.String({ format: 'date' }), ...figures }), {
      description: 'In order; days without data are omitted',
    }),
    slots: Type.Array(
      Type.Object({
        slotId: Type.String({ description: '`unknown`: no slot' }),
        placement: buildNullableSchema(Type.String(), 'Placement of the slot; null: none on this site'),
        ...figures,
      }),
      { description: 'At most 250, highest earnings first' },
    ),
    countries: Type.Array(Type.Object({ country: Type.String({ description: 'ISO 3166 alpha-2, or `unknown`' }), ...figures }), {
      description: 'At most 250, highest earnings first',
    }),
  },
  { title: 'AdEarnings' },
)
export type EarningsAnswer = Static<typeof EarningsAnswer>

export const ConnectionAnswer = Type.Object({ connection: Connection })
export const EndedAnswer = Type.Object({
  disconnected: Type.Boolean({ description: 'Whether there was anything to disconnect' }),
  revoked: Type.Boolean({ description: 'Whether the ad program revoked access; false: revoke it in the account itself' }),
  connection: Connection,
})

export const CONNECTION_EXAMPLE: Connection = {
  status: 'connected',
  account: 'accounts/pub-1234567890123456',
  connectedAt: '2026-11-20T09:00:00.000Z',
  connectedBy: 'ada@example.org',
  syncedAt: '2026-11-21T02:30:00.000Z',
  ageSeconds: 1_800,
  stale: false,
  syncing: false,
  problem: null,
  simulated: false,
}

const FIGURES_EXAMPLE = { earnings: 12.34, pageViews: 5_210, adRequests: 9_800, impressions: 8_750, clicks: 41 }

export const EARNINGS_EXAMPLE: EarningsAnswer = {
  range: '7d',
  from: '2026-11-15',
  to: '2026-11-21',
  connection: CONNECTION_EXAMPLE,
  currency: 'EUR',
  totals: FIGURES_EXAMPLE,
  days: [{ date: '2026-11-20', ...FIGURES_EXAMPLE }],
  slots: [{ slotId: '1234567890', placement: 'dashboard', ...FIGURES_EXAMPLE }],
  countries: [{ country: 'DE', ...FIGURES_EXAMPLE }],
}
