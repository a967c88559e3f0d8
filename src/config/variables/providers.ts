import type { Variables } from './variable.ts'

export const PROVIDERS = {
  WEATHER_PROVIDER_API_KEY: {
    group: 'Providers',
    type: 'text',
    default: null,
    secret: true,
    meaning: 'Key of the primary provider (OpenWeather); unset: weather and geocode answer 502 `service_unavailable`',
  },
  WEATHER_PROVIDER_PLAN: {
    group: 'Providers',
    type: '`onecall-3.0`, `onecall-4.0` or `free`',
    default: 'onecall-3.0',
    meaning:
      'What the key is subscribed to. onecall-3.0: one call fills every scope. onecall-4.0: a call per scope and page, longer days, alert ids. free: current weather only (2.5); the other scopes then come from the second provider',
  },
  WEATHER_PROVIDER_BASE_URL: {
    group: 'Providers',
    type: 'base URL',
    default: 'https://api.openweathermap.org',
    meaning: 'Primary provider (OpenWeather)',
  },
  WEATHER_TILES_BASE_URL: {
    group: 'Providers',
    type: 'base URL',
    default: 'https://tile.openweathermap.org',
    meaning: 'Map overlay tiles of the primary provider',
  },
  SECOND_PROVIDER_BASE_URL: {
    group: 'Providers',
    type: 'base URL',
    default: null,
    defaultNote: 'https://api.open-meteo.com, with a key https://customer-api.open-meteo.com',
    meaning: 'Second provider (Open-Meteo)',
  },
  SECOND_PROVIDER_API_KEY: {
    group: 'Providers',
    type: 'text',
    default: null,
    secret: true,
    meaning: "Open-Meteo's commercial key; its free use is non-commercial, so a site with ads needs one",
  },
  SECOND_PROVIDER_FALLBACK: {
    group: 'Providers',
    type: 'switch',
    default: 'on',
    meaning:
      'May the second provider answer when the primary cannot. Off while AD_PROGRAM_CLIENT_ID is set without SECOND_PROVIDER_API_KEY',
  },
  NATIONAL_FEED_BASE_URL: {
    group: 'Providers',
    type: 'base URL',
    default: 'https://api.weather.gov',
    meaning: "National weather service feed (US NWS), whose alerts join the primary provider's",
  },
  GEOIP_DATABASE: {
    group: 'Providers',
    type: 'path of an .mmdb file',
    default: null,
    defaultNote: 'the bundled countries',
    meaning: 'Database of countries or towns by address (MaxMind format), for the region helper',
  },
  UPSTREAM_CONTACT: {
    group: 'Providers',
    type: 'text',
    default: null,
    meaning: 'Contact put in the User-Agent of upstream calls, which the US weather service requires',
  },
  UPSTREAM_TIMEOUT_MS: {
    group: 'Providers',
    type: 'integer 100–60000',
    default: '4000',
    meaning: 'Deadline of one upstream call, everything included',
  },
  REQUEST_TIMEOUT_MS: {
    group: 'Providers',
    type: 'integer 100–120000',
    default: '6000',
    meaning: 'Deadline of a weather or geocode answer with all fallbacks',
  },
  BATCH_TIMEOUT_MS: {
    group: 'Providers',
    type: 'integer 100–120000',
    default: '10000',
    meaning: 'Deadline of a batch as a whole; what is late becomes the error of its scope',
  },
  UPSTREAM_DAILY_LIMIT: {
    group: 'Providers',
    type: 'integer 1–100000000',
    default: '1000',
    meaning: 'Calls to the primary weather product per day (UTC); a limit set by an admin goes before it',
  },
  UPSTREAM_MINUTE_LIMIT: {
    group: 'Providers',
    type: 'integer 1–1000000',
    default: '60',
    meaning: 'Calls to the primary weather product per minute; a limit set by an admin goes before it',
  },
  GEOCODE_MINUTE_LIMIT: {
    group: 'Providers',
    type: 'integer 1–1000000',
    default: '60',
    meaning: "Calls to the primary provider's search for places per minute",
  },
  TILES_MINUTE_LIMIT: {
    group: 'Providers',
    type: 'integer 1–1000000',
    default: '60',
    meaning: "Calls for the primary provider's map tiles per minute",
  },
  SECOND_PROVIDER_MINUTE_LIMIT: {
    group: 'Providers',
    type: 'integer 1–1000000',
    default: '600',
    meaning: "Calls to the second provider per minute, by the provider's own weights; the default is Open-Meteo's free use",
  },
  SECOND_PROVIDER_DAILY_LIMIT: {
    group: 'Providers',
    type: 'integer 1–100000000',
    default: '10000',
    meaning: "Calls to the second provider per day (UTC), by the provider's own weights; the default is Open-Meteo's free use",
  },
} as const satisfies Variables
