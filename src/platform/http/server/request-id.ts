import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { TrustProxy } from './client-ip.ts'

const INBOUND_ID = /^[A-Za-z0-9._-]{8,64}$/

/**
 * Assigns each request its id. An id in `X-Request-Id` is kept only when the peer is a trusted proxy and the id has 8–64 harmless
 * characters, so that nobody else can write into the log or forge an id.
 */
export function createRequestIds(trust: TrustProxy | null): (request: IncomingMessage) => string {
  if (trust === null) return () => randomUUID()
  return (request) => {
    const inbound = request.headers['x-request-id']
    const peer = request.socket.remoteAddress
    if (typeof inbound === 'string' && peer !== undefined && INBOUND_ID.test(inbound) && trust(peer, 0)) return inbound
    return randomUUID()
  }
}
