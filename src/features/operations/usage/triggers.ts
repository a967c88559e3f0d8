/** Triggers that always keep their names in sums, whatever else callers send. */
export const KNOWN_TRIGGERS: readonly string[] = [
  'unspecified',
  'dashboard_load',
  'dashboard_refresh',
  'city_detail',
  'search_select',
  'search_preview',
  'history_read',
  'prefetch',
  'openweather_api',
  'open_meteo_api',
  'stream',
  'cron_weekly_digests',
  'cron_weather_alerts',
  'probe',
]

/** Limit for other triggers with their own sums on one day: anybody can invent more. */
export const MAX_OTHER_TRIGGERS = 50

/** All further triggers. */
export const OTHER = '(other)'
