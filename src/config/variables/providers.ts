import { buildOneOfParser, parseHeaderText, parsePrintableText, parseWeatherProviders, parseProviderIds } from '../parsers.ts'
import type { Variables } from '../reader.ts'
import { SWITCH, buildIntegerType } from './kinds.ts'

export const PROVIDERS = {
  WEATHER_PROVIDERS: {
    group: 'Providers',
    type: 'ids of providers in their order, separated by commas, each with an optional `@region`',
    parse: parseWeatherProviders,
    default: null,
    defaultNote: 'openweather,open-meteo,bright-sky,nws,met-norway: of these, those that have what they need',
    meaning:
      'Weather providers in the order in which they are asked, until one can answer; without key, or forbidden by its terms, it is skipped with a notice. With a region it is asked only there: `met-norway@nordic,nws@us,openweather`. Regions are `nordic` (Denmark with the Faroes, Finland, Iceland, Norway, Sweden), `europe`, `us`, `canada`, and ISO 3166 codes, joined by `+` (`DE+AT`), with territorial waters. A list set in the back office comes first',
  },
  WEATHER_PROVIDER_API_KEY: {
    group: 'Providers',
    type: 'text',
    parse: (text: string) => text,
    default: null,
    secret: true,
    meaning:
      'Key of the first in WEATHER_PROVIDERS that needs a key and nothing else, by default OpenWeather; the variable with its name, such as OPENWEATHER_API_KEY, comes first',
  },
  RADAR_SOURCE: {
    group: 'Providers',
    type: '`rainviewer`, `dwd`, `eccc` or `nws`',
    parse: buildOneOfParser(['rainviewer', 'dwd', 'eccc', 'nws']),
    default: null,
    meaning:
      'Whose radar the map shows: `rainviewer` (the world: RainViewer, or LibreWXR by RAINVIEWER_BASE_URL), `dwd` (Germany, with two hours of forecast), `eccc` (North America, with an hour of forecast), `nws` (the lower United States); none needs a key (docs/providers.md)',
  },
  GEOIP_DATABASE: {
    group: 'Providers',
    type: 'path of an .mmdb file',
    parse: parsePrintableText,
    default: null,
    defaultNote: 'bundled country database',
    meaning: 'Countries or cities (MaxMind format), to suggest a region',
  },
  UPSTREAM_CONTACT: {
    group: 'Providers',
    type: 'text',
    parse: parseHeaderText,
    default: null,
    meaning: 'Contact in the User-Agent of upstream calls; the US weather service and MET Norway require one',
  },
  UPSTREAM_TIMEOUT_MS: {
    group: 'Providers',
    ...buildIntegerType(100, 60_000),
    default: '4000',
    meaning: 'Total timeout of one upstream call',
  },
  REQUEST_TIMEOUT_MS: {
    group: 'Providers',
    ...buildIntegerType(100, 120_000),
    default: '6000',
    meaning: 'Total timeout of a weather or geocoding answer, with fallbacks',
  },
  BATCH_TIMEOUT_MS: {
    group: 'Providers',
    ...buildIntegerType(100, 120_000),
    default: '10000',
    meaning: 'Timeout of a whole batch; scopes that are late answer with an error',
  },
} as const satisfies Variables

export const STATIONS = {
  STATION_SOURCES: {
    group: 'Stations',
    type: 'some of `aviation-weather`, `bright-sky`, `nws`, separated by commas, or `none`',
    parse: (text: string) => (text === 'none' ? [] : parseProviderIds(text)),
    default: null,
    defaultNote: 'all of them, unless the weather is simulated',
    meaning: 'Sources of what stations measure, without keys (docs/measurements.md)',
  },
  STATION_HEIGHT_CORRECTION: {
    group: 'Stations',
    ...SWITCH,
    default: 'on',
    meaning: 'Whether a measured temperature is adjusted to the height of the place, by 6.5 °C per kilometre, from 50 m on',
  },
} as const satisfies Variables

export const WARNING_FEEDS = {
  WARNING_FEEDS: {
    group: 'Official warnings',
    type: 'ids of providers, separated by commas',
    parse: parseProviderIds,
    default: null,
    meaning:
      'Agencies whose feeds of warnings are read: `dwd` (Germany), `eccc` (Canada), `met-norway` (needs UPSTREAM_CONTACT), `nws` (the United States, whose warnings of a place are read in any case)',
  },
  WARNING_FEEDS_PRIVATE: {
    group: 'Official warnings',
    ...SWITCH,
    default: 'off',
    meaning: 'Whether added feeds may be plain http, or in private networks',
  },
} as const satisfies Variables
