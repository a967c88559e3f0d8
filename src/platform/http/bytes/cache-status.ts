/**
 * `Cache-Status` (RFC 9211) of an answer from a layer: a cache, or `upstream`, a provider whose answer was stored. `ttlSeconds`: its remaining
 * freshness, negative when it is stale. `isHit`: whether the layer is a cache. `collapsed`: the provider was called for another request.
 */
export function formatCacheStatus(layer: string, ttlSeconds: number, { isHit = layer !== 'upstream', collapsed = false } = {}): string {
  const ttl = `ttl=${Math.floor(ttlSeconds)}`
  if (isHit) return `Isobar; hit; ${ttl}; detail=${layer}`
  if (layer === 'upstream') return `Isobar; fwd=miss; stored${collapsed ? '; collapsed' : ''}; ${ttl}`
  return `Isobar; fwd=miss; ${ttl}; detail=${layer}`
}
