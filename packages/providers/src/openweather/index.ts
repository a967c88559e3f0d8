import type { KeyedOptions, Provider, ProviderDefinition } from '../provider.ts'
import { withAir } from './air-pollution.ts'
import { createGeocode } from './geocode.ts'
import { createOneCall3 } from './onecall3.ts'
import { createOneCall4 } from './onecall4.ts'
import { createTiles } from './tiles.ts'
import { createWeather25 } from './weather25.ts'

const PLANS = { 'onecall-3.0': createOneCall3, 'onecall-4.0': createOneCall4, free: createWeather25 }

export interface OpenWeatherOptions extends KeyedOptions {
  /** `https://tile.openweathermap.org`: map tiles have a separate host. */
  readonly tilesBaseUrl: URL
  /** What the key is subscribed to. */
  readonly plan: keyof typeof PLANS
}

/** OpenWeather; the plan determines which product delivers the weather. */
export function createOpenWeather({ baseUrl, tilesBaseUrl, key, plan }: OpenWeatherOptions) {
  return {
    id: openWeather.id,
    attribution: {
      name: 'OpenWeather',
      text: 'Weather data provided by OpenWeather',
      url: 'https://openweathermap.org/',
      license: 'CC BY-SA 4.0',
    },
    coverage: 'global',
    weather: withAir(PLANS[plan]({ baseUrl, key }), { baseUrl, key }),
    geocode: createGeocode({ baseUrl, key }),
    tiles: createTiles({ baseUrl: tilesBaseUrl, key }),
  } satisfies Provider
}

const SETTINGS = {
  apiKey: { kind: 'secret', meaning: 'Key of OpenWeather; one stored in the back office comes first' },
  plan: {
    kind: 'choice',
    of: ['onecall-3.0', 'onecall-4.0', 'free'],
    default: 'onecall-3.0',
    meaning:
      'Subscription plan of the key. onecall-3.0: one call fills every scope. onecall-4.0: one call per scope and page, more days, alert ids. free: current weather only (2.5); the other scopes come from the next provider',
  },
  baseUrl: { kind: 'url', default: 'https://api.openweathermap.org', meaning: 'OpenWeather' },
  tilesBaseUrl: { kind: 'url', default: 'https://tile.openweathermap.org', meaning: 'Map overlay tiles of OpenWeather' },
  minuteLimit: {
    kind: 'limit',
    default: 60,
    meaning: 'Calls per minute',
  },
  dailyLimit: {
    kind: 'limit',
    default: 1_000,
    meaning: 'Calls per day (UTC)',
  },
  monthlyLimit: { kind: 'limit', default: null, meaning: 'Calls per month (UTC)' },
  geocodeMinuteLimit: { kind: 'limit', default: 60, meaning: 'Calls of its geocoding per minute' },
  tilesMinuteLimit: { kind: 'limit', default: 60, meaning: 'Calls for map tiles per minute' },
} as const

export const openWeather: ProviderDefinition<typeof SETTINGS> = {
  id: 'openweather',
  settings: SETTINGS,
  needs: ['apiKey'],
  open: ({ settings, key }) => createOpenWeather({ ...settings, key }),
}
