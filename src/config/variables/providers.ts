import { headerText, printable, providerList, providerNames } from '../parsers.ts'
import type { Variables } from '../reader.ts'
import { SWITCH, whole } from './kinds.ts'

export const PROVIDERS = {
  WEATHER_PROVIDERS: {
    group: 'Providers',
    type: 'ids of providers in their order, separated by commas, each with an optional `@region`',
    parse: providerList,
    default: null,
    defaultNote: 'openweather,open-meteo; if neither can be used, those that need no key',
    meaning:
      'Weather providers in the order in which they are asked: the next one answers when those before it cannot. One that lacks its key, or whose terms forbid its use, is skipped with a notice. With a region it is asked only there: `met-norway@nordic,nws@us,openweather`. Regions are `nordic` (Denmark with the Faroes, Finland, Iceland, Norway, Sweden), `europe`, `us`, `canada`, and ISO 3166 codes, joined by `+` (`DE+AT`); territorial waters belong to them, the open sea does not. A provider that covers only a part of the world is asked only there in any case. A list set in the back office takes precedence',
  },
  GEOIP_DATABASE: {
    group: 'Providers',
    type: 'path of an .mmdb file',
    parse: printable,
    default: null,
    defaultNote: 'bundled country database',
    meaning: 'GeoIP database of countries or cities (MaxMind format), used to suggest a region',
  },
  UPSTREAM_CONTACT: {
    group: 'Providers',
    type: 'text',
    parse: headerText,
    default: null,
    meaning: 'Contact in the User-Agent of upstream calls; the US weather service and MET Norway require one',
  },
  UPSTREAM_TIMEOUT_MS: {
    group: 'Providers',
    ...whole(100, 60_000),
    default: '4000',
    meaning: 'Total timeout of one upstream call',
  },
  REQUEST_TIMEOUT_MS: {
    group: 'Providers',
    ...whole(100, 120_000),
    default: '6000',
    meaning: 'Total timeout of a weather or geocoding answer, including all fallbacks',
  },
  BATCH_TIMEOUT_MS: {
    group: 'Providers',
    ...whole(100, 120_000),
    default: '10000',
    meaning: 'Timeout of a whole batch; scopes that are late answer with an error',
  },
} as const satisfies Variables

export const STATIONS = {
  STATION_SOURCES: {
    group: 'Stations',
    type: 'some of `aviation-weather`, `bright-sky`, `nws`, separated by commas, or `none`',
    parse: (text: string) => (text === 'none' ? [] : providerNames(text)),
    default: null,
    defaultNote: 'all of them, unless the weather is simulated',
    meaning:
      'Sources of what stations measure, which becomes the current weather of places nearby. None needs a key; each is read for the areas in which somebody is interested (docs/stations.md)',
  },
  STATION_HEIGHT_CORRECTION: {
    group: 'Stations',
    ...SWITCH,
    default: 'on',
    meaning:
      'Whether a temperature is adjusted to the height of the place, by 6.5 °C per kilometre, where the two differ by more than 50 m and are known; answers say so',
  },
} as const satisfies Variables

export const WARNING_FEEDS = {
  WARNING_FEEDS: {
    group: 'Official warnings',
    type: 'ids of providers, separated by commas',
    parse: providerNames,
    default: null,
    meaning:
      'Agencies whose warnings are read from their own feeds: `dwd` (the German weather service), `eccc` (Environment and Climate Change Canada), `met-norway` (which requires UPSTREAM_CONTACT)',
  },
  WARNING_FEEDS_PRIVATE: {
    group: 'Official warnings',
    ...SWITCH,
    default: 'off',
    meaning: 'Whether the feeds of official warnings that operators add may be plain http, or in private networks',
  },
} as const satisfies Variables
