import type { FastifyReply, FastifyRequest } from 'fastify'
import { NO_STORE, publicCacheControl } from '../../platform/http/cache-control.ts'
import { cacheStatus } from '../../platform/http/cache-status.ts'
import { acceptsGzip } from '../../platform/http/compression.ts'
import { matchesEtag } from '../../platform/http/etag.ts'
import { stitchGzip } from '../../platform/http/stitched-gzip.ts'
import { type Answer, envelopeAt } from './answer.ts'

/** Sends an answer as it is true at `now`: 304 where the caller has it already, from kept bytes otherwise. */
export function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer, now: number): FastifyReply {
  const ttlSeconds = Math.floor((answer.expiresAt - now) / 1_000)
  reply
    .header('x-cache', answer.layer)
    .header('cache-status', cacheStatusOf(answer, ttlSeconds))
    .header('cache-control', answer.etag === undefined ? NO_STORE : cacheControlOf(answer, ttlSeconds))
    .header('vary', 'Accept-Encoding')
  if (answer.etag !== undefined) {
    reply.header('etag', answer.etag)
    if (matchesEtag(request.headers['if-none-match'], answer.etag)) return reply.code(304).send()
  }
  reply.header('content-type', 'application/json; charset=utf-8').header('content-language', answer.lang)
  const envelope = Buffer.from(envelopeAt(answer, now))
  if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(Buffer.concat([envelope, answer.rendering.tail]))
  return reply.header('content-encoding', 'gzip').send(stitchGzip(envelope, answer.rendering.compressed()))
}

function cacheControlOf({ window }: Answer, ttlSeconds: number): string {
  return publicCacheControl({
    maxAgeSeconds: ttlSeconds,
    staleWhileRevalidateSeconds: window.staleSeconds - window.freshSeconds,
    staleIfErrorSeconds: window.emergencySeconds - window.freshSeconds,
  })
}

function cacheStatusOf({ layer, tokensUsed }: Answer, ttlSeconds: number): string {
  if (layer !== 'upstream') return cacheStatus({ hit: true, ttlSeconds, detail: layer })
  return cacheStatus({ hit: false, reason: 'miss', stored: true, collapsed: tokensUsed === 0, ttlSeconds })
}
