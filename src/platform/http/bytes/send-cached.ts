import type { FastifyReply, FastifyRequest } from 'fastify'
import { getClientIp } from '../server/client-ip.ts'
import type { CachedAnswer } from './cached-answers.ts'
import { isGzipAccepted } from './compression.ts'
import { isEtagMatch } from './etag.ts'
import { addVary } from './vary.ts'

/** Sends through the router what `createCachedAnswers` sends ahead of it: 304 if the client already has it, otherwise the bytes. */
export function sendCached(request: FastifyRequest, reply: FastifyReply, answer: CachedAnswer): FastifyReply {
  const { headers } = request.raw
  answer.onSent(getClientIp(request))
  setHeaders(reply, answer.headers)
  if (answer.gzip !== null) addVary(reply, 'Accept-Encoding')
  if (answer.etag !== undefined && isEtagMatch(headers['if-none-match'], answer.etag)) return reply.code(304).send()
  setHeaders(reply, answer.bodyHeaders)
  const gzip = isGzipAccepted(headers['accept-encoding']) ? answer.gzip?.() : undefined
  return gzip === undefined ? reply.send(answer.plain()) : reply.header('content-encoding', 'gzip').send(gzip)
}

function setHeaders(reply: FastifyReply, headers: readonly string[]): void {
  for (let i = 0; i < headers.length; i += 2) reply.header(headers[i] ?? '', headers[i + 1])
}
