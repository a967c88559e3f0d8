import type { Config } from '../config/config.ts'
import { type Connections, providerSystem, type StoredKey, weatherKeyCheck } from '../features/operations/connections/index.ts'
import type { ReadFeed } from '../features/weather/warnings/index.ts'
import type { Foundation } from '../foundation.ts'
import type { AlertProvider, WeatherProvider } from '../gateway/index.ts'
import { StartupError } from '../platform/startup-error.ts'
import { PROVIDERS } from '../providers/index.ts'
import type { Attribution, Provider, ProviderDefinition } from '../providers/provider.ts'

/** The primary and the fallback. */
const MAX_PROVIDERS = 2
/** Counts by source and reason. */
export const REFUSED_METRIC = 'isobar_refused_data_total'
const FALLBACK_OFF = 'Turned off in the environment (SECOND_PROVIDER_FALLBACK)'

/**
 * The providers, with the keys and switches in force at each call. The first of WEATHER_PROVIDERS is the primary; the second is the
 * fallback and the jobs' second opinion. A feed of official alerts is independent of both.
 * @throws StartupError for a list that names an unknown provider or one that may not be used
 */
export function openProviders(foundation: Foundation, connections: Connections, readFeed: ReadFeed) {
  const { config, meter, clock, metrics } = foundation
  const all = PROVIDERS.map((definition) => open(definition, config, connections))
  const [first, other] = listed(config, all)
  for (const { definition } of all) connections.follow(definition.connection, () => meter.forgetFaults())
  const feed = all.find(({ provider }) => provider.alerts !== undefined)
  const warningFeeds = all.filter(({ provider, isConfigured }) => provider.warningFeed !== undefined && isConfigured())
  const inUse = [...new Set([first, other, feed, ...warningFeeds])].filter((each) => each !== undefined)
  const find = (source: string) => all.find(({ provider }) => provider.id === source)?.provider
  const primary = first.provider as WeatherProvider
  const isFallbackOff = (each: typeof first): boolean => each === other && !config.SECOND_PROVIDER_FALLBACK
  const geocode = inUse.find(({ provider }) => provider.geocode !== undefined)?.provider.geocode
  const tiles = inUse.find(({ provider }) => provider.tiles !== undefined)?.provider
  const keyed = PROVIDERS.find(({ storesKey }) => storesKey) as ProviderDefinition<Config>
  return {
    /** A warning for the operator at start; null: none. */
    notice: first.isConfigured() || !connections.isEnabled(first.definition.connection) ? null : keyMissing(first, all),
    primary,
    second: other === undefined || isFallbackOff(other) ? undefined : (other.provider as WeatherProvider),
    national: feed?.provider as AlertProvider | undefined,
    geocode,
    tiles,
    /** The feeds of official warnings that the configuration names. */
    warningFeeds: warningFeeds.flatMap(({ provider: { id, attribution, warningFeed } }) =>
      warningFeed === undefined ? [] : { id, attribution, capability: warningFeed },
    ),
    /** Whether an admin has switched the primary provider off. */
    primarySwitchedOff: () => !connections.isEnabled(first.definition.connection),
    /** The licence under which a source's data is shown, including sources that are no longer used. */
    attributionOf: (source: string) => find(source)?.attribution as Attribution,
    /** A source's display name. */
    nameOf: (source: string) => find(source)?.attribution.name ?? source,
    /** The budgets that clients share. */
    sharedProducts: [primary.weather, geocode, tiles?.tiles, other?.provider.weather].flatMap((each) => each?.product ?? []),
    storedKey: {
      id: keyed.connection,
      fromEnvironment: keyed.keyIn(config),
      verify: weatherKeyCheck(foundation, (key) => (keyed.open(config, () => key) as WeatherProvider).weather),
    } satisfies StoredKey,
    /** The providers as the back office lists them. */
    systems: inUse.map((each) =>
      providerSystem({
        ...each,
        role: each === first ? 'Weather' : each === other ? 'Fallback weather' : 'Official alerts',
        settings: each.definition.settingsIn(config),
        switchedOffBy: () => (isFallbackOff(each) ? (each.definition.refusedBy(config) ?? FALLBACK_OFF) : null),
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

function open(definition: ProviderDefinition<Config>, config: Config, connections: Connections) {
  const { connection } = definition
  const provider = definition.open(config, () => connections.key(connection, definition.keyIn(config)))
  return {
    definition,
    /** Whether it has everything it needs to be used, switched on or not. */
    isConfigured: () => (provider.weather ?? provider.alerts ?? provider.warningFeed)?.configured() === true,
    provider: switchable(provider, () => connections.isEnabled(connection)),
  }
}

/** A provider that an admin may switch off. */
function switchable(provider: Provider, isEnabled: () => boolean): Provider {
  const switched = <C extends { configured(): boolean }>(capability: C): C => ({
    ...capability,
    configured: () => isEnabled() && capability.configured(),
  })
  const { weather, geocode, tiles, alerts, warningFeed } = provider
  return {
    ...provider,
    ...(weather && { weather: switched(weather) }),
    ...(geocode && { geocode: switched(geocode) }),
    ...(tiles && { tiles: switched(tiles) }),
    ...(alerts && { alerts: switched(alerts) }),
    ...(warningFeed && { warningFeed: switched(warningFeed) }),
  }
}

/** The notice for a missing key, with both remedies. */
function keyMissing({ provider }: ReturnType<typeof open>, all: readonly ReturnType<typeof open>[]): string {
  const free = all.find((each) => each.provider.weather !== undefined && each.isConfigured())?.provider.id
  const { name } = provider.attribution
  return `${name} has no key: set one (see .env.example), store one in the back office, or start with WEATHER_PROVIDERS=${free}`
}

/** The providers of WEATHER_PROVIDERS, in its order. */
function listed(config: Config, all: readonly ReturnType<typeof open>[]) {
  const able = all.filter(({ provider }) => provider.weather !== undefined)
  const choice = able.map(({ provider }) => provider.id).join(', ')
  const found = config.WEATHER_PROVIDERS.map((id) => {
    const one = able.find(({ provider }) => provider.id === id)
    if (one === undefined) {
      const isKnown = all.some(({ provider }) => provider.id === id)
      const why = isKnown ? `${id} is read for official warnings only, not for forecasts` : `there is no provider ${id}`
      throw new StartupError(`WEATHER_PROVIDERS: ${why}; available: ${choice}`)
    }
    return one
  })
  const [first, other] = found
  if (first === undefined || found.length > MAX_PROVIDERS) throw new StartupError(`WEATHER_PROVIDERS takes one or two of ${choice}`)
  const refusal = first.definition.refusedBy(config)
  if (refusal !== null) throw new StartupError(`WEATHER_PROVIDERS: ${first.definition.id} may not be used: ${refusal}`)
  return [first, other] as const
}
