import type { FreshnessWindow } from '@isobar/weather'
import { writePublicCacheControl } from '../../../platform/http/bytes/cache-control.ts'

/** Until when an answer is fresh, acceptable and better than none, and until when it stays as it is; epoch milliseconds. */
export interface Lifetime {
  readonly freshUntil: number
  readonly staleUntil: number
  readonly emergencyUntil: number
  readonly trueUntil: number
}

/** The lifetime of an answer made of data that was fetched at these times; `trueUntil`: when the answer changes by itself. */
export function computeAnswerLifetime(
  parts: readonly { readonly fetchedAt: number; readonly window: FreshnessWindow }[],
  trueUntil: number,
): Lifetime {
  const endOf = (limit: keyof FreshnessWindow) => Math.min(...parts.map(({ fetchedAt, window }) => fetchedAt + window[limit] * 1_000))
  return { freshUntil: endOf('freshSeconds'), staleUntil: endOf('staleSeconds'), emergencyUntil: endOf('emergencySeconds'), trueUntil }
}

/**
 * Intermediate caches may serve the answer as long as the service would itself: all three durations end at a fixed age of the data. All but
 * the last also end when the answer changes by itself (an hour is over, an alert ends). While the service is unreachable, even outdated
 * points are better than nothing, since they carry their times.
 */
export function cacheControlAt({ freshUntil, staleUntil, emergencyUntil, trueUntil }: Lifetime, now: number): string {
  const secondsTo = (end: number): number => (end - now) / 1_000
  const maxAgeSeconds = Math.max(0, Math.floor(secondsTo(Math.min(freshUntil, trueUntil))))
  return writePublicCacheControl({
    maxAgeSeconds,
    staleWhileRevalidateSeconds: secondsTo(Math.min(staleUntil, trueUntil)) - maxAgeSeconds,
    staleIfErrorSeconds: secondsTo(emergencyUntil) - maxAgeSeconds,
  })
}
