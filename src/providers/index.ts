import { createNws, type NwsOptions } from './nws/index.ts'
import { createOpenMeteo, type OpenMeteoOptions } from './open-meteo/index.ts'
import { createOpenWeather, type OpenWeatherOptions } from './openweather/index.ts'

export interface ProvidersOptions {
  readonly openWeather: OpenWeatherOptions
  readonly openMeteo: OpenMeteoOptions
  readonly nws: NwsOptions
}

/**
 * Every provider, by its part: the primary answers, the second stands in and is the jobs' other opinion, the national feed adds its
 * official alerts.
 */
export function createProviders(options: ProvidersOptions) {
  return {
    primary: createOpenWeather(options.openWeather),
    second: createOpenMeteo(options.openMeteo),
    national: createNws(options.nws),
  }
}
