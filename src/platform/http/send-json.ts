import type { FastifyReply, FastifyRequest } from 'fastify'
import { matchesEtag, weakEtag } from './etag.ts'

/** Sends JSON that is written already, under a weak entity tag over its text: 304 where the caller has it. */
export function sendJson(request: FastifyRequest, reply: FastifyReply, json: string): FastifyReply {
  const etag = weakEtag(json)
  reply.header('etag', etag)
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.header('content-type', 'application/json; charset=utf-8').send(Buffer.from(json))
}
