import type { FastifyReply, FastifyRequest } from 'fastify'
import { addVary } from '../bytes/vary.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A public read: scripts of other origins may read its answers, unless CORS_ORIGINS names fewer. */
    crossOrigin?: boolean
  }
}

/** Headers that scripts of other origins may read, besides those that the Fetch standard always allows. */
const EXPOSED =
  'Age, Allow, Cache-Status, Content-Disposition, Date, Deprecation, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, Vary, X-Cache, X-Request-Id, X-Weather-Freshness, X-Weather-Source'
const ALLOWED = 'Authorization, Content-Type, If-None-Match, X-Api-Key'
const PREFLIGHT_SECONDS = '600'

/** Cross-origin reading, never with credentials. */
export type Cors = ReturnType<typeof createCors>

/** `origins` may read public responses; empty or containing `*`: all may. */
export function createCors(origins: readonly string[]) {
  const all = origins.length === 0 || origins.includes('*')
  const listed = new Set(origins)

  function allowOrigin(request: FastifyRequest, reply: FastifyReply): boolean {
    if (all) {
      // `*` whatever the origin: a shared cache serves the response to other origins too.
      reply.header('access-control-allow-origin', '*')
      return true
    }
    addVary(reply, 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !listed.has(origin)) return false
    reply.header('access-control-allow-origin', origin)
    return true
  }

  return {
    /** The headers that `allow` adds for every origin, as alternating names and values; null: they depend on the origin. */
    constantHeaders: all ? ['access-control-allow-origin', '*', 'access-control-expose-headers', EXPOSED] : null,
    /** Adds the CORS headers to the response of a public read, errors included. */
    allow(request: FastifyRequest, reply: FastifyReply): void {
      if (allowOrigin(request, reply)) reply.header('access-control-expose-headers', EXPOSED)
    },
    /** Answers a preflight request for `methods`. */
    preflight(request: FastifyRequest, reply: FastifyReply, methods: readonly string[]): void {
      if (!allowOrigin(request, reply)) return
      reply
        .header('access-control-allow-methods', methods.join(', '))
        .header('access-control-allow-headers', ALLOWED)
        .header('access-control-max-age', PREFLIGHT_SECONDS)
    },
  }
}

/** Whether a request is a CORS preflight. */
export function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined
}
