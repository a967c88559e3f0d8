import type { Provider, ProviderDefinition } from '../provider.ts'
import { brightSkyObservations } from './observations.ts'
import { createWeather } from './weather.ts'

export interface BrightSkyOptions {
  /** `https://api.brightsky.dev`, or a server of your own that runs it. */
  readonly baseUrl: URL
}

/** Open data of the German weather service by Bright Sky. Needs no key. */
export function createBrightSky({ baseUrl }: BrightSkyOptions) {
  return {
    id: brightSky.id,
    attribution: {
      name: 'Bright Sky',
      text: 'Source: Deutscher Wetterdienst, by Bright Sky; units and hours adjusted',
      url: 'https://brightsky.dev/',
      license: 'DWD open data, CC BY 4.0',
    },
    coverage: 'europe',
    agencies: ['dwd'],
    weather: createWeather({ baseUrl }),
    observations: brightSkyObservations(baseUrl, brightSky.id),
  } satisfies Provider
}

const SETTINGS = {
  baseUrl: { kind: 'url', default: 'https://api.brightsky.dev', meaning: 'Bright Sky, or a server of your own that runs it' },
  minuteLimit: { kind: 'limit', default: 300, meaning: 'Calls to Bright Sky per minute; it publishes no limit' },
  dailyLimit: { kind: 'limit', default: 50_000, meaning: 'Calls to Bright Sky per day (UTC)' },
} as const

export const brightSky: ProviderDefinition<typeof SETTINGS> = {
  id: 'bright-sky',
  settings: SETTINGS,
  open: ({ settings }) => createBrightSky(settings),
}
