import type { RouterContextProvider } from 'react-router'
import { cellOf } from '../../../src/domain/cell.ts'
import { MINUTE_MS } from '../../../src/time.ts'
import { ApiFailure } from '../api/ask.ts'
import { apiOf } from '../api/server.ts'
import { dayOf } from '../format/times.ts'
import { inTime } from '../visit/patience.server.ts'
import type { Reader } from '../visit/reader.server.ts'
import { readUsual } from './normals.server.ts'
import { readPlace, readScope } from './read-place.ts'
import { zoneOf } from './view/teller.ts'
import type { History, PlaceWeather, WeatherHistory } from './weather.ts'

interface Point {
  readonly lat: number
  readonly lon: number
}

/**
 * Everything that a page shows of a place.
 * @throws ApiFailure when none of the scopes is available
 */
export async function weatherOf(
  context: Readonly<RouterContextProvider>,
  { lat, lon }: Point,
  { lang, units }: Reader,
  {
    isFromSearch,
    isBot,
    withExtra,
    now: nowMs,
  }: { readonly isFromSearch: boolean; readonly isBot: boolean; readonly withExtra: boolean; readonly now: number },
): Promise<PlaceWeather> {
  const api = apiOf(context)
  const point = { lat, lon }
  const wanted = { lang, units, trigger: 'city_detail' }
  const [weather, history, air, marine] = await Promise.all([
    readPlace(api, point, isFromSearch ? { ...wanted, trigger: 'search_select' } : wanted),
    historyOf(context, point, units, nowMs),
    withExtra ? readScope(api, point, 'air', wanted).catch(() => null) : null,
    // In the units of mails' formatters, which convert.
    withExtra ? readScope(api, point, 'marine', { ...wanted, units: 'si' }).catch(() => null) : null,
  ])
  const today = dayOf(new Date(nowMs).toISOString(), zoneOf(weather))
  // Crawlers do not make places wanted.
  const usual = isBot ? null : await readUsual(api, point, today, units, nowMs)
  return { ...weather, history, usual, ...(withExtra ? { extra: { air, marine } } : {}) }
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
