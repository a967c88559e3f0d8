import { type Cell, toCell } from '@isobar/weather'
import { toAnswerFailure, fetchJson, isSimulated, type JsonAnswer, buildUrlBelow } from '../fetch-json.ts'
import { type PaidCalls, type Product, type Provider, type ProviderDefinition, readBy, type SharedMemory } from '../provider.ts'
import { createWmsRadar } from '../wms/radar.ts'
import { readCounties } from './counties.ts'
import { isCoveredByNws } from './coverage.ts'
import { createNwsObservations } from './observations.ts'
import { decodeCollection } from './schema.ts'
import { HEADERS, NAME, SERVICE } from './service.ts'
import { SOURCE, transformMessages } from './transform.ts'
import { PART, readNws, WARNINGS } from './warning-feed.ts'
import { createNwsWeather } from './weather.ts'

export interface NwsOptions {
  /** `https://api.weather.gov`, or a substitute. */
  readonly baseUrl: URL
  /** `https://opengeo.ncep.noaa.gov`, or a substitute; omitted: `baseUrl`. */
  readonly radarBaseUrl?: URL
  /** Omitted: a place's grid is asked for before every forecast. */
  readonly memory?: SharedMemory
  /** Whether the operator wants the warnings of the whole country. */
  readonly readsWarnings?: boolean
}

const KANSAS = toCell(39.11, -94.63)

/** The US National Weather Service: forecasts and official alerts in the United States. Needs no key. */
export function createNws({ baseUrl, radarBaseUrl = baseUrl, memory, readsWarnings = false }: NwsOptions) {
  return {
    id: SOURCE,
    attribution: {
      name: 'US National Weather Service',
      text: 'Data by the US National Weather Service',
      url: 'https://www.weather.gov/',
      license: 'Public domain',
    },
    coverage: 'us',
    agencies: ['noaa'],
    weather: createNwsWeather({ baseUrl, sample: KANSAS, ...(memory && { memory }) }),
    alerts: {
      product: ALERTS,
      configured: () => true,
      covers: isCoveredByNws,
      sample: KANSAS,
      async fetch(cell, calls) {
        const answer = await fetchAlerts(baseUrl, cell, calls)
        const messages = decodeCollection(answer.body)
        if (messages === null) throw toAnswerFailure(NAME, 'invalid_body', answer)
        return { alerts: transformMessages(messages, cell.id), simulated: isSimulated(answer.headers) }
      },
    },
    warningFeed: {
      product: WARNINGS,
      intervalSeconds: 120,
      parts: [PART],
      partsAreCountries: true,
      // Zones are drawn as counties, if at all; at a point the service itself says what holds.
      decidesByOutlines: true,
      areas: { scheme: 'SAME', read: readCounties },
      configured: () => readsWarnings,
      ...readBy(SOURCE, readNws, { base: baseUrl.href }),
    },
    radar: createWmsRadar({
      name: NAME,
      product: RADAR,
      url: buildUrlBelow(radarBaseUrl, '/geoserver/conus/conus_bref_qcd/ows'),
      layer: 'conus_bref_qcd',
      style: 'radar_reflectivity',
      legend: null,
      area: { south: 20, west: -130, north: 55, east: -60 },
    }),
    observations: createNwsObservations(baseUrl, SOURCE),
  } satisfies Provider
}

const SETTINGS = {
  baseUrl: {
    kind: 'url',
    default: 'https://api.weather.gov',
    meaning: 'US National Weather Service: forecasts and alerts',
  },
  radarBaseUrl: { kind: 'url', default: 'https://opengeo.ncep.noaa.gov', meaning: 'Maps of NOAA, for the radar' },
  tilesMinuteLimit: { kind: 'limit', default: 120, meaning: 'Calls for radar pictures per minute' },
  minuteLimit: {
    kind: 'limit',
    default: 600,
    meaning: 'Calls for forecasts per minute; it publishes no limit',
  },
  dailyLimit: { kind: 'limit', default: 100_000, meaning: 'Calls per day (UTC)' },
} as const

export const nws: ProviderDefinition<typeof SETTINGS> = {
  id: SOURCE,
  settings: SETTINGS,
  open: ({ settings, memory, context }) => createNws({ ...settings, memory, readsWarnings: context.readsWarnings }),
}

/** The lower forty-eight; no limit is published. */
const RADAR: Product = { id: 'nws/radar', weight: 1, budget: 'tiles' }

/** No limit is published. This one is a courtesy: ten places a second. */
export const ALERTS: Product = { id: 'nws/alerts', weight: 1, limits: { perMinute: 600 } }

/**
 * The active alerts at a point. A cell has two decimals, written without trailing zeros: more than four decimals or a trailing zero causes
 * a redirect. An unknown parameter is rejected. The HTTP client sets the User-Agent, without which the service answers 403.
 * @throws ProviderFailure, `not_found` outside the coverage
 */
function fetchAlerts(baseUrl: URL, { lat, lon }: Cell, calls: PaidCalls): Promise<JsonAnswer> {
  const url = buildUrlBelow(baseUrl, '/alerts/active', `status=actual&point=${lat},${lon}`)
  return fetchJson(calls, { product: ALERTS, url, headers: HEADERS }, SERVICE)
}
