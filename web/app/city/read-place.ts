import type { Point } from '@isobar/weather'
import type { ScopeResults } from '../../../packages/client/src/api.ts'
import type { Language } from '../../../src/messages/languages.ts'
import { type Api, ApiFailure } from '../api/ask.ts'
import type { Units } from '../visit/preferences.ts'
import type { Current, PlaceWeather, Scope, Scoped } from './weather.ts'

interface Wanted {
  readonly lang: Language
  readonly units: Units
  /** What caused the request, for the statistics of searches. */
  readonly trigger?: string
  /** More of the series than is usual. */
  readonly hours?: number
  readonly pastHours?: number
}

const SCOPES = ['current', 'hourly', 'daily', 'minutely'] as const
/** The maximum number of warnings of a place. */
const MAX_ALERTS = 12
/** As the API answers if none of the scopes can be had. */
const UNAVAILABLE = 502

/** @throws ApiFailure */
export async function readScope<S extends Scope>(api: Api, { lat, lon }: Point, scope: S, wanted: Wanted): Promise<Scoped<S>> {
  return (await api.get('/api/weather', { query: { lat, lon, scope, ...wanted } })) as Scoped<S>
}

/**
 * The weather of a place in one request.
 * @throws ApiFailure when none of the scopes that make a page is available
 */
export async function readPlace(api: Api, { lat, lon }: Point, wanted: Wanted): Promise<Omit<PlaceWeather, 'history' | 'extra' | 'usual'>> {
  const answer = await api.get('/api/weather', { query: { lat, lon, scope: [...SCOPES], ...wanted } })
  const { scopes } = answer as { readonly scopes: ScopeResults }
  const [current, hourly, daily] = [flat(scopes, 'current'), flat(scopes, 'hourly'), flat(scopes, 'daily')]
  if (current === null && hourly === null && daily === null)
    throw new ApiFailure({ status: UNAVAILABLE, headers: {}, body: scopes.current })
  const alerts = current === null ? { alerts: null, alertsFailed: 0 } : await alertsOf(api, current)
  return { current, hourly, daily, minutely: flat(scopes, 'minutely'), ...alerts }
}

/** A scope of several as if it had been asked for alone; null if it cannot be had. */
function flat<S extends (typeof SCOPES)[number]>(scopes: ScopeResults, scope: S): Scoped<S> | null {
  const result = scopes[scope]
  return result !== undefined && 'data' in result ? ({ ...result.data, ...result.meta } as unknown as Scoped<S>) : null
}

async function alertsOf(api: Api, { alertIds }: Current): Promise<Pick<PlaceWeather, 'alerts' | 'alertsFailed'>> {
  if (alertIds === null) return { alerts: null, alertsFailed: 0 }
  const asked = alertIds.slice(0, MAX_ALERTS)
  const found = await Promise.all(asked.map((alertId) => api.get('/api/alerts/{alertId}', { path: { alertId } }).catch(() => null)))
  const alerts = found.filter((alert) => alert !== null)
  return { alerts, alertsFailed: alertIds.length - alerts.length }
}
