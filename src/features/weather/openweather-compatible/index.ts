import type { Feature, Foundation } from '../../../foundation.ts'
import type { Gateway } from '../../../gateway/index.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import type { AirHistory } from '../history/index.ts'
import type { PlaceWeatherService } from '../place-weather/index.ts'
import type { Places } from '../places/index.ts'
import type { Tiles } from '../tiles/index.ts'
import { registerAirHistory } from './air-history-route.ts'
import { buildOpenWeatherErrorResponses, buildTileErrorBody } from './errors.ts'
import { registerOlder } from './older-routes.ts'
import { registerPlaces } from './place-routes.ts'
import { createTownReader } from './requested-towns.ts'
import { SCOPE, TAG } from './resource.ts'
import { createTownFinder } from './towns.ts'
import { registerOthers, registerOpenWeatherRoutes } from './weather-routes.ts'

export interface OpenWeatherApiNeeds {
  readonly gateway: Pick<Gateway, 'delivers'>
  readonly placeWeather: PlaceWeatherService
  readonly places: Places
  readonly tiles: Tiles
  readonly airHistory: AirHistory
}

/** OpenWeather's API over this service's weather, unless it is switched off. */
export function openOpenWeatherApi(
  foundation: Foundation,
  { gateway, placeWeather, places, tiles, airHistory }: OpenWeatherApiNeeds,
): Feature {
  const { config, onError } = foundation
  if (!config.OPENWEATHER_COMPATIBLE_API) return {}
  const towns = createTownFinder(places, onError)
  const reader = createTownReader(foundation, gateway, towns)
  return {
    routes(app: HttpServer) {
      registerOpenWeatherRoutes(app, placeWeather, reader)
      registerOlder(app, foundation, placeWeather, reader, towns)
      registerAirHistory(app, foundation, airHistory)
      registerPlaces(app, foundation, towns)
      tiles.serveAt(app, {
        pattern: '/map/:layer/:z/:x/:y',
        scope: SCOPE,
        operationId: 'openWeatherMapTile',
        tag: TAG,
        summary: 'A weather map tile',
        description: 'As the weather maps 1.0: `clouds_new`, `precipitation_new`, `pressure_new`, `wind_new` and `temp_new`.',
        errors: { responses: buildOpenWeatherErrorResponses(400, 429, 502, 503), bodyOf: buildTileErrorBody },
      })
      registerOthers(app, foundation)
    },
  }
}
