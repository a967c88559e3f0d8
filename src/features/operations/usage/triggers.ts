/** Triggers that always keep their name in sums, whatever else callers write. */
export const KNOWN_TRIGGERS: readonly string[] = [
  'unspecified',
  'dashboard_load',
  'dashboard_refresh',
  'city_detail',
  'search_select',
  'search_preview',
  'history_read',
  'prefetch',
  'cron_weekly_digests',
  'cron_weather_alerts',
]

/** Other triggers that a day's sums tell apart: anybody can make up more. */
export const MAX_OTHER_TRIGGERS = 50

/** Stands for the rest. */
export const OTHER = '(other)'
