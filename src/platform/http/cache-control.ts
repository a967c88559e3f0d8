/** Not to be kept by anyone. */
export const NO_STORE = 'no-store'

/** Answers about one person. */
export const PRIVATE_NO_STORE = 'private, no-store'

export interface Freshness {
  /** Seconds until it stops being fresh; what is past counts as 0. */
  readonly maxAgeSeconds: number
  readonly staleWhileRevalidateSeconds?: number
  readonly staleIfErrorSeconds?: number
}

/** `Cache-Control` of an answer that anyone may keep (RFC 9111, RFC 5861). Seconds are rounded down, never below 0. */
export function publicCacheControl(freshness: Freshness): string {
  const { maxAgeSeconds, staleWhileRevalidateSeconds, staleIfErrorSeconds } = freshness
  let value = `public, max-age=${wholeSeconds(maxAgeSeconds)}`
  if (staleWhileRevalidateSeconds !== undefined) value += `, stale-while-revalidate=${wholeSeconds(staleWhileRevalidateSeconds)}`
  if (staleIfErrorSeconds !== undefined) value += `, stale-if-error=${wholeSeconds(staleIfErrorSeconds)}`
  return value
}

function wholeSeconds(seconds: number): number {
  return Math.max(0, Math.floor(seconds))
}
