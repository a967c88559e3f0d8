import type { Feature, Foundation } from '../../../foundation.ts'
import type { HistoryService } from '../history/index.ts'
import type { PlaceWeatherService } from '../place-weather/index.ts'
import { registerArchive } from './archive-routes.ts'
import { registerWeather } from './routes.ts'

export interface OpenMeteoNeeds {
  readonly placeWeather: Pick<PlaceWeatherService, 'answers'>
  readonly history: Pick<HistoryService, 'forecastsFor' | 'observedIn'>
}

/** Serves weather in the shape of Open-Meteo's API, for programs that speak it. Without routes if it is switched off. */
export function openOpenMeteoApi({ config, clock, limiter, onError }: Foundation, { placeWeather, history }: OpenMeteoNeeds) {
  return {
    routes(app) {
      if (!config.OPEN_METEO_COMPATIBLE_API) return
      registerWeather(app, { placeWeather, history, clock, onError })
      registerArchive(app, { history, limiter, clock })
    },
  } satisfies Feature
}
