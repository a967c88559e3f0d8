import type { FastifyReply, FastifyRequest } from 'fastify'

/** Headers a script of another origin may read. */
const EXPOSED = 'ETag, X-Request-Id, X-Cache, Cache-Status, RateLimit, RateLimit-Policy, Retry-After, Deprecation'
const PREFLIGHT_SECONDS = '600'

/**
 * Cross-origin reading for the origins in CORS_ORIGINS (`*`: all), without credentials: the admin's cookie is never readable from
 * elsewhere. Returns true when the request was a preflight, which is then answered.
 */
export type Cors = (request: FastifyRequest, reply: FastifyReply) => boolean

export function createCors(origins: readonly string[]): Cors | null {
  if (origins.length === 0) return null
  const all = origins.includes('*')
  const listed = new Set(origins)
  return (request, reply) => {
    if (!all) reply.header('vary', 'Origin')
    const origin = request.headers.origin
    if (origin === undefined || !(all || listed.has(origin))) return false
    reply.header('access-control-allow-origin', all ? '*' : origin)
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) {
      reply.header('access-control-expose-headers', EXPOSED)
      return false
    }
    reply
      .code(204)
      .header('access-control-allow-methods', 'GET, HEAD, POST, PATCH, DELETE')
      .header('access-control-allow-headers', 'Content-Type, If-None-Match')
      .header('access-control-max-age', PREFLIGHT_SECONDS)
      .send()
    return true
  }
}
