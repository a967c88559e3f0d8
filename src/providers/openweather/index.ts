import type { Provider, ProviderDefinition } from '../provider.ts'
import { withAir } from './air-pollution.ts'
import { createGeocode } from './geocode.ts'
import { createOneCall3 } from './onecall3.ts'
import { createOneCall4 } from './onecall4.ts'
import { createTiles } from './tiles.ts'
import { createWeather25 } from './weather25.ts'

const PLANS = { 'onecall-3.0': createOneCall3, 'onecall-4.0': createOneCall4, free: createWeather25 }

export interface OpenWeatherOptions {
  /** `https://api.openweathermap.org`, or a substitute. */
  readonly baseUrl: URL
  /** `https://tile.openweathermap.org`: map tiles have a separate host. */
  readonly tilesBaseUrl: URL
  /** Read at every call, so that a new key takes effect at once; null if there is none. */
  readonly key: () => string | null
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

interface OpenWeatherEnvironment {
  readonly WEATHER_PROVIDER_API_KEY: string | null
  readonly WEATHER_PROVIDER_BASE_URL: URL
  readonly WEATHER_TILES_BASE_URL: URL
  readonly WEATHER_PROVIDER_PLAN: OpenWeatherOptions['plan']
}

export const openWeather: ProviderDefinition<OpenWeatherEnvironment> = {
  id: 'openweather',
  connection: 'weather-provider',
  storesKey: true,
  keyIn: (environment) => environment.WEATHER_PROVIDER_API_KEY,
  open: (environment, key) =>
    createOpenWeather({
      baseUrl: environment.WEATHER_PROVIDER_BASE_URL,
      tilesBaseUrl: environment.WEATHER_TILES_BASE_URL,
      plan: environment.WEATHER_PROVIDER_PLAN,
      key,
    }),
  refusedBy: () => null,
  settingsIn: (environment) => ({
    baseUrl: environment.WEATHER_PROVIDER_BASE_URL,
    tilesBaseUrl: environment.WEATHER_TILES_BASE_URL,
    plan: environment.WEATHER_PROVIDER_PLAN,
  }),
}
