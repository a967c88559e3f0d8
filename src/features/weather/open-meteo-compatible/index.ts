import type { Feature, Foundation } from '../../../foundation.ts'
import type { Gateway } from '../../../gateway/index.ts'
import type { AirHistory, HistoryService } from '../history/index.ts'
import type { PlaceWeatherService } from '../place-weather/index.ts'
import type { Places } from '../places/index.ts'
import { registerArchive } from './archive-routes.ts'
import { registerElevation } from './elevation-routes.ts'
import { registerGeocoding } from './geocoding-routes.ts'
import { registerOpenMeteoWeather } from './routes.ts'

export interface OpenMeteoNeeds {
  readonly gateway: Pick<Gateway, 'delivers'>
  readonly placeWeather: Pick<PlaceWeatherService, 'answers'>
  readonly history: Pick<HistoryService, 'forecastsFor' | 'observedIn'>
  readonly airHistory: Pick<AirHistory, 'hoursIn'>
  readonly places: Pick<Places, 'geocode' | 'gazetteer'>
}

/** Serves weather in the shape of Open-Meteo's API, for programs that speak it. Without routes if it is switched off. */
export function openOpenMeteoApi(foundation: Foundation, needs: OpenMeteoNeeds) {
  return {
    routes(app) {
      if (!foundation.config.OPEN_METEO_COMPATIBLE_API) return
      registerOpenMeteoWeather(app, foundation, needs)
      registerArchive(app, foundation, needs.history)
      registerElevation(app, foundation)
      registerGeocoding(app, foundation, needs.places)
    },
  } satisfies Feature
}
