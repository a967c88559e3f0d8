import { createOpenMeteo } from './open-meteo/index.ts'
import type { OpenMeteoOptions } from './open-meteo/index.ts'
import { createOpenWeather } from './openweather/index.ts'
import type { OpenWeatherOptions } from './openweather/index.ts'
import type { Provider } from './provider.ts'

export interface ProvidersOptions {
  readonly openWeather: OpenWeatherOptions
  readonly openMeteo: OpenMeteoOptions
}

/** Every weather provider, by its part: the primary answers, the second stands in and is the jobs' other opinion. */
export function createProviders(options: ProvidersOptions): { readonly primary: Provider; readonly second: Provider } {
  return {
    primary: createOpenWeather(options.openWeather),
    second: createOpenMeteo(options.openMeteo),
  }
}
