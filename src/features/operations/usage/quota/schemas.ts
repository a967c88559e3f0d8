import { Type } from 'typebox'
import { BUDGET_STATUSES } from '../../../../gateway/index.ts'
import { Instant } from '../../../../platform/http/schema/schemas.ts'

const Window = Type.Object({
  freshSeconds: Type.Integer({ description: 'Data younger than this is fresh' }),
  staleSeconds: Type.Integer({ description: 'Until this age data is served and refreshed in the background' }),
})

export const LimitsAnswer = Type.Object(
  {
    upstream: Type.Object(
      {
        status: Type.Enum([...BUDGET_STATUSES], {
          description: 'warning from 80 %; soft_block from 95 %: only requests someone is waiting for; hard_block: no calls',
        }),
        percentUsed: Type.Number({ minimum: 0, maximum: 100, description: 'With one decimal' }),
        remaining: Type.Integer({ minimum: 0, description: 'Provider calls' }),
        resetsAt: Instant,
      },
      { description: 'Budget of the primary weather provider' },
    ),
    requests: Type.Array(
      Type.Object({
        name: Type.String({ description: 'As in the RateLimit headers' }),
        route: Type.String(),
        limit: Type.Integer({ description: 'Requests per window and client address' }),
        windowSeconds: Type.Integer(),
      }),
      { description: 'Routes without a limit are omitted' },
    ),
    shares: Type.Array(
      Type.Object({
        name: Type.String({ description: 'As in the RateLimit headers of a response rejected by this limit' }),
        product: Type.String({ description: 'Whose calls it counts: the provider and its product' }),
        limit: Type.Integer({ description: 'Provider calls per window that one client address may cause' }),
        windowSeconds: Type.Integer(),
      }),
      {
        description:
          'upstream and upstream-day: weather, of each provider; upstream-geocode: place names; upstream-tiles: map tiles. Beyond its share, an address gets cached data, then the next provider, then 429. Shares without a limit are omitted',
      },
    ),
    batch: Type.Object({ maxCities: Type.Integer(), maxScopes: Type.Integer() }),
    subscriptions: Type.Object({ maxPerEmail: Type.Integer(), maxPerClient: Type.Integer() }, { description: 'Active subscriptions' }),
    scopes: Type.Object(
      { current: Window, hourly: Window, daily: Window, minutely: Window, alert: Window },
      { description: 'Age limits of the data' },
    ),
  },
  { title: 'Limits', description: 'Limits and remaining quota' },
)

export const LIMITS_EXAMPLE = {
  upstream: { status: 'ok', percentUsed: 12.4, remaining: 876, resetsAt: '2026-11-22T00:00:00Z' },
  requests: [
    { name: 'weather', route: 'GET /api/weather', limit: 120, windowSeconds: 60 },
    { name: 'batch', route: 'POST /api/weather/batch', limit: 20, windowSeconds: 60 },
  ],
  shares: [
    { name: 'upstream', product: 'openweather/onecall', limit: 20, windowSeconds: 60 },
    { name: 'upstream-day', product: 'openweather/onecall', limit: 100, windowSeconds: 86_400 },
  ],
  batch: { maxCities: 50, maxScopes: 6 },
  subscriptions: { maxPerEmail: 20, maxPerClient: 100 },
  scopes: {
    current: { freshSeconds: 600, staleSeconds: 7_200 },
    hourly: { freshSeconds: 1_800, staleSeconds: 21_600 },
    daily: { freshSeconds: 7_200, staleSeconds: 86_400 },
    minutely: { freshSeconds: 300, staleSeconds: 1_800 },
    alert: { freshSeconds: 300, staleSeconds: 3_600 },
  },
}
