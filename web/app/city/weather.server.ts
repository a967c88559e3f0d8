import type { RouterContextProvider } from 'react-router'
import type { AlertMark } from '../../../src/domain/alert-color.ts'
import { cellOf } from '../../../src/domain/cell.ts'
import { MINUTE_MS } from '../../../src/time.ts'
import { type Answer, ApiFailure } from '../api/ask.ts'
import { apiOf } from '../api/server.ts'
import { inTime } from '../visit/patience.server.ts'
import type { Reader } from '../visit/reader.server.ts'

/** Of one scope. */
type Weather = Extract<Answer<'get', '/api/weather'>, { scope: string }>
type Scope = Weather['scope']
export type Scoped<S extends Scope> = Extract<Weather, { scope: S }>
export type Current = Scoped<'current'>
export type Hourly = Scoped<'hourly'>
export type Daily = Scoped<'daily'>
export type Minutely = Scoped<'minutely'>
export type Air = Scoped<'air'>
export type Marine = Scoped<'marine'>
export type Alert = Answer<'get', '/api/alerts/{alertId}'> & AlertMark
type WeatherHistory = Extract<Answer<'get', '/api/weather/history'>, { scope: 'weather' }>
export type History = Pick<WeatherHistory, 'summary' | 'units' | 'timezone'>

/** Everything the API knows about a place. Null: unavailable right now; the page is shown without it. */
export interface PlaceWeather {
  readonly current: Current | null
  readonly hourly: Hourly | null
  readonly daily: Daily | null
  readonly minutely: Minutely | null
  /** Null: unknown. */
  readonly alerts: readonly Alert[] | null
  /** The number of warnings whose details are unavailable. */
  readonly alertsFailed: number
  readonly history: History | null
  /** Air and sea, which cost calls of their own: read only for readers who ask for them. Undefined: not asked for. */
  readonly extra?: { readonly air: Air | null; readonly marine: Marine | null } | undefined
}

/** The initial state. */
export const NOTHING_KNOWN: PlaceWeather = {
  current: null,
  hourly: null,
  daily: null,
  minutely: null,
  alerts: null,
  alertsFailed: 0,
  history: null,
}

interface Point {
  readonly lat: number
  readonly lon: number
}

/** The maximum number of warnings on a page. */
const MAX_ALERTS = 12

/**
 * Requests all scopes at once: those of a cold place share one provider call.
 * @throws ApiFailure when none of the scopes is available
 */
export async function weatherOf(
  context: Readonly<RouterContextProvider>,
  { lat, lon }: Point,
  { lang, units }: Reader,
  { isFromSearch, withExtra, now: nowMs }: { readonly isFromSearch: boolean; readonly withExtra: boolean; readonly now: number },
): Promise<PlaceWeather> {
  const api = apiOf(context)
  let failure: unknown
  const scope = async <S extends Scope>(scope: S, trigger: string, system = units): Promise<Scoped<S> | null> => {
    try {
      return (await api.get('/api/weather', { query: { lat, lon, scope, lang, units: system, trigger } })) as Scoped<S>
    } catch (error) {
      failure ??= error
      return null
    }
  }
  const known = async (current: Current | null): Promise<Pick<PlaceWeather, 'alerts' | 'alertsFailed'>> => {
    if (current === null || current.alertIds === null) return { alerts: null, alertsFailed: 0 }
    const asked = current.alertIds.slice(0, MAX_ALERTS)
    const found = await Promise.all(asked.map((alertId) => api.get('/api/alerts/{alertId}', { path: { alertId } }).catch(() => null)))
    const alerts = found.filter((alert) => alert !== null) as Alert[]
    return { alerts, alertsFailed: current.alertIds.length - alerts.length }
  }
  // This scope counts the search, so that it is counted once; the others only belong to the page.
  const now = scope('current', isFromSearch ? 'search_select' : 'city_detail')
  const [current, hourly, daily, minutely, alerts, history, air, marine] = await Promise.all([
    now,
    scope('hourly', 'city_detail'),
    scope('daily', 'city_detail'),
    scope('minutely', 'city_detail'),
    now.then(known),
    historyOf(context, { lat, lon }, units, nowMs),
    withExtra ? scope('air', 'city_detail') : null,
    // In the units of mails' formatters, which convert.
    withExtra ? scope('marine', 'city_detail', 'si') : null,
  ])
  if (current === null && hourly === null && daily === null) throw failure
  return { current, hourly, daily, minutely, ...alerts, history, ...(withExtra ? { extra: { air, marine } } : {}) }
}

/** History changes slowly and is expensive to sum up, so it is cached. */
const CACHE_MS = 10 * MINUTE_MS
const MAX_CACHED = 300

const past = new Map<string, { readonly at: number; readonly history: History }>()

/** The part that the page shows, so that the rest is not cached for each place. */
function shownOf(verification: History['summary']['verification']): History['summary']['verification'] {
  const quantities = verification.quantities.filter(({ variable }) => variable === 'temperature')
  return { ...verification, quantities, probabilities: [] }
}

async function historyOf(
  context: Readonly<RouterContextProvider>,
  { lat, lon }: Point,
  units: Reader['units'],
  nowMs: number,
): Promise<History | null> {
  const key = `${cellOf(lat, lon).id} ${units}`
  const cached = past.get(key)
  if (cached !== undefined && nowMs >= cached.at && nowMs - cached.at < CACHE_MS) return cached.history
  const asked = apiOf(context)
    .get('/api/weather/history', { query: { lat, lon, units, limit: 1 } })
    .then((answer): History => {
      const { summary, units: labels, timezone } = answer as WeatherHistory
      const history = { summary: { ...summary, verification: shownOf(summary.verification) }, units: labels, timezone }
      if (past.size >= MAX_CACHED) past.clear()
      // A place requested for the first time has no history yet, but soon will.
      if (summary.observationCount > 1) past.set(key, { at: nowMs, history })
      return history
    })
    .catch((error: unknown) => {
      if (error instanceof ApiFailure) return null
      throw error
    })
  return inTime(asked, null)
}
