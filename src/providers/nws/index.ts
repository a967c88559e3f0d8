import { cellOf } from '../../domain/cell.ts'
import type { Provider, ProviderDefinition } from '../provider.ts'
import { isCovered } from './coverage.ts'
import { ALERTS, failure, fetchAlerts } from './fetch.ts'
import { decodeCollection } from './schema.ts'
import { SOURCE, transformMessages } from './transform.ts'

export interface NwsOptions {
  /** `https://api.weather.gov`, or a substitute. */
  readonly baseUrl: URL
}

const KANSAS = cellOf(39.11, -94.63)

/** The US National Weather Service: official alerts at points in the United States. Needs no key. */
export function createNws({ baseUrl }: NwsOptions) {
  return {
    id: SOURCE,
    attribution: {
      name: 'US National Weather Service',
      text: 'Alerts by the US National Weather Service',
      url: 'https://www.weather.gov/',
      license: 'Public domain',
    },
    coverage: 'us',
    alerts: {
      product: ALERTS,
      configured: () => true,
      covers: isCovered,
      sample: KANSAS,
      async fetch(cell, calls) {
        const { body, headers } = await fetchAlerts(baseUrl, cell, calls)
        const messages = decodeCollection(body)
        if (messages === null) throw failure('invalid_body', 200)
        return { alerts: transformMessages(messages, cell.id), simulated: headers['x-simulated'] !== undefined }
      },
    },
  } satisfies Provider
}

interface NwsEnvironment {
  readonly NATIONAL_FEED_BASE_URL: URL
}

export const nws: ProviderDefinition<NwsEnvironment> = {
  id: SOURCE,
  connection: 'national-feed',
  storesKey: false,
  keyIn: () => null,
  open: (environment) => createNws({ baseUrl: environment.NATIONAL_FEED_BASE_URL }),
  refusedBy: () => null,
  settingsIn: (environment) => ({ baseUrl: environment.NATIONAL_FEED_BASE_URL }),
}
