import { NO_STORE } from '../../../platform/http/bytes/cache-control.ts'
import { layerStatus } from '../../../platform/http/bytes/cache-status.ts'
import type { CachedAnswer } from '../../../platform/http/bytes/cached-answers.ts'
import { stitchGzip } from '../../../platform/http/bytes/stitched-gzip.ts'
import { joinOwnBytes, ownBytes } from '../../../platform/own-bytes.ts'
import { bySecond, cacheControlAt, type Lifetime, lifetimeOf } from '../place-weather/index.ts'
import { type Answer, envelopeAt, openJson, placeOf } from './answer.ts'

/**
 * The answer as sent within one second: time-dependent parts are computed once per second, however many requests there are. `onSent` is
 * called for each response.
 */
export function createBytesBySecond(answer: Answer, onSent: CachedAnswer['onSent']): (now: number) => CachedAnswer {
  const { window, rendering } = answer
  const lifetime = lifetimeOf([{ fetchedAt: rendering.record.fetchedAt, window }], rendering.until)
  return bySecond((now) => bytesAt(answer, lifetime, now, onSent))
}

function bytesAt(answer: Answer, lifetime: Lifetime, now: number, onSent: CachedAnswer['onSent']): CachedAnswer {
  const ttlSeconds = Math.floor((answer.expiresAt - now) / 1_000)
  const envelope = ownBytes(openJson({ ...placeOf(answer.request), ...envelopeAt(answer, now) }))
  let plain: Buffer | undefined
  let gzip: Buffer | undefined
  const cacheControl = answer.etag === undefined ? NO_STORE : cacheControlAt(lifetime, now)
  const headers = [
    'x-cache',
    answer.layer,
    'cache-status',
    layerStatus(answer.layer, ttlSeconds, answer.tokensUsed === 0),
    'cache-control',
    cacheControl,
  ]
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
