import type { Feature, Foundation } from '../../../foundation.ts'
import type { Gateway } from '../../../gateway/index.ts'
import type { Attribution } from '../../../providers/provider.ts'
import type { PlaceWeatherService } from '../place-weather/index.ts'
import { registerBatch } from './batch-routes.ts'
import { createRenderings } from './rendering.ts'
import { type ForecastRoutes, registerForecast } from './routes.ts'
import { createForecastService, type ForecastService } from './service.ts'

export interface ForecastNeeds {
  readonly gateway: Gateway
  readonly placeWeather: PlaceWeatherService
  readonly attributionOf: (source: string) => Attribution
  readonly onSearch: ForecastRoutes['onSearch']
}

const MEMORY_RENDERING_BYTES = 64 * 1024 * 1024

/** Serves the weather of a place, and of many places in a batch. */
export function openForecast(foundation: Foundation, { gateway, placeWeather, attributionOf, onSearch }: ForecastNeeds) {
  const { config, clock, limiter, clientHash, windows, metrics } = foundation
  const forecast: ForecastService = createForecastService({
    reader: placeWeather.reader,
    renderings: createRenderings({
      maxBytes: MEMORY_RENDERING_BYTES,
      alertStaleSeconds: () => windows().alert.staleSeconds,
      ...placeWeather.shown,
    }),
    windows,
    attributionOf,
    clock,
  })
  return {
    ...forecast,
    routes(app) {
      const record = metrics.route('/api/weather')
      const parts = { forecast, limiter, record, clock, clientHash, counterOf: placeWeather.counterOf, onSearch }
      registerForecast(app, parts)
      registerBatch(app, { ...parts, batchTimeoutMs: config.BATCH_TIMEOUT_MS, unavailable: () => gateway.unavailable() })
    },
  } satisfies Feature & ForecastService
}
