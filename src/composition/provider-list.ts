import type { Config } from '../config/config.ts'
import { PROVIDERS } from '../providers/index.ts'
import { countriesOf, type ListEntry, parseProviderList } from '../providers/list.ts'
import { FORGETFUL, type Provider, type ProviderDefinition, type ProviderEnvironment, type SharedMemory } from '../providers/provider.ts'
import type { SettingValues } from '../providers/settings.ts'
import { zonesOf } from './regions.ts'

const DEFAULT_LIST: readonly ListEntry[] = [
  { id: 'openweather', region: null },
  { id: 'open-meteo', region: null },
]

/** The weather providers that the environment names, in their order. */
export function listIn({ WEATHER_PROVIDERS }: Config): readonly ListEntry[] {
  return WEATHER_PROVIDERS ?? DEFAULT_LIST
}

/** Whether the environment wants what a provider's stations measure; without a list, it wants all. */
export function wantsStationsOf({ STATION_SOURCES }: Config, id: string): boolean {
  return STATION_SOURCES?.includes(id) ?? true
}

/** The list in the settings, or the environment's. */
export function entriesInForce(config: Config, text: string): readonly ListEntry[] {
  const stored = parseProviderList(text)
  return 'fault' in stored ? listIn(config) : stored.entries
}

/** Why the text is no list of weather providers; null: it is one. */
export function listFault(config: Config, text: string): string | null {
  const list = parseProviderList(text)
  return 'fault' in list ? list.fault : entryFault(config, list.entries)
}

/** The first entry that names no provider of weather or a country that does not exist, in words; null: there is none. */
export function entryFault(config: Config, entries: readonly ListEntry[]): string | null {
  const isAble = (definition: ProviderDefinition): boolean => opened(definition, config).weather !== undefined
  for (const { id, region } of entries) {
    const country = (region === null ? [] : (countriesOf(region) ?? [])).find((code) => zonesOf(code).length === 0)
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
  return definition.open(environmentOf(definition, config, () => null, FORGETFUL))
}

/** What a provider may know of the configuration; `key` returns the key in use. */
export function environmentOf(
  { id }: ProviderDefinition,
  config: Config,
  key: () => string | null,
  memory: SharedMemory,
): ProviderEnvironment {
  const settings: SettingValues = config.providers[id] ?? {}
  return {
    settings: settings as ProviderEnvironment['settings'],
    key,
    context: {
      contact: config.UPSTREAM_CONTACT,
      hasAds: config.AD_PROGRAM_CLIENT_ID !== null,
      readsWarnings: config.WARNING_FEEDS.includes(id),
    },
    memory,
  }
}
