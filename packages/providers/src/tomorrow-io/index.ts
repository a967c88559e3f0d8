import type { Cell } from '@isobar/weather'
import { getMapClock } from '../clock.ts'
import { toAnswerFailure, fetchJson, isSimulated, requireKey, buildUrlBelow } from '../fetch-json.ts'
import { SAME_PLACE_KM } from '../fetch-weather.ts'
import {
  readAnsweredPlace,
  type KeyedOptions,
  type Pace,
  type PaidCalls,
  type Product,
  type Provider,
  type ProviderDefinition,
} from '../provider.ts'
import { decodeTimelines, decodeRealtime, findPresentEntry, transformTimelines } from './forecast.ts'

const SERVICE = { name: 'Tomorrow.io' }
/** The free plan allows 3 calls a second. */
const PACE: Pace = { id: 'tomorrow-io', gapMs: 350 }
const FORECAST: Product = { id: 'tomorrow-io/forecast', weight: 1, budget: 'weather', pace: PACE }
/** The plan counts the calls of all endpoints together. */
const REALTIME: Product = { id: 'tomorrow-io/realtime', account: FORECAST.id, weight: 1, budget: 'weather', pace: PACE }

/** Tomorrow.io: one call fills current weather, minutes, hours and days, of the world; a second one without minutes. Needs a key. */
export function createTomorrowIo({ baseUrl, key }: KeyedOptions) {
  async function get(product: Product, path: string, { lat, lon }: Cell, calls: PaidCalls, now: number) {
    // Without `timesteps`, it sends every timeline of the plan.
    const url = buildUrlBelow(baseUrl, path, { location: `${lat},${lon}`, units: 'metric', apikey: requireKey(key, SERVICE) })
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
      forecastDays: 5,
      configured: () => key() !== null,
      async fetch(cell, wanted, calls, now) {
        const { body, headers } = await get(FORECAST, '/v4/weather/forecast', cell, calls, now)
        const forecast = decodeTimelines(body, now)
        if (forecast === null) throw toAnswerFailure(SERVICE.name, 'invalid_body')
        const realtime = async () => decodeRealtime((await get(REALTIME, '/v4/weather/realtime', cell, calls, now)).body, now)
        const present = findPresentEntry(forecast, now) ?? (wanted.includes('current') ? await realtime() : null)
        const clock = getMapClock(cell, now)
        const scopes = transformTimelines(forecast, present, cell, clock.timezone, now)
        if (scopes === null) throw toAnswerFailure(SERVICE.name, 'invalid_body')
        return { ...clock, ...readAnsweredPlace(forecast.lat, forecast.lon, SAME_PLACE_KM), simulated: isSimulated(headers), scopes }
      },
    },
  } satisfies Provider
}

const SETTINGS = {
  apiKey: { kind: 'secret', meaning: 'Key of Tomorrow.io' },
  baseUrl: { kind: 'url', default: 'https://api.tomorrow.io', meaning: 'Tomorrow.io' },
  minuteLimit: { kind: 'limit', default: 15, meaning: 'Calls per minute' },
  hourlyLimit: { kind: 'limit', default: 25, meaning: 'Calls per hour; the default is its free plan' },
  dailyLimit: { kind: 'limit', default: 500, meaning: 'Calls per day (UTC); the default is its free plan' },
} as const

export const tomorrowIo: ProviderDefinition<typeof SETTINGS> = {
  id: 'tomorrow-io',
  settings: SETTINGS,
  needs: ['apiKey'],
  open: ({ settings, key }) => createTomorrowIo({ ...settings, key }),
}
