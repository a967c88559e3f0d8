import { getMapClock } from '../clock.ts'
import { toAnswerFailure, fetchJson, isSimulated, buildUrlBelow } from '../fetch-json.ts'
import { SAME_PLACE_KM } from '../fetch-weather.ts'
import { readFields, isObject, type Json } from '../json.ts'
import {
  readAnsweredPlace,
  FORGETFUL,
  type KeyedOptions,
  type Product,
  type Provider,
  type ProviderDefinition,
  type SharedMemory,
} from '../provider.ts'
import { createDataSets, DATA_SETS, type DataSets } from './data-sets.ts'
import { transformDataSets } from './forecast.ts'
import { createTokens, type TokenIdentity } from './token.ts'

const SERVICE = { name: 'WeatherKit' }
const WEATHER: Product = { id: 'weatherkit/weather', weight: 1, budget: 'weather' }

/** The key is the private one, as base64. */
export interface WeatherKitOptions extends KeyedOptions {
  /** Null: an identifier is missing. */
  readonly identity: TokenIdentity | null
  /** Where the data sets are until they expire; omitted: every call is made. */
  readonly memory?: SharedMemory
}

/** Apple's WeatherKit: one call fills current weather, minutes where it has them, hours and days, of the world. Needs a membership. */
export function createWeatherKit({ baseUrl, key, identity, memory = FORGETFUL }: WeatherKitOptions) {
  const tokenOf = identity === null ? null : createTokens(identity)
  const read = createDataSets(memory)

  /** The header of a call. @throws ProviderFailure, which says nothing of the key */
  function authorization(nowMs: number): string {
    const privateKey = key()
    if (tokenOf === null || privateKey === null) throw toAnswerFailure(SERVICE.name, 'not_configured')
    try {
      return `Bearer ${tokenOf(privateKey, nowMs)}`
    } catch {
      throw toAnswerFailure(SERVICE.name, 'refused_key')
    }
  }

  return {
    id: weatherKit.id,
    attribution: {
      name: 'Apple Weather',
      // The mark that Apple asks for: its logo, which its own fonts have there, and the word.
      text: '\uf8ff Weather (Apple Weather)',
      url: 'https://developer.apple.com/weatherkit/data-source-attribution/',
      license: 'Terms of Apple Weather',
    },
    coverage: 'global',
    weather: {
      product: WEATHER,
      groups: [['current', 'hourly', 'daily', 'minutely']],
      forecastDays: 10,
      configured: () => tokenOf !== null && key() !== null,
      async fetch(cell, _wanted, calls, now) {
        const clock = getMapClock(cell, now)
        const { sets, simulated } = await read(cell, now, async (names) => {
          // Days run from midnight to midnight of the zone that is named.
          const query = { dataSets: names.join(','), timezone: clock.timezone }
          const url = buildUrlBelow(baseUrl, `/api/v1/weather/en/${cell.lat}/${cell.lon}`, query)
          const request = { product: WEATHER, url, headers: { authorization: authorization(now) } }
          const { body, headers } = await fetchJson(calls, request, SERVICE, now)
          const sent = setsIn(body)
          if (sent === null) throw toAnswerFailure(SERVICE.name, 'invalid_body')
          return { sets: sent, simulated: isSimulated(headers) }
        })
        const scopes = transformDataSets(sets, clock.timezone, now)
        if (scopes === null) throw toAnswerFailure(SERVICE.name, 'invalid_body')
        return { ...clock, ...placeOf(sets), simulated, scopes }
      },
    },
  } satisfies Provider
}

const metadataOf = (set: Json | undefined): Json => readFields(set?.['metadata'])

/** The data sets of a body; null if one is in other units than metric, whose numbers would be wrong. */
function setsIn(body: unknown): DataSets | null {
  if (!isObject(body)) return null
  const sent = DATA_SETS.flatMap((name) => (isObject(body[name]) ? [[name, body[name]] as const] : []))
  const isMetric = sent.every(([, set]) => (metadataOf(set)['units'] ?? 'm') === 'm')
  return isMetric ? Object.fromEntries(sent) : null
}

function placeOf(sets: DataSets) {
  const { latitude, longitude } = metadataOf(DATA_SETS.map((name) => sets[name]).find((set) => set !== undefined))
  return readAnsweredPlace(latitude, longitude, SAME_PLACE_KM)
}

const SETTINGS = {
  apiKey: {
    kind: 'privateKey',
    meaning: 'Private key of WeatherKit: the AuthKey_….p8 file’s content, or its base64 in one line',
  },
  keyId: { kind: 'text', meaning: 'Identifier of that key' },
  teamId: { kind: 'text', meaning: 'Team of the Apple Developer membership' },
  serviceId: { kind: 'text', meaning: 'Services ID for which WeatherKit is enabled, such as com.example.weather' },
  baseUrl: { kind: 'url', default: 'https://weatherkit.apple.com', meaning: 'Apple’s WeatherKit' },
  minuteLimit: { kind: 'limit', default: 120, meaning: 'Calls per minute; it publishes no limit' },
  dailyLimit: { kind: 'limit', default: 16_000, meaning: 'Calls per day (UTC); the default is a thirtieth of a month’s' },
  monthlyLimit: {
    kind: 'limit',
    default: 500_000,
    meaning: 'Calls per month (UTC); the default is included in the membership',
  },
} as const

export const weatherKit: ProviderDefinition<typeof SETTINGS> = {
  id: 'weatherkit',
  settings: SETTINGS,
  needs: ['apiKey', 'keyId', 'teamId', 'serviceId'],
  open({ settings: { keyId, teamId, serviceId, baseUrl }, key, memory }) {
    const identity = keyId === null || teamId === null || serviceId === null ? null : { keyId, teamId, serviceId }
    return createWeatherKit({ baseUrl, key, identity, memory })
  },
  terms: () => 'its terms forbid passing its data on in its original form, and using it for emergencies: read them',
}
