import { type Links, switchable } from './connections.ts'
import type { Config } from '../config/config.ts'
import { NATIONAL_FEED, SECOND_PROVIDER, WEATHER_PROVIDER } from '../features/operations/connections/index.ts'
import type { Foundation } from './foundation.ts'
import { createProviders } from '../providers/index.ts'
import type { Attribution, WeatherCapability } from '../providers/provider.ts'

/** The weather providers with the keys and switches that are in force at each call. */
export interface Providers extends ReturnType<typeof createProviders> {
  /** The licence under which a provider's data is shown. */
  attributionOf(source: string): Attribution
  /** The provider's name, as people know it. */
  nameOf(source: string): string
  /** Whether an admin has switched the primary provider off. */
  primarySwitchedOff(): boolean
  /** The primary provider's weather with another key than the one in use. */
  weatherWith(key: string): WeatherCapability
}

export function openProviders({ config }: Foundation, { connections, weatherKey }: Links): Providers {
  const all = providersOf(config, weatherKey)
  const inUse = {
    primary: all.primary,
    second: switchable(all.second, () => connections.isEnabled(SECOND_PROVIDER)),
    national: switchable(all.national, () => connections.isEnabled(NATIONAL_FEED)),
  }
  const attributions = new Map(Object.values(inUse).map(({ id, attribution }) => [id, attribution]))
  const names = new Map(Object.values(inUse).map(({ id, name }) => [id, name]))
  return {
    ...inUse,
    attributionOf: (source) => attributions.get(source) as Attribution,
    nameOf: (source) => names.get(source) ?? source,
    primarySwitchedOff: () => !connections.isEnabled(WEATHER_PROVIDER),
    weatherWith: (key) => providersOf(config, () => key).primary.weather,
  }
}

function providersOf(config: Config, key: () => string | null) {
  return createProviders({
    openWeather: {
      baseUrl: config.WEATHER_PROVIDER_BASE_URL,
      tilesBaseUrl: config.WEATHER_TILES_BASE_URL,
      key,
      plan: config.WEATHER_PROVIDER_PLAN,
    },
    openMeteo: { baseUrl: config.SECOND_PROVIDER_BASE_URL, key: () => config.SECOND_PROVIDER_API_KEY },
    nws: { baseUrl: config.NATIONAL_FEED_BASE_URL },
  })
}
