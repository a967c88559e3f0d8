import { Counter } from 'prom-client'
import type { Feature, Foundation } from '../../../foundation.ts'
import type { Gateway } from '../../../gateway/index.ts'
import type { Attribution } from '../../../providers/provider.ts'
import type { Stations } from '../stations/index.ts'
import { registerBatch } from './batch-routes.ts'
import { createRenderings } from './rendering.ts'
import { type ForecastRoutes, registerForecast } from './routes.ts'
import { createForecastService, type ForecastService } from './service.ts'

export interface ForecastNeeds {
  readonly gateway: Gateway
  readonly stations: Pick<Stations, 'peek' | 'find'>
  readonly attributionOf: (source: string) => Attribution
  readonly onSearch: ForecastRoutes['onSearch']
  /** Counts answers by cache layer, scope and trigger. */
  readonly onAnswered: (layer: string, scope: string, trigger: string, answers: number) => void
}

const MEMORY_RENDERING_BYTES = 64 * 1024 * 1024

/** Serves the weather of a place, and of many places in a batch. */
export function openForecast(foundation: Foundation, { gateway, stations, attributionOf, onSearch, onAnswered }: ForecastNeeds) {
  const { config, clock, limiter, clientHash, windows, metrics } = foundation
  const answers = new Counter({
    name: 'isobar_weather_answers_total',
    help: 'Weather responses by scope, serving layer and data freshness',
    labelNames: ['scope', 'layer', 'freshness'],
    registers: [metrics.registry],
  })
  const forecast: ForecastService = createForecastService({
    gateway,
    stations,
    renderings: createRenderings({
      maxBytes: MEMORY_RENDERING_BYTES,
      alertStaleSeconds: () => windows().alert.staleSeconds,
      attributionOf,
      correctsHeight: config.STATION_HEIGHT_CORRECTION,
    }),
    windows,
    attributionOf,
    clock,
  })
  const counterOf = createTally((scope, layer, freshness, trigger, count) => {
    answers.inc({ scope, layer, freshness }, count)
    onAnswered(layer, scope, trigger, count)
  })
  return {
    ...forecast,
    routes(app) {
      const record = metrics.route('/api/weather')
      const parts = { forecast, limiter, record, clock, clientHash, counterOf, onSearch }
      registerForecast(app, parts)
      registerBatch(app, { ...parts, batchTimeoutMs: config.BATCH_TIMEOUT_MS, unavailable: () => gateway.unavailable() })
    },
  } satisfies Feature & ForecastService
}

type Count = (scope: string, layer: string, freshness: string, trigger: string, answers: number) => void

/**
 * Adds up the answers of one turn of the event loop, since each call of `count` has to look up labels. Returns the counter for one kind.
 */
export function createTally(count: Count): (scope: string, layer: string, freshness: string, trigger: string) => () => void {
  const pending: (() => void)[] = []

  function flush(): void {
    for (const write of pending.splice(0)) write()
  }

  return (scope, layer, freshness, trigger) => {
    let answers = 0
    const write = (): void => {
      count(scope, layer, freshness, trigger, answers)
      answers = 0
    }
    return () => {
      answers += 1
      if (answers > 1) return
      if (pending.length === 0) setImmediate(flush)
      pending.push(write)
    }
  }
}
