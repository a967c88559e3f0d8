import type { FastifyReply } from 'fastify'

/** Adds a request header to `Vary` and keeps the existing ones: CORS and compression add theirs. */
export function addVary(reply: FastifyReply, field: string): FastifyReply {
  const present = reply.getHeader('vary')
  return reply.header('vary', present === undefined ? field : `${String(present)}, ${field}`)
}
