import { PROVIDERS } from '@isobar/providers'
import {
  type Attribution,
  type Product,
  type Provider,
  type ProviderContext,
  type ProviderDefinition,
  isSecret,
  toVariableName,
} from '@isobar/providers/port'
import { type Cell, decodeCellId } from '@isobar/weather'
import type { Config } from '../config/config.ts'
import { chooseKeyedProviderId } from '../config/former-names.ts'
import {
  type Connections,
  listProviderParts,
  buildProviderSystem,
  type StoredKey,
  buildWeatherKeyCheck,
} from '../features/operations/connections/index.ts'
import { hasAds } from '../features/operations/settings/index.ts'
import type { CalledProvider } from '../features/operations/usage/index.ts'
import type { ReadFeed } from '../features/weather/warnings/index.ts'
import type { Foundation } from '../foundation.ts'
import { BLEND_SOURCE, getAccountId, type AlertProvider, type WeatherProvider } from '../gateway/index.ts'
import { StartupError } from '../platform/startup-error.ts'
import { createAgencyLookup } from './agencies.ts'
import {
  chooseListEntries,
  findEntryFault,
  buildProviderEnvironment,
  listConfiguredProviders,
  isStationSourceEnabled,
} from './provider-list.ts'
import { createProviderMemory } from './provider-memory.ts'
import { buildWeatherPart, findUnusedReason } from './provider-use.ts'
import { type Candidate, type Usable, selectUsableProviders } from './usable-providers.ts'

/** Counts by source and reason. */
export const REFUSED_METRIC = 'isobar_refused_data_total'

export type Providers = ReturnType<typeof openProviders>

/**
 * The providers, with the keys and switches in force at each call, and the list of those that deliver the weather, which follows the
 * settings. A feed of official alerts is independent of the list.
 * @throws StartupError for a list that names an unknown provider, or only some whose terms forbid their use
 */
export function openProviders(foundation: Foundation, connections: Connections, readFeed: ReadFeed) {
  const { config, meter, clock, metrics, settings } = foundation
  const all = PROVIDERS.map((definition) => open(definition, foundation, connections))
  const able = all.filter(({ provider }) => provider.weather !== undefined)
  checkList(config, able)
  checkNames(config, 'WARNING_FEEDS', 'warnings', all, ({ provider: { id, warningFeed }, isFeedWanted }) => {
    // MeteoAlarm is read for countries, not because it is named here.
    return warningFeed !== undefined && (isFeedWanted || !config.WARNING_FEEDS.includes(id))
  })
  checkNames(config, 'STATION_SOURCES', 'stations', all, ({ provider }) => provider.observations !== undefined)

  const blendCredit: Attribution = {
    name: 'Blend',
    text: 'Temperatures blended from several sources',
    url: new URL('/accuracy', foundation.linkBase).href,
    license: 'As its sources',
  }
  const find = (source: string) => all.find(({ provider }) => provider.id === source)
  const findCredit = (source: string) => (source === BLEND_SOURCE ? blendCredit : find(source)?.provider.attribution)
  /** The list as written, by the environment or an owner. */
  const entries = () => chooseListEntries(config, settings.current().weatherProviders)
  let list: readonly Usable[] = []
  function usable(candidates: readonly Candidate[]): readonly Usable[] {
    return selectUsableProviders(entries(), candidates)
  }
  function relist(): void {
    list = usable(able)
  }
  settings.addCheck((after, before) => {
    if (!hasAds(after) || hasAds(before) || list.length === 0) return null
    const withAds = able.map((each) => ({ ...each, refusal: () => each.refusal({ hasAds: true }) }))
    if (usable(withAds).length > 0) return null
    const why = list.map(({ id }) => `${id}: ${find(id)?.refusal({ hasAds: true })}`).join('; ')
    return { path: after.ads === before.ads ? 'adClientId' : 'ads', message: `would leave no weather provider: ${why}` }
  })
  settings.follow(relist)
  for (const { provider } of all)
    connections.follow(provider.id, () => {
      meter.forgetFaults()
      relist()
    })
  const primaryAt = (cell: Cell): string => list.find(({ covers }) => covers(cell))?.id ?? list[0]?.id ?? ''
  const isInUse = ({ provider }: Opened): boolean => list.some(({ id }) => id === provider.id)

  const feed = all.find(({ provider }) => provider.alerts !== undefined)
  const warningFeeds = all.filter(({ isFeedWanted }) => isFeedWanted)
  const geocoder = all.find(({ provider }) => provider.geocode !== undefined)
  const mapper = all.find(({ provider }) => provider.tiles !== undefined)
  const radar = all.find(({ provider }) => provider.id === config.RADAR_SOURCE && provider.radar !== undefined)
  const keyed = find(chooseKeyedProviderId(listConfiguredProviders(config))) as Opened
  /** One product for each account. */
  const accountsOf = ({ provider: { weather, geocode, tiles } }: Opened) =>
    [weather?.product, ...Object.values(weather?.otherProducts ?? {}), geocode?.product, tiles?.product].filter(
      (product) => product !== undefined && getAccountId(product) === product.id,
    ) as Product[]
  const stationed = all.filter(({ provider: { observations } }) => observations !== undefined)
  const shown = [...new Set([...able, feed, ...warningFeeds, ...stationed, radar])]
    .filter((each) => each !== undefined)
    .map((opened) => ({
      opened,
      parts: listProviderParts(opened.provider, (capability, calls) =>
        readFeed({ capability }, { part: capability.parts[0] ?? '', state: null, now: clock.now() }, calls),
      ),
    }))
  return {
    all,
    /** By its id. */
    find,
    entries,
    /** Every provider of weather. */
    weather: able.map(({ provider }) => provider as WeatherProvider),
    /** Those in use, in the order in which they are asked. */
    list: () => list,
    /** Whether admins have switched off all that could be used. */
    isSwitchedOff: () => list.length > 0 && list.every(({ id }) => !connections.isEnabled(id)),
    /** The first provider for a cell, by its id. */
    primaryAt: (cellId: number) => primaryAt(decodeCellId(cellId)),
    /** Ids of the providers that are asked first, somewhere or everywhere. */
    primaries: () => list.slice(0, list.findIndex(({ isWorldwide }) => isWorldwide) + 1 || undefined).map(({ id }) => id),
    /** The product whose budget stands for the service's: that of the first provider for the world. */
    mainProduct: () => find((list.find(({ isWorldwide }) => isWorldwide) ?? list[0])?.id ?? '')?.provider.weather?.product,
    feeds: feed === undefined ? [] : [feed.provider as AlertProvider],
    geocode: geocoder?.provider.geocode,
    isGeocoderInUse: () => geocoder !== undefined && isInUse(geocoder) && geocoder.provider.geocode?.configured() === true,
    tiles: mapper?.provider.tiles,
    /** Display name of the provider of the map's overlays; null: there are none. */
    tileSource: () => (mapper !== undefined && isInUse(mapper) ? mapper.provider.attribution.name : null),
    tilesSwitchedOff: () => mapper !== undefined && !connections.isEnabled(mapper.provider.id),
    /** Whose radar the map shows; undefined: nobody's. */
    radar: radar?.provider.radar && {
      id: radar.provider.id,
      attribution: radar.provider.attribution,
      radar: radar.provider.radar,
      memory: createProviderMemory(`${radar.provider.id} radar`, foundation),
      refusal: () => radar.refusal(),
    },
    /** Whether the map shows its frames. */
    hasRadar: () => radar?.provider.radar?.configured() === true && radar.refusal() === null,
    /** The feeds of official warnings that the configuration names. */
    warningFeeds: warningFeeds.flatMap(({ provider: { id, attribution, warningFeed } }) =>
      warningFeed === undefined ? [] : { id, attribution, capability: warningFeed },
    ),
    /** What the configured stations measure. */
    stationSources: all.flatMap(({ provider: { id, observations } }) =>
      observations !== undefined && isStationSourceEnabled(config, id) ? { id, observations } : [],
    ),
    /** The first provider in use that knows what is usual; undefined: none. */
    normals: () => {
      const known = list.flatMap(({ id }) => find(id)?.provider ?? []).find(({ normals }) => normals?.configured())
      return known?.normals === undefined ? undefined : { id: known.id, capability: known.normals }
    },
    /** The licence under which a source's data is shown, including sources that are no longer used. */
    attributionOf: (source: string) => findCredit(source) as Attribution,
    /** The agencies whose forecasts a source passes on at a cell. */
    agenciesAt: (source: string, cellId: number) => find(source)?.agenciesAt(decodeCellId(cellId)) ?? [source],
    /** A source's display name. */
    nameOf: (source: string) => findCredit(source)?.name ?? source,
    /** The products in use whose calls clients share. */
    products: () => list.flatMap(({ id }) => accountsOf(find(id) as Opened)),
    storedKey: {
      id: keyed.provider.id,
      fromEnvironment: keyed.keyInEnvironment,
      verify: buildWeatherKeyCheck(
        foundation,
        (key) => (keyed.definition.open({ ...keyed.environment, key: () => key }) as WeatherProvider).weather,
      ),
    } satisfies StoredKey,
    /** The providers whose calls the back office shows. */
    called: shown.map(({ opened: { provider }, parts }): CalledProvider => ({
      id: provider.id,
      name: provider.attribution.name,
      products: parts.map(({ product }) => product),
    })),
    /** The providers as the back office lists them. */
    systems: shown.map(({ opened, parts }) => {
      const { provider, definition, missing } = opened
      const isEnabled = () => connections.isEnabled(provider.id)
      const weather = () => buildWeatherPart(opened, list, entries(), isEnabled())
      return buildProviderSystem({
        provider,
        weather,
        parts,
        whyUnused: (part) => findUnusedReason(part, opened, weather(), config, isEnabled()),
        declared: definition.settings,
        hasOwnKeyRoute: opened === keyed,
        isConfigured: () => missing() === null,
        settings: () => shownSettings(opened, connections),
        refusals: async () =>
          (await metrics.valuesOf(REFUSED_METRIC)).flatMap(({ labels, value }) =>
            labels['source'] === provider.id ? [{ reason: String(labels['reason']), count: value }] : [],
          ),
        meter,
        now: clock.now,
      })
    }),
  }
}

export type Opened = ReturnType<typeof open>

function open(definition: ProviderDefinition, foundation: Foundation, connections: Connections) {
  const { id, needs = [] } = definition
  const { config } = foundation
  const ofEnvironment = config.providers[id]?.['apiKey']
  const keyInEnvironment = typeof ofEnvironment === 'string' ? ofEnvironment : null
  const key = (): string | null => connections.key(id, keyInEnvironment)
  const environment = buildProviderEnvironment(definition, config, key, createProviderMemory(id, foundation), () =>
    hasAds(foundation.settings.current()),
  )
  const needsKey = needs.includes('apiKey')
  const lacksContact = needs.includes('contact') && environment.context.contact === null
  const unset = needs.find((name) => name !== 'contact' && name !== 'apiKey' && (environment.settings[name] ?? null) === null)
  const hasKey = (): boolean => keyInEnvironment !== null || connections.get(id).secret !== null
  /** What it lacks to be used, switched on or not, and how to get it; null: nothing. */
  const missing = (): string | null => {
    if (lacksContact) return 'it wants to know a contact: set UPSTREAM_CONTACT'
    if (unset !== undefined) return `it needs ${toVariableName(id, unset)}`
    return needsKey && !hasKey() ? `it has no key: set ${toVariableName(id, 'apiKey')} or store one in the back office` : null
  }
  const provider = definition.open(environment)
  return {
    definition,
    environment,
    keyInEnvironment,
    hasKey,
    missing,
    /** Why its terms forbid its use; null: they allow it. */
    refusal: (context: Partial<ProviderContext> = {}) =>
      definition.refusedBy?.({ ...environment, context: { ...environment.context, ...context } }) ?? null,
    /** Whether the environment wants its official warnings. */
    isFeedWanted: provider.warningFeed?.configured() === true,
    agenciesAt: createAgencyLookup(provider),
    provider: switchable(provider, () => connections.isEnabled(id) && missing() === null),
  }
}

/** A provider whose capabilities can be used only while it is usable: switched on, and with everything that it needs. */
function switchable(provider: Provider, isUsable: () => boolean): Provider {
  const switched = <C extends { configured(): boolean }>(capability: C): C => ({
    ...capability,
    configured: () => isUsable() && capability.configured(),
  })
  const { weather, geocode, tiles, radar, alerts, warningFeed, observations, normals } = provider
  return {
    ...provider,
    ...(weather && { weather: switched(weather) }),
    ...(geocode && { geocode: switched(geocode) }),
    ...(tiles && { tiles: switched(tiles) }),
    ...(radar && { radar: switched(radar) }),
    ...(alerts && { alerts: switched(alerts) }),
    ...(warningFeed && { warningFeed: switched(warningFeed) }),
    ...(observations && { observations: switched(observations) }),
    ...(normals && { normals: switched(normals) }),
  }
}

/** A provider's settings for the back office, without secrets: its limits as they are in force. */
function shownSettings(
  { definition: { id, settings }, environment, hasKey }: Opened,
  connections: Connections,
): Readonly<Record<string, URL | string | number | boolean>> {
  const stored = connections.get(id).settings
  const values = Object.entries(settings).flatMap(([name, { kind }]): (readonly [string, URL | string | number])[] => {
    const value = kind === 'limit' ? (stored[name] ?? environment.settings[name]) : environment.settings[name]
    if (isSecret(kind) || value === null || value === undefined) return []
    if (kind === 'limit') return [[name, Number(value)]]
    return [[name, value instanceof URL ? value : String(Array.isArray(value) ? value.join(', ') : value)]]
  })
  return { ...Object.fromEntries(values), ...('apiKey' in settings ? { hasKey: hasKey() } : {}) }
}

/** @throws StartupError for a WEATHER_PROVIDERS that names an unknown provider, or only some whose terms forbid their use */
function checkList(config: Config, able: readonly Opened[]): void {
  const entries = listConfiguredProviders(config)
  const fault = findEntryFault(config, entries)
  if (fault !== null) throw new StartupError(`WEATHER_PROVIDERS: ${fault}`)
  // Ads that an owner has switched on must not keep the service from starting.
  if (config.WEATHER_PROVIDERS === null || config.AD_PROGRAM_CLIENT_ID === null) return
  const refusals = entries.map(({ id }) => able.find(({ provider }) => provider.id === id)?.refusal() ?? null)
  if (refusals.includes(null)) return
  throw new StartupError(`WEATHER_PROVIDERS: ${entries.map(({ id }, index) => `${id} may not be used: ${refusals[index]}`).join('; ')}`)
}

/** @throws StartupError if the variable, a list of ids, names a provider that is not able to be read for `what` */
function checkNames(
  config: Config,
  variable: 'WARNING_FEEDS' | 'STATION_SOURCES',
  what: string,
  all: readonly Opened[],
  isAble: (opened: Opened) => boolean,
): void {
  const able = all.filter(isAble).map(({ provider }) => provider.id)
  const unknown = config[variable]?.find((id) => !able.includes(id))
  if (unknown !== undefined) throw new StartupError(`${variable}: ${unknown} has no ${what} to read; available: ${able.join(', ')}`)
}
