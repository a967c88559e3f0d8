/** Not to be kept by anyone. */
export const NO_STORE = 'no-store'

/** Answers about one person. */
export const PRIVATE_NO_STORE = 'private, no-store'

export interface Freshness {
  /** Seconds until it stops being fresh; what is past counts as 0. */
  readonly maxAgeSeconds: number
  /** For how long after that it may be shown while it is fetched again. Default: as long again. */
  readonly staleWhileRevalidateSeconds?: number
  /** For how long after that it may be shown while nobody answers. Default: as long again, and an hour at least. */
  readonly staleIfErrorSeconds?: number
}

const LEAST_STALE_IF_ERROR_SECONDS = 3_600

/** `Cache-Control` of an answer that anyone may keep (RFC 9111, RFC 5861). Seconds are rounded down, never below 0. */
export function publicCacheControl(freshness: Freshness): string {
  const maxAge = wholeSeconds(freshness.maxAgeSeconds)
  const { staleWhileRevalidateSeconds = maxAge, staleIfErrorSeconds = Math.max(maxAge, LEAST_STALE_IF_ERROR_SECONDS) } = freshness
  const stale = `stale-while-revalidate=${wholeSeconds(staleWhileRevalidateSeconds)}, stale-if-error=${wholeSeconds(staleIfErrorSeconds)}`
  return `public, max-age=${maxAge}, ${stale}`
}

function wholeSeconds(seconds: number): number {
  return Math.max(0, Math.floor(seconds))
}
