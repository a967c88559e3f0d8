import type { Variables } from './variable.ts'

export const PROVIDERS = {
  WEATHER_PROVIDERS: {
    group: 'Providers',
    type: 'ids of providers in their order, separated by commas',
    default: 'openweather,open-meteo',
    meaning:
      'Weather providers in the order in which they are asked: the next one answers when those before it cannot. `open-meteo` needs no key; its free plan is for non-commercial use. Without OpenWeather there are no map tiles and no precipitation by the minute, and places are found in the bundled list of towns',
  },
  GEOIP_DATABASE: {
    group: 'Providers',
    type: 'path of an .mmdb file',
    default: null,
    defaultNote: 'bundled country database',
    meaning: 'GeoIP database of countries or cities (MaxMind format), used to suggest a region',
  },
  UPSTREAM_CONTACT: {
    group: 'Providers',
    type: 'text',
    default: null,
    meaning: 'Contact in the User-Agent of upstream calls; the US weather service and MET Norway require one',
  },
  UPSTREAM_TIMEOUT_MS: {
    group: 'Providers',
    type: 'integer 100–60000',
    default: '4000',
    meaning: 'Total timeout of one upstream call',
  },
  REQUEST_TIMEOUT_MS: {
    group: 'Providers',
    type: 'integer 100–120000',
    default: '6000',
    meaning: 'Total timeout of a weather or geocoding answer, including all fallbacks',
  },
  BATCH_TIMEOUT_MS: {
    group: 'Providers',
    type: 'integer 100–120000',
    default: '10000',
    meaning: 'Timeout of a whole batch; scopes that are late answer with an error',
  },
} as const satisfies Variables
