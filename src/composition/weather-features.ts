import { openCapFeed as openCap } from '@isobar/providers/cap-feed'
import { openStream } from '../features/clients/stream/index.ts'
import { openUsage } from '../features/operations/usage/index.ts'
import { openIcons } from '../features/site/icons/index.ts'
import { openBlend } from '../features/weather/blend/index.ts'
import { openForecast } from '../features/weather/forecast/index.ts'
import { openHistory } from '../features/weather/history/index.ts'
import { openNormals } from '../features/weather/normals/index.ts'
import { openOpenMeteoApi } from '../features/weather/open-meteo-compatible/index.ts'
import { openOpenWeatherApi } from '../features/weather/openweather-compatible/index.ts'
import { openPlaceFeeds } from '../features/weather/place-feeds/index.ts'
import { openPlaceWeather } from '../features/weather/place-weather/index.ts'
import { type GeoIp, openPlaces } from '../features/weather/places/index.ts'
import { openReports } from '../features/weather/reports/index.ts'
import { openStations, type StationSource } from '../features/weather/stations/index.ts'
import { openTiles } from '../features/weather/tiles/index.ts'
import { openAlerts, type OpenCapFeed, openWarnings, type WarningFeed } from '../features/weather/warnings/index.ts'
import type { Fetched } from '../gateway/index.ts'
import { openFeedReading } from './feed-reading.ts'
import { type OpenFoundation } from './foundation.ts'
import { openWeatherGateway } from './gateway.ts'
import { findLimitOrigin } from './product-limits.ts'
import { openProviders } from './providers.ts'
import { buildStartReport } from './start-report.ts'

/** What the caller of the service may supply in place of the configured sources. */
export interface WeatherSources {
  /** Feeds of official warnings in addition to those of the providers. */
  readonly warningFeeds?: readonly WarningFeed[]
  /** Sources of what stations measure, instead of the configured ones; they are read for simulated weather, too. */
  readonly stationSources?: readonly StationSource[]
  /** Opens the feeds that operators add by URL; omitted: as CAP. */
  readonly openCapFeed?: OpenCapFeed
}

export type WeatherFeatures = Awaited<ReturnType<typeof openWeatherFeatures>>

/** Opens the providers, the gateway and what answers questions about places from them. `features` are in the order of the API's documentation. */
export async function openWeatherFeatures(
  foundation: OpenFoundation,
  geoIp: GeoIp,
  { stationSources, warningFeeds = [], openCapFeed = openCap }: WeatherSources,
) {
  const { connections } = foundation
  const feedReading = openFeedReading()
  const readFeed = feedReading.read
  const providers = openProviders(foundation, connections, readFeed)
  for (const { at, message } of buildStartReport(providers)) foundation.announce(at, message)

  const stations = openStations(foundation, {
    sources: stationSources ?? providers.stationSources,
    forSimulated: stationSources !== undefined || foundation.config.STATION_SOURCES !== null,
  })
  const blend = openBlend(foundation, { primaryAt: providers.primaryAt })
  const history = openHistory(foundation, {
    attributionOf: providers.attributionOf,
    agenciesAt: providers.agenciesAt,
    primaryAt: providers.primaryAt,
    stationOf: stations.stationOf,
    learner: blend.learner,
  })
  const warnings = await openWarnings(foundation, { feeds: [...providers.warningFeeds, ...warningFeeds], openCapFeed, readFeed })
  const attributionOf = (source: string) => warnings.attributionOf(source) ?? providers.attributionOf(source)
  const nameOf = (source: string) => warnings.attributionOf(source)?.name ?? providers.nameOf(source)
  const onFetched = (fetched: Fetched) => {
    history.archive.add(fetched)
    stations.onFetched(fetched.cell, fetched.terrainHeight, fetched.bundle.simulated)
  }
  const gateway = openWeatherGateway(foundation, providers, onFetched, warnings.stored, blend)
  const usage = openUsage(foundation, {
    product: providers.mainProduct,
    products: providers.products,
    providers: providers.called,
    limitOrigin: (product, windowSeconds) => findLimitOrigin(connections, product, windowSeconds),
  })
  const places = openPlaces(foundation, { gateway, provider: providers.geocode, isProviderInUse: providers.isGeocoderInUse, geoIp })
  const placeWeather = openPlaceWeather(foundation, { gateway, stations, attributionOf, onAnswered: usage.answered })
  const forecast = openForecast(foundation, {
    gateway,
    placeWeather,
    attributionOf,
    nameOf: providers.nameOf,
    onSearch: places.onSearch,
    explainBlend: (cell, units) => blend.explain(gateway, cell, units),
  })
  const stream = openStream(foundation, { forecast, placeWeather, attributionOf })
  const normals = openNormals(foundation, { provider: providers.normals, attributionOf: providers.attributionOf })
  const openMeteoApi = openOpenMeteoApi(foundation, { gateway, placeWeather, history: history.service, airHistory: history.air, places })
  const placeFeeds = openPlaceFeeds(foundation, { placeWeather, attributionOf })
  const alerts = openAlerts(foundation, { gateway, attributionOf })
  const tiles = openTiles(foundation, { provider: providers.tiles, isSwitchedOff: providers.tilesSwitchedOff, radar: providers.radar })
  const openWeatherApi = openOpenWeatherApi(foundation, { gateway, placeWeather, places, tiles, airHistory: history.air })
  const icons = openIcons()
  const reports = openReports(foundation, { gateway })

  return {
    features: [
      forecast,
      blend,
      history,
      normals,
      places,
      openMeteoApi,
      placeFeeds,
      alerts,
      stream,
      warnings,
      stations,
      tiles,
      openWeatherApi,
      icons,
    ],
    feedReading,
    providers,
    attributionOf,
    nameOf,
    /** What pages say of the sources, and what can be seen at all. */
    describeSources: () => ({
      primarySources: providers.primaries(),
      tileSource: providers.tileSource(),
      hasRadar: providers.hasRadar(),
      hasWarningFeeds: warnings.stored.isInUse(),
      hasEmbeds: foundation.settings.current().embeds === 'on',
      frontPlace: foundation.settings.current().frontPlace,
      hasNormals: normals.isOn(),
      retentionDays: foundation.settings.current().retentionDays,
    }),
    gateway,
    usage,
    placeWeather,
    reports,
    blend,
    history,
    normals,
    places,
    stream,
    tiles,
    warnings,
    stations,
  } as const
}
