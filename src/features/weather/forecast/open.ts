import { Counter } from 'prom-client'
import type { Feature, Foundation } from '../../../foundation.ts'
import type { Gateway } from '../../../gateway/index.ts'
import type { Attribution } from '../../../providers/provider.ts'
import { registerBatch } from './batch-routes.ts'
import { createRenderings } from './rendering.ts'
import { type ForecastRoutes, registerForecast } from './routes.ts'
import { createForecastService, type ForecastService } from './service.ts'

export interface ForecastNeeds {
  readonly gateway: Gateway
  readonly attributionOf: (source: string) => Attribution
  readonly onSearch: ForecastRoutes['onSearch']
  /** Counts an answer by cache layer, scope and trigger. */
  readonly onAnswered: (layer: string, scope: string, trigger: string) => void
}

const MEMORY_RENDERING_BYTES = 64 * 1024 * 1024

/** Serves the weather of a place, and of many places in a batch. */
export function openForecast(foundation: Foundation, { gateway, attributionOf, onSearch, onAnswered }: ForecastNeeds) {
  const { config, clock, limiter, clientHash, windows, metrics } = foundation
  const answers = new Counter({
    name: 'isobar_weather_answers_total',
    help: 'Weather responses by scope, serving layer and data freshness',
    labelNames: ['scope', 'layer', 'freshness'],
    registers: [metrics.registry],
  })
  const forecast: ForecastService = createForecastService({
    gateway,
    renderings: createRenderings({ maxBytes: MEMORY_RENDERING_BYTES, alertStaleSeconds: () => windows().alert.staleSeconds }),
    windows,
    attributionOf,
    clock,
  })
  const onAnswer: ForecastRoutes['onAnswer'] = (scope, layer, freshness, trigger) => {
    answers.inc({ scope, layer, freshness })
    onAnswered(layer, scope, trigger)
  }
  return {
    ...forecast,
    routes(app) {
      const parts = { forecast, limiter, clock, clientHash, onAnswer, onSearch }
      registerForecast(app, parts)
      registerBatch(app, { ...parts, batchTimeoutMs: config.BATCH_TIMEOUT_MS, unavailable: () => gateway.unavailable() })
    },
  } satisfies Feature & ForecastService
}
