import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import type { ConnectionCounts } from './connections.ts'
import type { Failure } from './failure.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Origin under which the service is reached: its public address, or where it listens. Known once it listens. */
    publicOrigin(): string
    /** From now on every answer is the last of its connection. */
    drain(): void
    /** The open connections, and what became of others. */
    connectionCounts(): ConnectionCounts
    /** Tells people in a browser what went wrong; null: they get what programs get. */
    failurePage: ((request: FastifyRequest, reply: FastifyReply, failure: Failure) => FastifyReply) | null
    /** Answers people who follow a link to nowhere; null: they get what programs get. */
    notFoundPage: ((request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) | null
  }
}

/** The Fastify instance that features add their routes to; schemas are TypeBox. */
export type HttpServer = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, TypeBoxTypeProvider>
