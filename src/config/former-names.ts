/** Variables of earlier releases, and what replaces them. */
const FORMER: Readonly<Record<string, string>> = {
  WEATHER_PROVIDER_API_KEY: 'OPENWEATHER_API_KEY',
  WEATHER_PROVIDER_PLAN: 'OPENWEATHER_PLAN',
  WEATHER_PROVIDER_BASE_URL: 'OPENWEATHER_BASE_URL',
  WEATHER_TILES_BASE_URL: 'OPENWEATHER_TILES_BASE_URL',
  UPSTREAM_MINUTE_LIMIT: 'OPENWEATHER_MINUTE_LIMIT',
  UPSTREAM_DAILY_LIMIT: 'OPENWEATHER_DAILY_LIMIT',
  GEOCODE_MINUTE_LIMIT: 'OPENWEATHER_GEOCODE_MINUTE_LIMIT',
  TILES_MINUTE_LIMIT: 'OPENWEATHER_TILES_MINUTE_LIMIT',
  SECOND_PROVIDER_API_KEY: 'OPEN_METEO_API_KEY',
  SECOND_PROVIDER_BASE_URL: 'OPEN_METEO_BASE_URL',
  SECOND_PROVIDER_MINUTE_LIMIT: 'OPEN_METEO_MINUTE_LIMIT',
  SECOND_PROVIDER_DAILY_LIMIT: 'OPEN_METEO_DAILY_LIMIT',
  SECOND_PROVIDER_FALLBACK: 'WEATHER_PROVIDERS, which lists the providers to use: `openweather` for `off`',
  NATIONAL_FEED_BASE_URL: 'NWS_BASE_URL',
}

/** One fault for each former variable that is set, naming the new one: ignoring it would silently change what the service does. */
export function formerNamesIn(environment: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(FORMER).flatMap(([former, now]) => (environment[former] ? [`${former} is now ${now}`] : []))
}
