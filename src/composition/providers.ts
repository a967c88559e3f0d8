import type { Config } from '../config/config.ts'
import { type Connections, providerSystem, type StoredKey, weatherKeyCheck } from '../features/operations/connections/index.ts'
import { WEATHER_SCOPES } from '../domain/scope.ts'
import type { ReadFeed } from '../features/weather/warnings/index.ts'
import type { Foundation } from '../foundation.ts'
import type { AlertProvider, WeatherProvider } from '../gateway/index.ts'
import { StartupError } from '../platform/startup-error.ts'
import { PROVIDERS } from '../providers/index.ts'
import type { Attribution, Provider, ProviderDefinition, ProviderEnvironment } from '../providers/provider.ts'
import { type SettingValues, variableName } from '../providers/settings.ts'

/** Counts by source and reason. */
export const REFUSED_METRIC = 'isobar_refused_data_total'

/**
 * The providers, with the keys and switches in force at each call. Those of WEATHER_PROVIDERS are asked in their order, each when those
 * before it cannot answer. A feed of official alerts is independent of them.
 * @throws StartupError for a list that names an unknown provider, or only some that may not be used
 */
export function openProviders(foundation: Foundation, connections: Connections, readFeed: ReadFeed) {
  const { config, meter, clock, metrics } = foundation
  const all = PROVIDERS.map((definition) => open(definition, config, connections))
  const { allowed: weather, notices } = listed(config, all)
  const [first, ...others] = weather
  for (const { definition } of all) connections.follow(definition.id, () => meter.forgetFaults())
  checkFeeds(config, all)
  checkStations(config, all)
  const feed = all.find(({ provider }) => provider.alerts !== undefined)
  const warningFeeds = all.filter(({ isFeedWanted }) => isFeedWanted)
  const inUse = [...new Set([...weather, feed, ...warningFeeds])].filter((each) => each !== undefined)
  const find = (source: string) => all.find(({ provider }) => provider.id === source)?.provider
  const primary = first.provider as WeatherProvider
  const geocode = inUse.find(({ provider }) => provider.geocode !== undefined)?.provider.geocode
  const tiles = inUse.find(({ provider }) => provider.tiles !== undefined)?.provider
  const keyed = all.find(({ definition }) => definition.needs?.includes('apiKey')) as Opened
  return {
    /** Warnings for the operator at start. */
    notices: [
      ...notices,
      ...(first.missing() === null || !connections.isEnabled(first.definition.id) ? [] : [keyMissing(first, all)]),
      ...undelivered(weather),
      ...warningFeeds.flatMap((each) => {
        const missing = each.missing()
        return missing === null ? [] : [`The warnings of ${each.provider.attribution.name} are not read: ${missing}`]
      }),
    ],
    /** In the order in which they are asked. */
    weather: [primary, ...others.map(({ provider }) => provider as WeatherProvider)] as const,
    feeds: feed === undefined ? [] : [feed.provider as AlertProvider],
    geocode,
    tiles,
    /** The feeds of official warnings that the configuration names. */
    warningFeeds: warningFeeds.flatMap(({ provider: { id, attribution, warningFeed } }) =>
      warningFeed === undefined ? [] : { id, attribution, capability: warningFeed },
    ),
    /** What the configured stations measure. */
    stationSources: all.flatMap(({ provider: { id, observations } }) =>
      observations !== undefined && (config.STATION_SOURCES?.includes(id) ?? true) ? { id, observations } : [],
    ),
    /** Whether an admin has switched the primary provider off. */
    primarySwitchedOff: () => !connections.isEnabled(first.definition.id),
    /** The licence under which a source's data is shown, including sources that are no longer used. */
    attributionOf: (source: string) => find(source)?.attribution as Attribution,
    /** A source's display name. */
    nameOf: (source: string) => find(source)?.attribution.name ?? source,
    /** The budgets that clients share. */
    sharedProducts: [primary.weather, geocode, tiles?.tiles, ...others.map(({ provider }) => provider.weather)].flatMap(
      (each) => each?.product ?? [],
    ),
    storedKey: {
      id: keyed.definition.id,
      fromEnvironment: keyed.keyInEnvironment,
      verify: weatherKeyCheck(
        foundation,
        (key) => (keyed.definition.open({ ...keyed.environment, key: () => key }) as WeatherProvider).weather,
      ),
    } satisfies StoredKey,
    /** The providers as the back office lists them. */
    systems: inUse.map((each) =>
      providerSystem({
        ...each,
        provider: weather.includes(each) ? each.provider : withoutWeather(each.provider),
        role: each === first ? 'Weather' : others.includes(each) ? 'Fallback weather' : 'Official alerts',
        isConfigured: () => each.missing() === null,
        settings: shownSettings(each),
        refusals: async () =>
          (await metrics.valuesOf(REFUSED_METRIC)).flatMap(({ labels, value }) =>
            labels['source'] === each.provider.id ? [{ reason: String(labels['reason']), count: value }] : [],
          ),
        meter,
        readFeed: (capability, calls) =>
          readFeed({ capability }, { part: capability.parts[0] ?? '', state: null, now: clock.now() }, calls),
        now: clock.now,
      }),
    ),
  }
}

type Opened = ReturnType<typeof open>

/** A provider that is used for something else than its weather. */
function withoutWeather(provider: Provider): Provider {
  const { weather: _, ...others } = provider
  return others
}

function open(definition: ProviderDefinition, config: Config, connections: Connections) {
  const { id, needs = [] } = definition
  const settings: SettingValues = config.providers[id] ?? {}
  const keyInEnvironment = typeof settings['apiKey'] === 'string' ? settings['apiKey'] : null
  const key = (): string | null => connections.key(id, keyInEnvironment)
  const environment: ProviderEnvironment = {
    settings: settings as ProviderEnvironment['settings'],
    key,
    context: {
      contact: config.UPSTREAM_CONTACT,
      hasAds: config.AD_PROGRAM_CLIENT_ID !== null,
      readsWarnings: config.WARNING_FEEDS.includes(id),
    },
  }
  /** What it lacks to be used, switched on or not, and how to get it; null: nothing. */
  const missing = (): string | null => {
    if (needs.includes('contact') && environment.context.contact === null) return 'it wants to know a contact: set UPSTREAM_CONTACT'
    const hasKey = key() !== null || keyInEnvironment !== null || connections.get(id).secret !== null
    return needs.includes('apiKey') && !hasKey ? `it has no key: set ${variableName(id, 'apiKey')} or store one in the back office` : null
  }
  const provider = definition.open(environment)
  return {
    definition,
    environment,
    keyInEnvironment,
    missing,
    /** Whether the environment wants its official warnings. */
    isFeedWanted: provider.warningFeed?.configured() === true,
    provider: switchable(provider, () => connections.isEnabled(id) && missing() === null),
  }
}

/** A provider whose capabilities can be used only while it is usable: switched on, and with everything that it needs. */
function switchable(provider: Provider, isUsable: () => boolean): Provider {
  const switched = <C extends { configured(): boolean }>(capability: C): C => ({
    ...capability,
    configured: () => isUsable() && capability.configured(),
  })
  const { weather, geocode, tiles, alerts, warningFeed, observations } = provider
  return {
    ...provider,
    ...(weather && { weather: switched(weather) }),
    ...(geocode && { geocode: switched(geocode) }),
    ...(tiles && { tiles: switched(tiles) }),
    ...(alerts && { alerts: switched(alerts) }),
    ...(warningFeed && { warningFeed: switched(warningFeed) }),
    ...(observations && { observations: switched(observations) }),
  }
}

/** A provider's settings for the back office, without secrets and limits. */
function shownSettings({ definition, environment, keyInEnvironment }: Opened): Readonly<Record<string, URL | string | boolean>> {
  const values = Object.entries(definition.settings).flatMap(([name, { kind }]) => {
    const value = environment.settings[name]
    if (kind === 'secret' || kind === 'limit' || value === null || value === undefined) return []
    return [[name, value instanceof URL ? value : String(Array.isArray(value) ? value.join(', ') : value)] as const]
  })
  return { ...Object.fromEntries(values), ...('apiKey' in definition.settings ? { hasKey: keyInEnvironment !== null } : {}) }
}

/** The notice for a missing key, with both remedies. */
function keyMissing({ provider, missing }: Opened, all: readonly Opened[]): string {
  const free = all.find((each) => each.provider.weather !== undefined && each.missing() === null)?.provider.id
  return `${provider.attribution.name} is not used: ${missing()}, or start with WEATHER_PROVIDERS=${free}`
}

/** The notice for scopes that no provider of the list delivers. */
function undelivered(weather: readonly Opened[]): string[] {
  const delivered = new Set(weather.flatMap(({ provider }) => provider.weather?.groups.flat() ?? []))
  const missing = WEATHER_SCOPES.filter((scope) => !delivered.has(scope))
  return missing.length === 0 ? [] : [`No provider in WEATHER_PROVIDERS delivers these on its plan: ${missing.join(', ')}`]
}

/**
 * The providers of WEATHER_PROVIDERS, in its order, without those whose terms forbid their use.
 * @throws StartupError
 */
function listed(config: Config, all: readonly Opened[]): { allowed: readonly [Opened, ...Opened[]]; notices: readonly string[] } {
  const able = all.filter(({ provider }) => provider.weather !== undefined)
  const choice = able.map(({ provider }) => provider.id).join(', ')
  const found = config.WEATHER_PROVIDERS.map((id) => {
    const one = able.find(({ provider }) => provider.id === id)
    if (one === undefined) {
      const isKnown = all.some(({ provider }) => provider.id === id)
      const why = isKnown ? `${id} is read for official warnings only, not for forecasts` : `there is no provider ${id}`
      throw new StartupError(`WEATHER_PROVIDERS: ${why}; available: ${choice}`)
    }
    return { one, refusal: one.definition.refusedBy?.(one.environment) ?? null }
  })
  const refusals = found.flatMap(({ one, refusal }) => (refusal === null ? [] : [`${one.provider.id} may not be used: ${refusal}`]))
  const [first, ...others] = found.flatMap(({ one, refusal }) => (refusal === null ? [one] : []))
  if (first === undefined) throw new StartupError(`WEATHER_PROVIDERS: ${refusals.join('; ')}`)
  return { allowed: [first, ...others], notices: refusals.map((refusal) => `WEATHER_PROVIDERS: ${refusal}`) }
}

/** @throws StartupError if STATION_SOURCES names a provider that has no stations */
function checkStations(config: Config, all: readonly Opened[]): void {
  const able = all.filter(({ provider }) => provider.observations !== undefined).map(({ provider }) => provider.id)
  const unknown = config.STATION_SOURCES?.find((id) => !able.includes(id))
  if (unknown !== undefined) throw new StartupError(`STATION_SOURCES: ${unknown} has no stations to read; sources are ${able.join(', ')}`)
}

/** @throws StartupError if WARNING_FEEDS names a provider that reads no warnings for that */
function checkFeeds(config: Config, all: readonly Opened[]): void {
  const unknown = config.WARNING_FEEDS.find((id) => !all.some(({ provider, isFeedWanted }) => provider.id === id && isFeedWanted))
  if (unknown === undefined) return
  const choice = all.filter(({ provider }) => provider.warningFeed !== undefined).map(({ provider }) => provider.id)
  throw new StartupError(`WARNING_FEEDS: ${unknown} has no warnings to read; feeds are ${choice.join(', ')}`)
}
