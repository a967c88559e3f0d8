import { Counter, Histogram, type Registry } from 'prom-client'

/** What the product counts, besides the HTTP and process metrics of the platform. Labels are closed sets: nothing that a caller writes. */
export interface ProductMetrics {
  weatherAnswer(scope: string, layer: string, freshness: string): void
  upstreamCall(product: string, outcome: string, durationMs: number): void
  archived(outcome: string, fetches: number): void
  searchesDropped(searches: number): void
}

export function createProductMetrics(registry: Registry): ProductMetrics {
  const answers = new Counter({
    name: 'isobar_weather_answers_total',
    help: 'Weather answers by scope, the layer that served and the freshness of the data',
    labelNames: ['scope', 'layer', 'freshness'],
    registers: [registry],
  })
  const calls = new Histogram({
    name: 'isobar_upstream_call_duration_seconds',
    help: 'Provider calls by product and outcome',
    labelNames: ['product', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 4],
    registers: [registry],
  })
  const archived = new Counter({
    name: 'isobar_archived_fetches_total',
    help: 'Fetches by what became of them in the archive: written, dropped (the queue was full), refused (the database cannot hold them)',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const searchesDropped = new Counter({
    name: 'isobar_searches_dropped_total',
    help: 'Searches that were not counted because too many were waiting for the database',
    registers: [registry],
  })
  return {
    weatherAnswer: (scope, layer, freshness) => answers.inc({ scope, layer, freshness }),
    upstreamCall: (product, outcome, durationMs) => calls.observe({ product, outcome }, durationMs / 1_000),
    archived: (outcome, fetches) => archived.inc({ outcome }, fetches),
    searchesDropped: (searches) => searchesDropped.inc(searches),
  }
}
