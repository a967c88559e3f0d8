import type { FastifyRequest } from 'fastify'
import { getClientIp } from './client-ip.ts'
import { isForCrawler } from './visit-scope.ts'

/** Who a request is from, as provider calls are counted; `clientHash` is the keyed hash of an address. `crawler`: no calls are made for it. */
export function identifyClient(request: FastifyRequest, clientHash: (ip: string) => string) {
  return { requestId: request.id, client: clientHash(getClientIp(request)), crawler: isForCrawler() }
}
