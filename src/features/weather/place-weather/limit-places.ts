import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../errors.ts'
import type { RateLimiter } from '../../../platform/http/limits/rate-limit.ts'
import { getClientIp } from '../../../platform/http/server/client-ip.ts'

/** Several places at once also count towards the limit of batches, unless a client key has its own. @throws AppError rate_limited */
export async function limitPlaces(limiter: RateLimiter, request: FastifyRequest, places: number): Promise<void> {
  if (places === 1 || request.clientKey !== null) return
  const { allowed, resetSeconds } = await limiter.take('batch', getClientIp(request))
  if (!allowed) throw new AppError('rate_limited', 'Too many requests from this address', { retryAfterSeconds: resetSeconds })
}
