import { cellOf, type Cell } from '../../domain/cell.ts'
import { answerFailure, fetchJson, isSimulated, type JsonAnswer, urlBelow } from '../fetch-json.ts'
import type { PaidCalls, Product, Provider, ProviderDefinition, SharedMemory } from '../provider.ts'
import { isCovered } from './coverage.ts'
import { nwsObservations } from './observations.ts'
import { decodeCollection } from './schema.ts'
import { HEADERS, NAME, SERVICE } from './service.ts'
import { SOURCE, transformMessages } from './transform.ts'
import { createWeather } from './weather.ts'

export interface NwsOptions {
  /** `https://api.weather.gov`, or a substitute. */
  readonly baseUrl: URL
  /** Omitted: a place's grid is asked for before every forecast. */
  readonly memory?: SharedMemory
}

const KANSAS = cellOf(39.11, -94.63)

/** The US National Weather Service: forecasts and official alerts in the United States. Needs no key. */
export function createNws({ baseUrl, memory }: NwsOptions) {
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
    weather: createWeather({ baseUrl, sample: KANSAS, ...(memory && { memory }) }),
    alerts: {
      product: ALERTS,
      configured: () => true,
      covers: isCovered,
      sample: KANSAS,
      async fetch(cell, calls) {
        const answer = await fetchAlerts(baseUrl, cell, calls)
        const messages = decodeCollection(answer.body)
        if (messages === null) throw answerFailure(NAME, 'invalid_body', answer)
        return { alerts: transformMessages(messages, cell.id), simulated: isSimulated(answer.headers) }
      },
    },
    observations: nwsObservations(baseUrl, SOURCE),
  } satisfies Provider
}

const SETTINGS = {
  baseUrl: {
    kind: 'url',
    default: 'https://api.weather.gov',
    meaning: 'US National Weather Service: forecasts, and alerts, which are merged with those of the weather provider',
  },
  minuteLimit: {
    kind: 'limit',
    default: 600,
    meaning: 'Calls per minute to the forecasts of the National Weather Service; it publishes no limit',
  },
  dailyLimit: { kind: 'limit', default: 100_000, meaning: 'The same per day (UTC)' },
} as const

export const nws: ProviderDefinition<typeof SETTINGS> = {
  id: SOURCE,
  settings: SETTINGS,
  open: ({ settings, memory }) => createNws({ baseUrl: settings.baseUrl, memory }),
}

/** No limit is published. This one is a courtesy: ten places a second. */
export const ALERTS: Product = { id: 'nws/alerts', weight: 1, limits: { perMinute: 600 } }

/**
 * The active alerts at a point. A cell has two decimals, written without trailing zeros: more than four decimals or a trailing zero causes
 * a redirect. An unknown parameter is rejected. The HTTP client sets the User-Agent, without which the service answers 403.
 * @throws ProviderFailure, `not_found` outside the coverage
 */
function fetchAlerts(baseUrl: URL, { lat, lon }: Cell, calls: PaidCalls): Promise<JsonAnswer> {
  const url = urlBelow(baseUrl, '/alerts/active', `status=actual&point=${lat},${lon}`)
  return fetchJson(calls, { product: ALERTS, url, headers: HEADERS }, SERVICE)
}
