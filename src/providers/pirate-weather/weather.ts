import { answerFailure, fetchJson, isSimulated, urlBelow } from '../fetch-json.ts'
import { answeredFor, type Product, type WeatherCapability } from '../provider.ts'
import { decodeForecast, transformForecast } from './forecast.ts'

const SERVICE = { name: 'Pirate Weather' }
const FORECAST: Product = { id: 'pirate-weather/forecast', weight: 1, budget: 'weather' }
/** The answer repeats the place that was asked for. */
const SAME_PLACE_KM = 5

export interface WeatherOptions {
  readonly baseUrl: URL
  /** Read at every call; null if there is none. */
  readonly key: () => string | null
  /** The header is documented as an alternative; the path is the original place, and may be in the logs of whatever is in between. */
  readonly keyPlacement: 'header' | 'path'
}

/** One call fills current weather, minutes, hours and days, of the world. */
export function createWeather({ baseUrl, key, keyPlacement }: WeatherOptions): WeatherCapability {
  return {
    product: FORECAST,
    groups: [['current', 'hourly', 'daily', 'minutely']],
    configured: () => key() !== null,
    async fetch(cell, _wanted, calls, now) {
      const currentKey = key()
      if (currentKey === null) throw answerFailure(SERVICE.name, 'not_configured')
      const inPath = keyPlacement === 'path' ? encodeURIComponent(currentKey) : 'key'
      const url = urlBelow(baseUrl, `/forecast/${inPath}/${cell.lat},${cell.lon}`, { units: 'si', exclude: 'alerts', lang: 'en' })
      const headers = keyPlacement === 'header' ? { apikey: currentKey } : {}
      const answer = await fetchJson(calls, { product: FORECAST, url, headers }, SERVICE, now)
      const forecast = decodeForecast(answer.body, now)
      const scopes = forecast === null ? null : transformForecast(forecast, cell, now)
      if (forecast === null || scopes === null) throw answerFailure(SERVICE.name, 'invalid_body')
      const { clock, lat, lon } = forecast
      return { ...clock, ...answeredFor(lat, lon, SAME_PLACE_KM), simulated: isSimulated(answer.headers), scopes }
    },
  }
}
