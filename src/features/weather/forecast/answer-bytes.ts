import { NO_STORE, publicCacheControl } from '../../../platform/http/bytes/cache-control.ts'
import { cacheStatus } from '../../../platform/http/bytes/cache-status.ts'
import type { CachedAnswer } from '../../../platform/http/bytes/cached-answers.ts'
import { stitchGzip } from '../../../platform/http/bytes/stitched-gzip.ts'
import { joinOwnBytes, ownBytes } from '../../../platform/own-bytes.ts'
import { type Answer, envelopeAt, openJson, placeOf } from './answer.ts'

/**
 * The answer as sent within one second: time-dependent parts are computed once per second, however many requests there are. `onSent` is
 * called for each response.
 */
export function createBytesBySecond(answer: Answer, onSent: CachedAnswer['onSent']): (now: number) => CachedAnswer {
  let current: { readonly second: number; readonly bytes: CachedAnswer } | undefined
  return (now) => {
    const second = Math.floor(now / 1_000)
    if (current?.second !== second) current = { second, bytes: bytesAt(answer, now, onSent) }
    return current.bytes
  }
}

function bytesAt(answer: Answer, now: number, onSent: CachedAnswer['onSent']): CachedAnswer {
  const ttlSeconds = Math.floor((answer.expiresAt - now) / 1_000)
  const envelope = ownBytes(openJson({ ...placeOf(answer.request), ...envelopeAt(answer, now) }))
  let plain: Buffer | undefined
  let gzip: Buffer | undefined
  const cacheControl = answer.etag === undefined ? NO_STORE : cacheControlOf(answer, now)
  const headers = ['x-cache', answer.layer, 'cache-status', cacheStatusOf(answer, ttlSeconds), 'cache-control', cacheControl]
  // A HEAD response has no body to carry this.
  if (answer.tokensUsed > 0) headers.push('x-tokens-used', String(answer.tokensUsed))
  if (answer.etag !== undefined) headers.push('etag', answer.etag)
  return {
    etag: answer.etag,
    headers,
    bodyHeaders: ['content-type', 'application/json; charset=utf-8', 'content-language', answer.request.lang],
    plain: (): Buffer => (plain ??= joinOwnBytes([envelope, answer.rendering.tail])),
    gzip: (): Buffer => (gzip ??= stitchGzip([envelope, answer.rendering.compressed()])),
    onSent,
  }
}

/**
 * Intermediate caches may serve the answer as long as the service would itself: all three durations end at a fixed age of the data. All but
 * the last also end when the answer changes by itself (an hour is over, an alert ends). While the service is unreachable, even outdated
 * points are better than nothing, since they carry their times.
 */
function cacheControlOf({ rendering, window }: Answer, now: number): string {
  const ageSeconds = (now - rendering.record.fetchedAt) / 1_000
  const trueSeconds = (rendering.until - now) / 1_000
  const maxAgeSeconds = Math.max(0, Math.floor(Math.min(window.freshSeconds - ageSeconds, trueSeconds)))
  return publicCacheControl({
    maxAgeSeconds,
    staleWhileRevalidateSeconds: Math.min(window.staleSeconds - ageSeconds, trueSeconds) - maxAgeSeconds,
    staleIfErrorSeconds: window.emergencySeconds - ageSeconds - maxAgeSeconds,
  })
}

function cacheStatusOf({ layer, tokensUsed }: Answer, ttlSeconds: number): string {
  if (layer !== 'upstream') return cacheStatus({ hit: true, ttlSeconds, detail: layer })
  return cacheStatus({ hit: false, reason: 'miss', stored: true, collapsed: tokensUsed === 0, ttlSeconds })
}
