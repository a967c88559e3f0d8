import type { Language } from '../../../src/messages/languages.ts'
import type { Api } from '../api/ask.ts'
import type { Units } from '../visit/preferences.ts'
import type { Current, PlaceWeather, Scope, Scoped } from './weather.ts'

interface Point {
  readonly lat: number
  readonly lon: number
}

interface Wanted {
  readonly lang: Language
  readonly units: Units
  /** What caused the request, for the statistics of searches. */
  readonly trigger?: string
}

/** The maximum number of warnings of a place. */
const MAX_ALERTS = 12

/** @throws ApiFailure */
export async function readScope<S extends Scope>(api: Api, { lat, lon }: Point, scope: S, wanted: Wanted): Promise<Scoped<S>> {
  return (await api.get('/api/weather', { query: { lat, lon, scope, ...wanted } })) as Scoped<S>
}

/**
 * The weather of a place, all scopes at once: those of a cold place share one provider call. `nowTrigger`: the trigger of the current weather.
 * @throws ApiFailure when none of the scopes is available
 */
export async function readPlace(
  api: Api,
  point: Point,
  wanted: Wanted,
  nowTrigger = wanted.trigger,
): Promise<Omit<PlaceWeather, 'history' | 'extra' | 'usual'>> {
  const now = readScope(api, point, 'current', { ...wanted, ...(nowTrigger === undefined ? {} : { trigger: nowTrigger }) })
  const [current, hourly, daily, minutely, alerts] = await Promise.all([
    settled(now),
    settled(readScope(api, point, 'hourly', wanted)),
    settled(readScope(api, point, 'daily', wanted)),
    settled(readScope(api, point, 'minutely', wanted)),
    now.then(
      (found) => alertsOf(api, found),
      () => ({ alerts: null, alertsFailed: 0 }),
    ),
  ])
  if (current.value === null && hourly.value === null && daily.value === null) throw current.failure
  return { current: current.value, hourly: hourly.value, daily: daily.value, minutely: minutely.value, ...alerts }
}

async function alertsOf(api: Api, { alertIds }: Current): Promise<Pick<PlaceWeather, 'alerts' | 'alertsFailed'>> {
  if (alertIds === null) return { alerts: null, alertsFailed: 0 }
  const asked = alertIds.slice(0, MAX_ALERTS)
  const found = await Promise.all(asked.map((alertId) => api.get('/api/alerts/{alertId}', { path: { alertId } }).catch(() => null)))
  const alerts = found.filter((alert) => alert !== null)
  return { alerts, alertsFailed: alertIds.length - alerts.length }
}

async function settled<T>(asked: Promise<T>): Promise<{ readonly value: T | null; readonly failure?: unknown }> {
  try {
    return { value: await asked }
  } catch (failure) {
    return { value: null, failure }
  }
}
