import { LRUCache } from 'lru-cache'
import { Gauge } from 'prom-client'

/** An LRU cache in this process, bounded by bytes, whose fill is a metric. `sizeOf` says in bytes what an entry takes, as nearly as it is known. */
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

/** Weakly referenced: being counted must not keep a cache alive after its service has closed. */
const caches = new Set<Known>()

/** What all caches of this process hold, and may hold. */
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
