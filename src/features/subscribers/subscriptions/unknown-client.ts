import type { FastifyRequest } from 'fastify'
import { countTowards } from '../../../platform/http/limits/rate-limit-hook.ts'
import type { RateLimiter } from '../../../platform/http/limits/rate-limit.ts'
import { getClientIp } from '../../../platform/http/server/client-ip.ts'

/** Counts a request with an unknown clientId, which is the only credential. @throws AppError rate_limited beyond the limit */
export function countUnknownClient(limiter: RateLimiter, request: FastifyRequest): Promise<void> {
  return countTowards(limiter, 'unknown-client', getClientIp(request), 'Too many requests from this address for unknown clients')
}
