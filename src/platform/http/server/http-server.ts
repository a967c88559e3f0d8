import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { CachedRoute } from '../bytes/cached-answers.ts'
import type { ConnectionCounts } from './connections.ts'
import type { Failure } from './failure.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Origin of the service: its public URL, or where it listens. Known once it listens. */
    publicOrigin(): string
    /** From now on every response closes its connection, and the service is not ready. */
    drain(): void
    /** Whether `drain` was called. */
    isDraining(): boolean
    /** Answers repeated requests of a route without going through the router. */
    answerFromCache(route: CachedRoute): void
    /** The numbers of open, evicted and refused connections. */
    connectionCounts(): ConnectionCounts
    /** Renders an error for people in a browser; null: they get the JSON error. */
    failurePage: ((request: FastifyRequest, reply: FastifyReply, failure: Failure) => FastifyReply) | null
    /** Answers a browser navigation to an unknown path; null: it gets the JSON error. */
    notFoundPage: ((request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) | null
  }
}

/** The Fastify instance that features add their routes to; schemas are TypeBox. */
export type HttpServer = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, TypeBoxTypeProvider>
