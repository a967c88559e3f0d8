/** Why a request was forwarded (RFC 9211 §2.2); `request`: the caller asked for newer data. */
type ForwardReason = 'miss' | 'stale' | 'uri-miss' | 'request' | 'bypass'

export type CacheStatus =
  | {
      readonly hit: true
      /** Remaining freshness in seconds, negative when stale data was served. */
      readonly ttlSeconds?: number
      /** The cache layer, a token such as `memory`. */
      readonly detail?: string
    }
  | {
      readonly hit: false
      readonly reason: ForwardReason
      /** Status of the next server's response. */
      readonly forwardStatus?: number
      readonly stored?: boolean
      /** The request joined another one's call. */
      readonly collapsed?: boolean
      readonly ttlSeconds?: number
      readonly detail?: string
    }

/** The status of an answer that one of the service's layers had, or else a provider: `upstream`. `collapsed`: that call was made for another request. */
export function layerStatus(layer: string, ttlSeconds: number, collapsed: boolean): string {
  if (layer !== 'upstream') return cacheStatus({ hit: true, ttlSeconds, detail: layer })
  return cacheStatus({ hit: false, reason: 'miss', stored: true, collapsed, ttlSeconds })
}

/** The value of `Cache-Status` (RFC 9211) for this cache, `Isobar`. */
export function cacheStatus(status: CacheStatus): string {
  let value = 'Isobar'
  if (status.hit) {
    value += '; hit'
  } else {
    value += `; fwd=${status.reason}`
    if (status.forwardStatus !== undefined) value += `; fwd-status=${status.forwardStatus}`
    if (status.stored === true) value += '; stored'
    if (status.collapsed === true) value += '; collapsed'
  }
  if (status.ttlSeconds !== undefined) value += `; ttl=${Math.floor(status.ttlSeconds)}`
  if (status.detail !== undefined) value += `; detail=${status.detail}`
  return value
}
