import { fetchJson, isSimulated, requireKey, buildUrlBelow } from '../fetch-json.ts'
import {
  readAnsweredPlace,
  type KeyedOptions,
  ignoreFailures,
  type PaidCalls,
  runPart,
  type WeatherBundle,
  type WeatherCapability,
} from '../provider.ts'
import { createAlertBodies, decodeAlertBody } from './alert-bodies.ts'
import { GRID_KM, buildInvalidBodyFailure, ONE_CALL, SERVICE, buildOpenWeatherQuery } from './fetch.ts'
import { type AskTimeline, fetchCurrent, fetchDays, fetchHours, fetchMinutes } from './onecall4-scopes.ts'
import { decodeTimeline } from './timeline.ts'

const ROOT = '/data/4.0/onecall'

/**
 * One Call 4.0: one call for each scope, each further page of hours, and each alert. Current weather lists its alerts by id; those not
 * fetched recently are fetched after it.
 */
export function createOneCall4({ baseUrl, key }: KeyedOptions): WeatherCapability {
  const bodies = createAlertBodies()

  /** @throws ProviderFailure; null if there is no readable body */
  async function fetchAlert(id: string, currentKey: string, calls: PaidCalls, now: number) {
    // Ids contain colons and arbitrary characters from agencies.
    const url = buildUrlBelow(baseUrl, `${ROOT}/alert/${encodeURIComponent(id)}`, { lang: 'en', appid: currentKey })
    const answered = runPart(calls, (own) => fetchJson(own, { product: ONE_CALL, url }, SERVICE, now))
    const answer = await ignoreFailures(['not_found', 'invalid_body'], answered)
    return answer && decodeAlertBody(id, answer.body)
  }

  return {
    product: ONE_CALL,
    groups: [['current', 'alert'], ['hourly'], ['daily'], ['minutely']],
    forecastDays: 2,
    configured: () => key() !== null,
    async fetch(cell, wanted, calls, now) {
      const currentKey = requireKey(key, SERVICE)
      let place: Pick<WeatherBundle, 'answeredFor'> = {}
      const ask: AskTimeline = async (resource, startMs) => {
        const start = startMs === undefined ? {} : { start: String(startMs / 1_000) }
        const url = buildUrlBelow(baseUrl, `${ROOT}/${resource}`, { ...buildOpenWeatherQuery(cell, currentKey), ...start })
        const { body, headers } = await fetchJson(calls, { product: ONE_CALL, url }, SERVICE, now)
        const timeline = decodeTimeline(body, now)
        if (timeline === null) throw buildInvalidBodyFailure()
        place = readAnsweredPlace(timeline.lat, timeline.lon, GRID_KM)
        return { ...timeline, simulated: isSimulated(headers) }
      }
      const fetchWanted = (): Promise<WeatherBundle> => {
        if (wanted.includes('hourly')) return fetchHours(ask, cell, now)
        if (wanted.includes('daily')) return fetchDays(ask, now)
        if (wanted.includes('minutely')) return fetchMinutes(ask)
        return fetchCurrent(ask, cell, now, bodies, (later) => (id) => fetchAlert(id, currentKey, later, now))
      }
      const bundle = await fetchWanted()
      return { ...bundle, ...place }
    },
  }
}
