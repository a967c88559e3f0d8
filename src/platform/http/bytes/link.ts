import type { FastifyReply } from 'fastify'

/** Adds values to `Link` (RFC 8288) and keeps the existing ones. */
export function addLinks(reply: FastifyReply, values: readonly string[]): FastifyReply {
  if (values.length === 0) return reply
  const present = reply.getHeader('link')
  return reply.header('link', [...(present === undefined ? [] : [String(present)]), ...values].join(', '))
}

/** Links to the next page of a list: the same request with its cursor. */
export function linkNextPage(reply: FastifyReply, cursor: string): void {
  const { pathname, searchParams } = new URL(reply.request.url, 'http://localhost')
  searchParams.set('cursor', cursor)
  addLinks(reply, [`<${pathname}?${searchParams}>; rel="next"`])
}
