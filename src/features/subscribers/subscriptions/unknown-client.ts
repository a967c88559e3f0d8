import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../errors.ts'
import type { RateLimiter } from '../../../platform/http/limits/rate-limit.ts'
import { clientIp } from '../../../platform/http/server/client-ip.ts'

/** Limits requests with unknown clientIds, since a clientId is the only credential. */
const UNKNOWN_LIMIT = 'unknown-client'

/** Counts a request with an unknown clientId. @throws AppError rate_limited beyond the limit */
export function countUnknownClient(limiter: RateLimiter, request: FastifyRequest): void {
  const { allowed, limit, resetSeconds } = limiter.take(UNKNOWN_LIMIT, clientIp(request))
  if (allowed) return
  throw new AppError('rate_limited', 'Too many requests from this address for unknown clients', {
    retryAfterSeconds: resetSeconds,
    spent: { name: UNKNOWN_LIMIT, limit, windowSeconds: limiter.rule(UNKNOWN_LIMIT).windowSeconds },
  })
}
