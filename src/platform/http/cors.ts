import type { FastifyReply, FastifyRequest } from 'fastify'
import { addVary } from './vary.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A public read: scripts of other origins may read its answers, unless CORS_ORIGINS names fewer. */
    crossOrigin?: boolean
  }
}

/** Headers that scripts of other origins may read, besides those that the Fetch standard lets them read anyway. */
const EXPOSED =
  'Age, Allow, Cache-Status, Content-Disposition, Date, Deprecation, ETag, RateLimit, RateLimit-Policy, Retry-After, Vary, X-Cache, X-Request-Id'
const ALLOWED = 'Content-Type, If-None-Match'
const PREFLIGHT_SECONDS = '600'

/** Cross-origin reading, never with credentials. */
export interface Cors {
  /** Puts the headers on an answer of a public read, an error included. */
  allow(request: FastifyRequest, reply: FastifyReply): void
  /** Answers what a browser asks before it sends `methods` across origins. */
  preflight(request: FastifyRequest, reply: FastifyReply, methods: readonly string[]): void
}

/** `origins`: those that may read; empty or with `*`: all. */
export function createCors(origins: readonly string[]): Cors {
  const all = origins.length === 0 || origins.includes('*')
  const listed = new Set(origins)

  function allowOrigin(request: FastifyRequest, reply: FastifyReply): boolean {
    if (all) {
      // Whoever asks: a shared cache hands the answer to the next one.
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
    allow(request, reply) {
      if (allowOrigin(request, reply)) reply.header('access-control-expose-headers', EXPOSED)
    },
    preflight(request, reply, methods) {
      if (!allowOrigin(request, reply)) return
      reply
        .header('access-control-allow-methods', methods.join(', '))
        .header('access-control-allow-headers', ALLOWED)
        .header('access-control-max-age', PREFLIGHT_SECONDS)
    },
  }
}

/** Whether a browser asks if a script of another origin may send a request. */
export function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined
}
