import type { Cell } from '../../domain/cell.ts'
import { clockOnMap } from '../clock.ts'
import { answerFailure, fetchJson, isSimulated, requiredKey, urlBelow } from '../fetch-json.ts'
import { SAME_PLACE_KM } from '../fetch-weather.ts'
import { createPace } from '../pace.ts'
import { answeredFor, type KeyedOptions, type PaidCalls, type Product, type Provider, type ProviderDefinition } from '../provider.ts'
import { decodeForecast, decodeRealtime, presentIn, transformForecast } from './forecast.ts'

const SERVICE = { name: 'Tomorrow.io' }
const FORECAST: Product = { id: 'tomorrow-io/forecast', weight: 1, budget: 'weather' }
/** The plan counts the calls of all endpoints together. */
const REALTIME: Product = { id: 'tomorrow-io/realtime', account: FORECAST.id, weight: 1, budget: 'weather' }
/** The free plan allows 3 calls a second. */
const GAP_MS = 350

/** Tomorrow.io: one call fills current weather, minutes, hours and days, of the world; a second one without minutes. Needs a key. */
export function createTomorrowIo({ baseUrl, key }: KeyedOptions) {
  const turn = createPace(SERVICE.name, GAP_MS)

  async function get(product: Product, path: string, { lat, lon }: Cell, calls: PaidCalls, now: number) {
    // Without `timesteps`, it sends every timeline of the plan.
    const url = urlBelow(baseUrl, path, { location: `${lat},${lon}`, units: 'metric', apikey: requiredKey(key, SERVICE) })
    await turn()
    return fetchJson(calls, { product, url }, SERVICE, now)
  }

  return {
    id: tomorrowIo.id,
    attribution: {
      name: 'Tomorrow.io',
      text: 'Powered by Tomorrow.io',
      url: 'https://www.tomorrow.io/',
      license: 'Terms of Tomorrow.io',
    },
    coverage: 'global',
    weather: {
      product: FORECAST,
      groups: [['current', 'hourly', 'daily', 'minutely']],
      configured: () => key() !== null,
      async fetch(cell, wanted, calls, now) {
        const { body, headers } = await get(FORECAST, '/v4/weather/forecast', cell, calls, now)
        const forecast = decodeForecast(body, now)
        if (forecast === null) throw answerFailure(SERVICE.name, 'invalid_body')
        const realtime = async () => decodeRealtime((await get(REALTIME, '/v4/weather/realtime', cell, calls, now)).body, now)
        const present = presentIn(forecast, now) ?? (wanted.includes('current') ? await realtime() : null)
        const clock = clockOnMap(cell, now)
        const scopes = transformForecast(forecast, present, cell, clock.timezone, now)
        if (scopes === null) throw answerFailure(SERVICE.name, 'invalid_body')
        return { ...clock, ...answeredFor(forecast.lat, forecast.lon, SAME_PLACE_KM), simulated: isSimulated(headers), scopes }
      },
    },
  } satisfies Provider
}

const SETTINGS = {
  apiKey: { kind: 'secret', meaning: 'Key of Tomorrow.io' },
  baseUrl: { kind: 'url', default: 'https://api.tomorrow.io', meaning: 'Tomorrow.io' },
  minuteLimit: { kind: 'limit', default: 15, meaning: 'Calls to Tomorrow.io per minute' },
  hourlyLimit: { kind: 'limit', default: 25, meaning: 'Calls to Tomorrow.io per hour; the default is its free plan' },
  dailyLimit: { kind: 'limit', default: 500, meaning: 'Calls to Tomorrow.io per day (UTC); the default is its free plan' },
} as const

export const tomorrowIo: ProviderDefinition<typeof SETTINGS> = {
  id: 'tomorrow-io',
  settings: SETTINGS,
  needs: ['apiKey'],
  open: ({ settings, key }) => createTomorrowIo({ ...settings, key }),
}
