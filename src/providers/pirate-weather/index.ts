import type { Provider, ProviderDefinition } from '../provider.ts'
import { createWeather, type WeatherOptions } from './weather.ts'

/** Pirate Weather: models of the world in the format of Dark Sky, with minutes. Needs a key. */
export function createPirateWeather(options: WeatherOptions) {
  return {
    id: pirateWeather.id,
    attribution: {
      name: 'Pirate Weather',
      text: 'Powered by Pirate Weather',
      url: 'https://pirateweather.net/',
      license: 'Terms of Pirate Weather',
    },
    coverage: 'global',
    agencies: ['noaa', 'dwd'],
    weather: createWeather(options),
  } satisfies Provider
}

const SETTINGS = {
  apiKey: { kind: 'secret', meaning: 'Key of Pirate Weather' },
  baseUrl: { kind: 'url', default: 'https://api.pirateweather.net', meaning: 'Pirate Weather' },
  keyPlacement: {
    kind: 'choice',
    of: ['header', 'path'],
    default: 'header',
    meaning: 'Where calls have the key. path is for servers that read no header; URLs may be logged by what is in between',
  },
  minuteLimit: { kind: 'limit', default: 10, meaning: 'Calls to Pirate Weather per minute' },
  dailyLimit: { kind: 'limit', default: 300, meaning: 'Calls to Pirate Weather per day (UTC); plans differ, so the default is cautious' },
  monthlyLimit: { kind: 'limit', default: 9_000, meaning: 'Calls to Pirate Weather per month (UTC), by which its plans count' },
} as const

export const pirateWeather: ProviderDefinition<typeof SETTINGS> = {
  id: 'pirate-weather',
  settings: SETTINGS,
  needs: ['apiKey'],
  open: ({ settings, key }) => createPirateWeather({ ...settings, key }),
}
