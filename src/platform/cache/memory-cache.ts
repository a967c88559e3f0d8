import { LRUCache } from 'lru-cache'

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

/** An in-process LRU cache bounded by its entries, without a metric. By size: with `max`, room for all would be allocated at once, 1 MB in 10 ms for 50,000. */
export function createLruCache<K extends {}, V extends {}>(maxEntries: number): LRUCache<K, V> {
  return new LRUCache<K, V>({ maxSize: maxEntries, sizeCalculation: () => 1 })
}

interface Known {
  readonly name: string
  readonly cache: WeakRef<{ readonly calculatedSize: number; readonly maxSize: number }>
}

/** Weak references: the metric must not keep a cache alive after its service has closed. */
const caches = new Set<Known>()

/** The caches of this process that are still in use, by name; two may have the same. */
export function listMemoryCaches(): {
  readonly name: string
  readonly cache: { readonly calculatedSize: number; readonly maxSize: number }
}[] {
  return [...caches].flatMap((known) => {
    const cache = known.cache.deref()
    if (cache !== undefined) return [{ name: known.name, cache }]
    caches.delete(known)
    return []
  })
}
