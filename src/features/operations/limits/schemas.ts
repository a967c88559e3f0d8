import { Type } from 'typebox'
import { Instant } from '../../../platform/http/schemas.ts'

const Window = Type.Object({
  freshSeconds: Type.Integer({ description: 'Younger data is answered at once' }),
  staleSeconds: Type.Integer({ description: 'Until this age it is answered at once too, and refreshed' }),
})

export const LimitsAnswer = Type.Object(
  {
    upstream: Type.Object(
      {
        status: Type.Enum(['ok', 'warning', 'soft_block', 'hard_block'], {
          description: 'warning from 80 %; soft_block from 95 %: only people waiting for an answer spend; hard_block: nobody does',
        }),
        percentUsed: Type.Number({ minimum: 0, maximum: 100, description: 'One decimal' }),
        remaining: Type.Integer({ minimum: 0, description: 'Provider calls' }),
        resetsAt: Instant,
      },
      { description: 'The budget of the primary weather provider' },
    ),
    requests: Type.Array(
      Type.Object({
        name: Type.String({ description: 'As in the RateLimit headers' }),
        route: Type.String(),
        limit: Type.Integer({ description: 'Requests per window and address' }),
        windowSeconds: Type.Integer(),
      }),
      { description: 'Routes without a limit are left out' },
    ),
    shares: Type.Array(
      Type.Object({
        name: Type.String({ description: 'As in the RateLimit headers of an answer that this limit has refused' }),
        limit: Type.Integer({ description: 'Provider calls per window that the requests of one address may cause' }),
        windowSeconds: Type.Integer(),
      }),
      {
        description:
          'upstream and upstream-day: the primary weather provider; upstream-geocode: place names; upstream-tiles: map tiles; upstream-second and upstream-second-day: the second weather provider. Beyond its share an address gets what is known, then the next provider, then 429. Shares without a limit are left out',
      },
    ),
    batch: Type.Object({ maxCities: Type.Integer(), maxScopes: Type.Integer() }),
    subscriptions: Type.Object({ maxPerEmail: Type.Integer(), maxPerClient: Type.Integer() }, { description: 'Active ones' }),
    scopes: Type.Object(
      { current: Window, hourly: Window, daily: Window, minutely: Window, alert: Window },
      { description: 'How old data may be' },
    ),
  },
  { title: 'Limits', description: 'What the service allows, and what is left of it' },
)

export const LIMITS_EXAMPLE = {
  upstream: { status: 'ok', percentUsed: 12.4, remaining: 876, resetsAt: '2026-11-22T00:00:00Z' },
  requests: [
    { name: 'weather', route: 'GET /api/weather', limit: 120, windowSeconds: 60 },
    { name: 'batch', route: 'POST /api/weather/batch', limit: 20, windowSeconds: 60 },
  ],
  shares: [
    { name: 'upstream', limit: 20, windowSeconds: 60 },
    { name: 'upstream-day', limit: 100, windowSeconds: 86_400 },
  ],
  batch: { maxCities: 50, maxScopes: 4 },
  subscriptions: { maxPerEmail: 20, maxPerClient: 100 },
  scopes: {
    current: { freshSeconds: 600, staleSeconds: 7_200 },
    hourly: { freshSeconds: 1_800, staleSeconds: 21_600 },
    daily: { freshSeconds: 7_200, staleSeconds: 86_400 },
    minutely: { freshSeconds: 300, staleSeconds: 1_800 },
    alert: { freshSeconds: 300, staleSeconds: 3_600 },
  },
}
