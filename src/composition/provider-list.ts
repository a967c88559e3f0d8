import { PROVIDERS } from '@isobar/providers'
import {
  FORGETFUL,
  type ListEntry,
  type Provider,
  type ProviderDefinition,
  type ProviderEnvironment,
  type SettingValues,
  type SharedMemory,
  parseProviderList,
  parseRegionCountries,
} from '@isobar/providers/port'
import type { Config } from '../config/config.ts'
import { listTimeZones } from './regions.ts'

/** OpenWeather if it has a key, and everybody who needs none, so that a place is dark only when all that cover it fail. */
export const DEFAULT_LIST: readonly ListEntry[] = ['openweather', 'open-meteo', 'bright-sky', 'nws', 'met-norway'].map((id) => ({
  id,
  region: null,
}))

/** The weather providers that the environment names, in their order. */
export function listConfiguredProviders({ WEATHER_PROVIDERS }: Config): readonly ListEntry[] {
  return WEATHER_PROVIDERS ?? DEFAULT_LIST
}

/** Whether the environment wants what a provider's stations measure; without a list, it wants all. */
export function isStationSourceEnabled({ STATION_SOURCES }: Config, id: string): boolean {
  return STATION_SOURCES?.includes(id) ?? true
}

/** The list in the settings, or the environment's. */
export function chooseListEntries(config: Config, text: string): readonly ListEntry[] {
  const stored = parseProviderList(text)
  return 'fault' in stored ? listConfiguredProviders(config) : stored.entries
}

/** Why the text is no list of weather providers; null: it is one. */
export function findProviderListFault(config: Config, text: string): string | null {
  const list = parseProviderList(text)
  return 'fault' in list ? list.fault : findEntryFault(config, list.entries)
}

/** The first entry that names no provider of weather or a country that does not exist, in words; null: there is none. */
export function findEntryFault(config: Config, entries: readonly ListEntry[]): string | null {
  const isAble = (definition: ProviderDefinition): boolean => opened(definition, config).weather !== undefined
  for (const { id, region } of entries) {
    const country = (region === null ? [] : (parseRegionCountries(region) ?? [])).find((code) => listTimeZones(code).length === 0)
    if (country !== undefined) return `${country} is no country`
    const definition = PROVIDERS.find((each) => each.id === id)
    if (definition !== undefined && isAble(definition)) continue
    const why = definition === undefined ? `there is no provider ${id}` : `${id} delivers no forecasts`
    const able = PROVIDERS.filter(isAble).map((each) => each.id)
    return `${why}; available: ${able.join(', ')}`
  }
  return null
}

/** A provider without a key, to see what it can do. */
function opened(definition: ProviderDefinition, config: Config): Provider {
  return definition.open(
    buildProviderEnvironment(
      definition,
      config,
      () => null,
      FORGETFUL,
      () => false,
    ),
  )
}

/** What a provider may know of the configuration; `key` returns the key in use. */
export function buildProviderEnvironment(
  { id }: ProviderDefinition,
  config: Config,
  key: () => string | null,
  memory: SharedMemory,
  hasAds: () => boolean,
): ProviderEnvironment {
  const settings: SettingValues = config.providers[id] ?? {}
  return {
    settings: settings as ProviderEnvironment['settings'],
    key,
    context: {
      contact: config.UPSTREAM_CONTACT,
      get hasAds() {
        return hasAds()
      },
      readsWarnings: config.WARNING_FEEDS.includes(id),
    },
    memory,
  }
}
