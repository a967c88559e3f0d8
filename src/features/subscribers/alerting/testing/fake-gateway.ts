import type { Gateway, ScopeReading } from '../../../../gateway/index.ts'
import { buildTestWarning, HOUR, buildTestHourlySeries, NOW } from './events.ts'

type Scope = 'hourly' | 'daily' | 'alert' | 'air' | 'marine'
type Query = Parameters<Gateway['read']>[0]
type Shortfall = NonNullable<ScopeReading<Scope>['shortfall']>

/** What a source has of a scope: how old it is in hours (null: nothing), and why that is not enough. */
export interface Cached {
  readonly hours: number | null
  readonly shortfall?: Shortfall
  readonly simulated?: boolean
  readonly available?: boolean
}

export const DATA = {
  hourly: buildTestHourlySeries(() => ({})),
  daily: { available: true, points: [] },
  air: { available: true, points: [] },
  marine: { available: true, points: [] },
  alert: { alerts: [buildTestWarning()], sources: [{ id: 'dwd', isAtPlace: true }] },
}

/** A reading of one scope. */
function readingOf(scope: Scope, { hours, shortfall = null as never, simulated = false, available = true }: Cached) {
  const record = {
    scope,
    source: 'a',
    simulated,
    available,
    fetchedAt: NOW - (hours ?? 0) * HOUR,
    timezone: 'Europe/Berlin',
    utcOffsetSeconds: 3_600,
    json: Buffer.from(JSON.stringify(DATA[scope])),
  }
  return { record: hours === null ? undefined : record, layer: 'memory', shortfall }
}

/** A gateway that answers with these readings and costs, and records the queries. */
export function createFakeGateway(
  answer: (query: Query) => { readonly scopes: Readonly<Partial<Record<Scope, Cached>>>; readonly calls?: number },
) {
  const queries: Query[] = []
  const read = async (query: Query) => {
    queries.push(query)
    const { scopes, calls = 0 } = answer(query)
    const read = Object.fromEntries(
      query.scopes.map((scope) => [scope, readingOf(scope as Scope, scopes[scope as Scope] ?? { hours: null })]),
    )
    return { scopes: read, alerts: [], cacheHit: calls === 0, tokensUsed: calls }
  }
  return { queries, read: read as unknown as Gateway['read'] }
}

/** The same of each scope. */
export const fillScopes = (cached: Cached): Readonly<Record<Scope, Cached>> => ({
  hourly: cached,
  daily: cached,
  alert: cached,
  air: cached,
  marine: cached,
})
