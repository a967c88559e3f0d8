import type { Attribution } from '@isobar/providers/port'
import type { Feature, Foundation } from '../../../foundation.ts'
import type { Gateway } from '../../../gateway/index.ts'
import type { PlaceWeatherService } from '../place-weather/index.ts'
import { registerBatch } from './batch-routes.ts'
import { registerBlendExplanation } from './blend-routes.ts'
import { createRenderings } from './rendering.ts'
import { type ForecastRoutes, registerForecast } from './routes.ts'
import { createForecastService, type ForecastService } from './service.ts'
export type { Answer, ScopeAnswer, WeatherRequest } from './answer.ts'
export { writeScopeBody } from './answer-bytes.ts'
export { Lang, Units } from './schemas.ts'
export { Credit } from './shared-schemas.ts'
export { SCOPE_PAYLOADS } from './scope-payloads.ts'
export { MAX_BATCH_CITIES } from './batch-schemas.ts'
export type { ForecastService } from './service.ts'

export interface ForecastNeeds {
  readonly gateway: Gateway
  readonly placeWeather: PlaceWeatherService
  readonly attributionOf: (source: string) => Attribution
  readonly nameOf: (source: string) => string
  readonly onSearch: ForecastRoutes['onSearch']
  readonly explainBlend: ForecastRoutes['explainBlend']
}

const MEMORY_RENDERING_BYTES = 64 * 1024 * 1024

/** Serves the weather of a place, and of many places in a batch. */
export function openForecast(
  foundation: Foundation,
  { gateway, placeWeather, attributionOf, nameOf, onSearch, explainBlend }: ForecastNeeds,
) {
  const { windows } = foundation
  const forecast: ForecastService = createForecastService({
    ...foundation,
    reader: placeWeather.reader,
    renderings: createRenderings({
      maxBytes: MEMORY_RENDERING_BYTES,
      alertStaleSeconds: () => windows().alert.staleSeconds,
      ...placeWeather.shown,
    }),
    attributionOf,
  })
  return {
    ...forecast,
    routes(app) {
      const needs = { forecast, counterOf: placeWeather.counterOf, onSearch, explainBlend }
      registerForecast(app, foundation, needs)
      registerBlendExplanation(app, foundation, { explainBlend, nameOf })
      registerBatch(app, foundation, { ...needs, unavailable: () => gateway.unavailable() })
    },
  } satisfies Feature & ForecastService
}
