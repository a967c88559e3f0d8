import type { FastifyReply, FastifyRequest } from 'fastify'
import { NO_STORE } from '../../../platform/http/cache-control.ts'
import { acceptsGzip } from '../../../platform/http/compression.ts'
import { matchesEtag } from '../../../platform/http/etag.ts'
import { type KeptPart, stitchGzip } from '../../../platform/http/stitched-gzip.ts'
import { addVary } from '../../../platform/http/vary.ts'
import type { Answer } from './answer.ts'
import type { Moment } from './moment.ts'

/** Sends an answer as of this moment: 304 if the client already has it, otherwise from cached bytes. */
export function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer, moment: Moment): FastifyReply {
  const { headers } = request.raw
  reply.header('x-cache', answer.layer).header('cache-status', moment.cacheStatus).header('cache-control', moment.cacheControl)
  // A HEAD response has no body that could say it.
  if (answer.tokensUsed > 0) reply.header('x-tokens-used', String(answer.tokensUsed))
  addVary(reply, 'Accept-Encoding')
  if (answer.etag !== undefined) {
    reply.header('etag', answer.etag)
    if (matchesEtag(headers['if-none-match'], answer.etag)) return reply.code(304).send()
  }
  reply.header('content-type', 'application/json; charset=utf-8').header('content-language', answer.request.lang)
  return acceptsGzip(headers['accept-encoding']) ? reply.header('content-encoding', 'gzip').send(moment.gzip()) : reply.send(moment.plain())
}

/** Sends a batch, assembled from cached parts. */
export function sendParts(request: FastifyRequest, reply: FastifyReply, parts: readonly (Buffer | KeptPart)[]): FastifyReply {
  addVary(reply.header('cache-control', NO_STORE).header('content-type', 'application/json; charset=utf-8'), 'Accept-Encoding')
  return acceptsGzip(request.raw.headers['accept-encoding'])
    ? reply.header('content-encoding', 'gzip').send(stitchGzip(parts))
    : reply.send(Buffer.concat(parts.map((part) => (Buffer.isBuffer(part) ? part : part.plain))))
}
