import type { Variables } from './variable.ts'

export const PROVIDERS = {
  WEATHER_PROVIDERS: {
    group: 'Providers',
    type: 'ids of providers in their order, separated by commas, each with an optional `@region`',
    default: null,
    defaultNote: 'openweather,open-meteo; if neither can be used, those that need no key',
    meaning:
      'Weather providers in the order in which they are asked: the next one answers when those before it cannot. One that lacks its key, or whose terms forbid its use, is skipped with a notice. With a region it is asked only there: `met-norway@nordic,nws@us,openweather`. Regions are `nordic` (Denmark with the Faroes, Finland, Iceland, Norway, Sweden), `europe`, `us`, `canada`, and ISO 3166 codes, joined by `+` (`DE+AT`); territorial waters belong to them, the open sea does not. A provider that covers only a part of the world is asked only there in any case. A list set in the back office takes precedence',
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
