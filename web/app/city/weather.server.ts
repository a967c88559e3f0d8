import { type Point, toCell } from '@isobar/weather'
import { MINUTE_MS } from '../../../src/time.ts'
import { ApiFailure } from '../api/ask.ts'
import { createVisitApi } from '../api/server.ts'
import type { Context } from '../visit/context.ts'
import { limitWait } from '../visit/patience.server.ts'
import type { Reader } from '../visit/reader.server.ts'
import { createTimedCache } from '../visit/timed-cache.ts'
import { readUsual } from './normals.server.ts'
import { readPlace, readScope } from './read-place.ts'
import { computePlaceToday } from './view/teller.ts'
import { type History, type PlaceWeather, type WeatherHistory, getWeatherZone } from './weather.ts'

/**
 * Everything that a page shows of a place.
 * @throws ApiFailure when none of the scopes is available
 */
export async function readPageWeather(
  context: Context,
  { lat, lon }: Point,
  { lang, units }: Reader,
  { isFromSearch, withExtra, now: nowMs }: { readonly isFromSearch: boolean; readonly withExtra: boolean; readonly now: number },
): Promise<PlaceWeather> {
  const api = createVisitApi(context)
  const point = { lat, lon }
  const wanted = { lang, units, trigger: 'city_detail' }
  const place = readPlace(api, point, isFromSearch ? { ...wanted, trigger: 'search_select' } : wanted)
  // Only the weather knows the place's zone, and with it the day.
  const normals = place.then((found) => readUsual(context, point, computePlaceToday({ now: nowMs, zone: getWeatherZone(found) }), units))
  const [weather, usual, history, air, marine] = await Promise.all([
    place,
    normals,
    historyOf(context, point, units, nowMs),
    withExtra ? readScope(api, point, 'air', wanted).catch(() => null) : null,
    // In the units of mails' formatters, which convert.
    withExtra ? readScope(api, point, 'marine', { ...wanted, units: 'si' }).catch(() => null) : null,
  ])
  return { ...weather, history, usual, ...(withExtra ? { extra: { air, marine } } : {}) }
}

/** History changes slowly and is expensive to sum up; a place requested for the first time has none yet, but soon will. */
const cache = createTimedCache<History>(10 * MINUTE_MS, 300)
export const YOUNG_HISTORY_MS = MINUTE_MS

/** The part that the page shows, so that the rest is not cached for each place. */
function shownOf(verification: History['summary']['verification']): History['summary']['verification'] {
  const quantities = verification.quantities.filter(({ variable }) => variable === 'temperature')
  return { ...verification, quantities, probabilities: [] }
}

async function historyOf(context: Context, { lat, lon }: Point, units: Reader['units'], nowMs: number): Promise<History | null> {
  const key = `${toCell(lat, lon).id} ${units}`
  const cached = cache.get(key, nowMs)
  if (cached !== undefined) return cached
  const asked = createVisitApi(context)
    .get('/api/weather/history', { query: { lat, lon, units, limit: 1, nextDays: true } })
    .then((answer): History => {
      const { summary, units: labels, timezone, nextDays = [] } = answer as WeatherHistory
      const history = { summary: { ...summary, verification: shownOf(summary.verification) }, units: labels, timezone, nextDays }
      cache.set(key, history, nowMs, summary.observationCount > 1 ? undefined : YOUNG_HISTORY_MS)
      return history
    })
    .catch((error: unknown) => {
      if (error instanceof ApiFailure) return null
      throw error
    })
  return limitWait(asked, null)
}
