import type { Variables } from './variable.ts'

export const PROVIDERS = {
  WEATHER_PROVIDERS: {
    group: 'Providers',
    type: '`openweather`, `open-meteo`, or both in their order, separated by a comma',
    default: 'openweather,open-meteo',
    meaning:
      'Weather providers: the primary, then the fallback. `open-meteo` alone needs no key; its free plan is for non-commercial use. Without OpenWeather there are no map tiles and no precipitation by the minute, and places are found in the bundled list of towns',
  },
  WEATHER_PROVIDER_API_KEY: {
    group: 'Providers',
    type: 'text',
    default: null,
    secret: true,
    meaning: 'Key of OpenWeather; while it is the primary and no key is set, weather and geocoding answer 502 `service_unavailable`',
  },
  WEATHER_PROVIDER_PLAN: {
    group: 'Providers',
    type: '`onecall-3.0`, `onecall-4.0` or `free`',
    default: 'onecall-3.0',
    meaning:
      'Subscription plan of the key. onecall-3.0: one call fills every scope. onecall-4.0: one call per scope and page, more days, alert ids. free: current weather only (2.5); the other scopes come from the fallback provider',
  },
  WEATHER_PROVIDER_BASE_URL: {
    group: 'Providers',
    type: 'base URL',
    default: 'https://api.openweathermap.org',
    meaning: 'OpenWeather',
  },
  WEATHER_TILES_BASE_URL: {
    group: 'Providers',
    type: 'base URL',
    default: 'https://tile.openweathermap.org',
    meaning: 'Map overlay tiles of OpenWeather',
  },
  SECOND_PROVIDER_BASE_URL: {
    group: 'Providers',
    type: 'base URL',
    default: null,
    defaultNote: 'https://api.open-meteo.com, with a key https://customer-api.open-meteo.com',
    meaning: 'Open-Meteo',
  },
  SECOND_PROVIDER_API_KEY: {
    group: 'Providers',
    type: 'text',
    default: null,
    secret: true,
    meaning: "Open-Meteo's commercial API key. Its free plan is non-commercial, so a site with ads needs a key",
  },
  SECOND_PROVIDER_FALLBACK: {
    group: 'Providers',
    type: 'switch',
    default: 'on',
    meaning:
      'Whether the fallback provider answers when the primary cannot. Off while AD_PROGRAM_CLIENT_ID is set without SECOND_PROVIDER_API_KEY',
  },
  NATIONAL_FEED_BASE_URL: {
    group: 'Providers',
    type: 'base URL',
    default: 'https://api.weather.gov',
    meaning: 'Feed of the national weather service (US NWS), whose alerts are merged with those of the primary provider',
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
    meaning: 'Contact in the User-Agent of upstream calls; the US weather service requires one',
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
  UPSTREAM_DAILY_LIMIT: {
    group: 'Providers',
    type: 'integer 1–100000000',
    default: '1000',
    meaning: 'Calls to OpenWeather per day (UTC); a limit set in the back office takes precedence',
  },
  UPSTREAM_MINUTE_LIMIT: {
    group: 'Providers',
    type: 'integer 1–1000000',
    default: '60',
    meaning: 'Calls to OpenWeather per minute; a limit set in the back office takes precedence',
  },
  GEOCODE_MINUTE_LIMIT: {
    group: 'Providers',
    type: 'integer 1–1000000',
    default: '60',
    meaning: 'Calls to the geocoding of OpenWeather per minute',
  },
  TILES_MINUTE_LIMIT: {
    group: 'Providers',
    type: 'integer 1–1000000',
    default: '60',
    meaning: 'Calls for the map tiles of OpenWeather per minute',
  },
  SECOND_PROVIDER_MINUTE_LIMIT: {
    group: 'Providers',
    type: 'integer 1–1000000',
    default: '600',
    meaning: 'Calls to Open-Meteo per minute, weighted as it does; the default is its free plan',
  },
  SECOND_PROVIDER_DAILY_LIMIT: {
    group: 'Providers',
    type: 'integer 1–100000000',
    default: '10000',
    meaning: 'Calls to Open-Meteo per day (UTC), weighted as it does; the default is its free plan',
  },
} as const satisfies Variables
