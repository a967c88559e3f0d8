import { formatInstant } from '@isobar/weather'
import { NO_STORE } from '../../../platform/http/bytes/cache-control.ts'
import { formatCacheStatus } from '../../../platform/http/bytes/cache-status.ts'
import type { CachedAnswer } from '../../../platform/http/bytes/cached-answers.ts'
import { stitchGzip } from '../../../platform/http/bytes/stitched-gzip.ts'
import { joinOwnBytes, copyOwnBytes } from '../../../platform/own-bytes.ts'
import {
  cacheBySecond,
  cacheControlAt,
  type Lifetime,
  computeAnswerLifetime,
  getWorstFreshness,
  getWorstLayer,
} from '../place-weather/index.ts'
import { type Answer, buildScopeEnvelope, type ScopeAnswer, listServedScopes } from './answer.ts'
import type { Rendering } from './rendering.ts'
import { openJson, writeScopesJson } from './scopes-json.ts'

/**
 * The answer as sent within one second: time-dependent parts are computed once per second, however many requests there are. `onSent` is
 * called for each response. At least one scope of the answer must have been served.
 */
export function createBytesBySecond(answer: Answer, onSent: CachedAnswer['onSent']): (now: number) => CachedAnswer {
  const served = listServedScopes(answer)
  const parts = served.map(({ window, rendering }) => ({ fetchedAt: rendering.record.fetchedAt, window }))
  const lifetime = computeAnswerLifetime(parts, Math.min(...served.map(({ rendering }) => rendering.until)))
  return cacheBySecond((now) => bytesAt(answer, served, lifetime, now, onSent))
}

function bytesAt(
  answer: Answer,
  served: readonly ScopeAnswer[],
  lifetime: Lifetime,
  now: number,
  onSent: CachedAnswer['onSent'],
): CachedAnswer {
  const { request, etag } = answer
  const layer = getWorstLayer(served)
  const tokensUsed = served.reduce((sum, each) => sum + each.tokensUsed, 0)
  const ttlSeconds = Math.floor((lifetime.freshUntil - now) / 1_000)
  const [only] = request.scopes.length === 1 ? served : []
  const json = only === undefined ? several(answer, served, lifetime, now) : single(request, only, now)
  let plain: Buffer | undefined
  let gzip: Buffer | undefined
  const headers = [
    'x-cache',
    layer,
    'cache-status',
    formatCacheStatus(layer, ttlSeconds, { collapsed: tokensUsed === 0 }),
    'cache-control',
    etag === undefined ? NO_STORE : cacheControlAt(lifetime, now),
  ]
  // A HEAD response has no body to carry this.
  if (tokensUsed > 0) headers.push('x-tokens-used', String(tokensUsed))
  if (etag !== undefined) headers.push('etag', etag)
  return {
    etag,
    headers,
    bodyHeaders: ['content-type', 'application/json; charset=utf-8', 'content-language', request.lang],
    plain: (): Buffer => (plain ??= joinOwnBytes(json(({ tail }) => tail))),
    gzip: (): Buffer => (gzip ??= stitchGzip(json((rendering) => rendering.compressed()))),
    onSent,
  }
}

/** An answer with what explains it, which no cache may store. */
export function addExplanation(answer: CachedAnswer, explanation: object): CachedAnswer {
  const { headers, bodyHeaders, onSent } = answer
  const others = headers.flatMap((name, at) =>
    at % 2 === 1 || name === 'cache-control' || name === 'etag' ? [] : [name, headers[at + 1] ?? ''],
  )
  const body = answer.plain()
  const plain = joinOwnBytes([body.subarray(0, -1), Buffer.from(`,${JSON.stringify(explanation).slice(1)}`)])
  return { etag: undefined, headers: [...others, 'cache-control', NO_STORE], bodyHeaders, plain: () => plain, gzip: null, onSent }
}

/** The parts of a body, in which `bytesOf` is what was rendered. */
type Json = <P>(bytesOf: (rendering: Rendering) => P) => (Buffer | P)[]

/** One scope: its data, flattened with the envelope. */
function single(request: Answer['request'], answer: ScopeAnswer, now: number): Json {
  const { lat, lon } = request
  const { scope } = answer.rendering.record
  const envelope = copyOwnBytes(openJson({ scope, lat, lon, ...buildScopeEnvelope(request, answer, now) }))
  return (bytesOf) => [envelope, bytesOf(answer.rendering)]
}

/** The body of a request for one scope as of `now` (epoch milliseconds), on one line. */
export function writeScopeBody(request: Answer['request'], answer: ScopeAnswer, now: number): string {
  return Buffer.concat(single(request, answer, now)(({ tail }) => tail)).toString()
}

/** Several scopes in one envelope, each as in a batch. */
function several(answer: Answer, served: readonly ScopeAnswer[], { freshUntil }: Lifetime, now: number): Json {
  const { lat, lon, trigger } = answer.request
  const envelope = openJson({
    lat,
    lon,
    trigger,
    cacheHit: served.every(({ cacheHit }) => cacheHit),
    tokensUsed: served.reduce((sum, { tokensUsed }) => sum + tokensUsed, 0),
    freshness: getWorstFreshness(served),
    expiresAt: formatInstant(freshUntil),
  })
  return (bytesOf) => [envelope, ...writeScopesJson(answer, now, bytesOf), CLOSE]
}

const CLOSE = Buffer.from('}')
