import type { Variables } from './variable.ts'

export const WARNING_FEEDS = {
  METEOALARM_COUNTRIES: {
    group: 'Official warnings',
    type: 'ISO 3166 codes such as `DE,FR`',
    default: null,
    meaning:
      'Countries whose warnings are read from MeteoAlarm, each every two minutes. Its areas are codes, so their outlines are needed as well',
  },
  WARNING_FEEDS: {
    group: 'Official warnings',
    type: 'some of `dwd`, `eccc`, `met-norway`, separated by commas',
    default: null,
    meaning:
      'Agencies whose warnings are read from their own feeds: the German weather service, Environment and Climate Change Canada, MET Norway (which requires UPSTREAM_CONTACT)',
  },
  WARNING_FEEDS_PRIVATE: {
    group: 'Official warnings',
    type: 'switch',
    default: 'off',
    meaning: 'Whether the feeds of official warnings that operators add may be plain http, or in private networks',
  },
  METEOALARM_BASE_URL: {
    group: 'Official warnings',
    type: 'base URL',
    default: 'https://feeds.meteoalarm.org',
    meaning: 'MeteoAlarm',
  },
  DWD_BASE_URL: {
    group: 'Official warnings',
    type: 'base URL',
    default: 'https://opendata.dwd.de',
    meaning: 'Open data of the German weather service',
  },
  ECCC_BASE_URL: {
    group: 'Official warnings',
    type: 'base URL',
    default: 'https://api.weather.gc.ca',
    meaning: 'GeoMet of Environment and Climate Change Canada',
  },
  MET_NORWAY_BASE_URL: {
    group: 'Official warnings',
    type: 'base URL',
    default: 'https://api.met.no',
    meaning: 'MET Norway',
  },
} as const satisfies Variables
