import type { FastifyReply, FastifyRequest } from 'fastify'
import { isEtagMatch, computeWeakEtag } from './etag.ts'

/** Sends text, or bytes of another type, with a weak entity tag over it; 304 when the caller already has it. */
export function sendText(request: FastifyRequest, reply: FastifyReply, body: string | Buffer, type: string): FastifyReply {
  const etag = computeWeakEtag(body)
  reply.header('etag', etag)
  if (isEtagMatch(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.header('content-type', type).send(typeof body === 'string' ? Buffer.from(body) : body)
}

/** The same for serialised JSON. */
export function sendJson(request: FastifyRequest, reply: FastifyReply, json: string): FastifyReply {
  return sendText(request, reply, json, 'application/json; charset=utf-8')
}
