/** For responses that no cache may store. */
export const NO_STORE = 'no-store'

/** For responses about one person. */
export const PRIVATE_NO_STORE = 'private, no-store'

export interface CacheLifetime {
  /** Seconds until the response becomes stale; negative values count as 0. */
  readonly maxAgeSeconds: number
  /** Seconds after that during which a cache may serve it while revalidating. Default: `maxAgeSeconds`. */
  readonly staleWhileRevalidateSeconds?: number
  /** Seconds after that during which a cache may serve it on errors. Default: `maxAgeSeconds`, at least an hour. */
  readonly staleIfErrorSeconds?: number
}

const MIN_STALE_IF_ERROR_SECONDS = 3_600

/** `Cache-Control` for a response that any cache may store (RFC 9111, RFC 5861). Seconds are rounded down, never below 0. */
export function writePublicCacheControl(freshness: CacheLifetime): string {
  const maxAge = wholeSeconds(freshness.maxAgeSeconds)
  const { staleWhileRevalidateSeconds = maxAge, staleIfErrorSeconds = Math.max(maxAge, MIN_STALE_IF_ERROR_SECONDS) } = freshness
  const stale = `stale-while-revalidate=${wholeSeconds(staleWhileRevalidateSeconds)}, stale-if-error=${wholeSeconds(staleIfErrorSeconds)}`
  return `public, max-age=${maxAge}, ${stale}`
}

function wholeSeconds(seconds: number): number {
  return Math.max(0, Math.floor(seconds))
}
