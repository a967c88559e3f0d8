import type { Config } from '../config/config.ts'
import {
  type Connections,
  NATIONAL_FEED,
  nationalFeed,
  type OutsideSystem,
  primaryProvider,
  SECOND_PROVIDER,
  secondProvider,
  shownUrl,
  type StoredKey,
  WEATHER_PROVIDER,
  weatherKeyCheck,
} from '../features/operations/connections/index.ts'
import type { Foundation } from '../foundation.ts'
import { createProviders } from '../providers/index.ts'
import type { Attribution, Provider } from '../providers/provider.ts'

/** The weather providers, with the keys and switches that are in force at each call. */
export function openProviders(foundation: Foundation, connections: Connections) {
  const { config, meter, clock } = foundation
  const fromEnvironment = config.WEATHER_PROVIDER_API_KEY
  const key = (): string | null => connections.key(WEATHER_PROVIDER, fromEnvironment)
  const all = providersOf(config, key)
  const primary = all.primary
  const second = switchable(all.second, () => connections.isEnabled(SECOND_PROVIDER))
  const national = switchable(all.national, () => connections.isEnabled(NATIONAL_FEED))
  const known = [primary, second, national]
  const attributions = new Map(known.map(({ id, attribution }) => [id, attribution]))
  const names = new Map(known.map(({ id, name }) => [id, name]))
  const { now } = clock
  return {
    primary,
    second,
    national,
    /** Whether an admin has switched the primary provider off. */
    primarySwitchedOff: () => !connections.isEnabled(WEATHER_PROVIDER),
    /** The licence under which a source's data is shown. */
    attributionOf: (source: string) => attributions.get(source) as Attribution,
    /** A source's name, as people know it. */
    nameOf: (source: string) => names.get(source) ?? source,
    /** The budgets that clients share. */
    sharedProducts: [primary.weather.product, primary.geocode.product, primary.tiles.product, second.weather.product],
    storedKey: {
      id: WEATHER_PROVIDER,
      fromEnvironment,
      verify: weatherKeyCheck(foundation, (other) => providersOf(config, () => other).primary.weather),
    } satisfies StoredKey,
    /** As the back office lists them. */
    systems: [
      primaryProvider({ weather: primary.weather, meter, now, settings: primarySettings(config), hasKey: () => key() !== null }),
      secondProvider({ weather: second.weather, meter, now, settings: secondSettings(config), switchedOffBy: () => fallbackOff(config) }),
      nationalFeed({ alerts: national.alerts, meter, settings: () => ({ baseUrl: shownUrl(config.NATIONAL_FEED_BASE_URL) }) }),
    ],
  }
}

/** A provider that an admin may switch off. */
function switchable<P extends Provider>(provider: P, isEnabled: () => boolean): P {
  const switched = <C extends { configured(): boolean }>(capability: C): C => ({
    ...capability,
    configured: () => isEnabled() && capability.configured(),
  })
  const { weather, alerts } = provider
  return { ...provider, ...(weather && { weather: switched(weather) }), ...(alerts && { alerts: switched(alerts) }) }
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

function primarySettings(config: Config): OutsideSystem['settings'] {
  return () => ({
    baseUrl: shownUrl(config.WEATHER_PROVIDER_BASE_URL),
    tilesBaseUrl: shownUrl(config.WEATHER_TILES_BASE_URL),
    plan: config.WEATHER_PROVIDER_PLAN,
  })
}

function secondSettings(config: Config): OutsideSystem['settings'] {
  return () => ({ baseUrl: shownUrl(config.SECOND_PROVIDER_BASE_URL), hasKey: config.SECOND_PROVIDER_API_KEY !== null })
}

function fallbackOff({ SECOND_PROVIDER_FALLBACK: isOn }: Config): string | null {
  return isOn
    ? null
    : 'Turned off in the environment: SECOND_PROVIDER_FALLBACK is off, or ads are on without a commercial key (SECOND_PROVIDER_API_KEY)'
}
