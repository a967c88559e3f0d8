import { LRUCache } from 'lru-cache'
import { Gauge } from 'prom-client'

/** An in-process LRU cache bounded by bytes, whose fill level is a metric. `sizeOf` estimates the bytes of an entry. */
export function createMemoryCache<K extends {}, V extends {}>(
  name: string,
  maxBytes: number,
  sizeOf: (value: V, key: K) => number,
  bounds: { readonly max?: number; readonly ttl?: number } = {},
): LRUCache<K, V> {
  const cache = new LRUCache<K, V>({ ...bounds, maxSize: maxBytes, sizeCalculation: sizeOf })
  caches.add({ name, cache: new WeakRef(cache) })
  return cache
}

interface Known {
  readonly name: string
  readonly cache: WeakRef<{ readonly calculatedSize: number; readonly maxSize: number }>
}

/** Weak references: the metric must not keep a cache alive after its service has closed. */
const caches = new Set<Known>()

/** Gauges of the size and the limit of all caches of this process. */
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
      for (const known of caches) {
        const cache = known.cache.deref()
        if (cache === undefined) caches.delete(known)
        else this.inc({ cache: known.name }, read(cache))
      }
    },
  })
}
