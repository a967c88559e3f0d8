import { Gauge } from 'prom-client'
import { memoryCaches } from './memory-cache.ts'

/**
 * Gauges of the size and the limit of all caches of this process. Separate from the caches: a template's thread has a cache but no metrics.
 */
export function memoryCacheMetrics(): Gauge[] {
  return [
    gaugeOf('memory_cache_bytes', 'Bytes held by an in-memory cache', ({ calculatedSize }) => calculatedSize),
    gaugeOf('memory_cache_max_bytes', 'Maximum bytes of an in-memory cache', ({ maxSize }) => maxSize),
  ]
}

function gaugeOf(name: string, help: string, read: (cache: { calculatedSize: number; maxSize: number }) => number): Gauge {
  return new Gauge({
    name,
    help,
    labelNames: ['cache'],
    registers: [],
    collect() {
      this.reset()
      for (const { name: label, cache } of memoryCaches()) this.inc({ cache: label }, read(cache))
    },
  })
}
