import type { onRequestHookHandler } from 'fastify'
import { AppError } from '../../../errors.ts'
import { clientIp } from '../server/client-ip.ts'
import { visitScope } from '../server/visit-scope.ts'
import type { RateLimiter, Taken } from './rate-limit.ts'

/**
 * The `onRequest` hook of a route that counts towards the named limit: `onRequest: rateLimited(limiter, 'weather')`. Sends
 * `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers) with every response and throws `rate_limited` once the limit is
 * used up. A page counts once, however many API calls it makes. Requests with a client key count towards the key's limits instead.
 */
export function rateLimited(limiter: RateLimiter, name: string): onRequestHookHandler {
  const policy = createPolicy(limiter, name)
  return (request, reply, done) => {
    if (request.clientKey !== null) return done()
    const visit = visitScope.getStore()
    const counted = visit?.counted.get(name)
    if (counted !== undefined) return counted === null ? done() : done(counted)
    const taken = limiter.take(name, clientIp(request))
    const { allowed, limit, resetSeconds } = taken
    const refusal = allowed
      ? null
      : new AppError('rate_limited', 'Too many requests from this address', { retryAfterSeconds: resetSeconds })
    visit?.counted.set(name, refusal)
    if (limit === 0) return done()
    reply.header('ratelimit-policy', policy(limit)).header('ratelimit', limitOf(name, taken))
    if (refusal === null) return done()
    done(refusal)
  }
}

/** `RateLimit` of one response. */
export function limitOf(name: string, { remaining, resetSeconds }: Taken): string {
  return `"${name}";r=${remaining};t=${resetSeconds}`
}

/** `RateLimit-Policy` of a limit (draft-ietf-httpapi-ratelimit-headers), written once for each value that the limit takes. */
export function createPolicy(limiter: RateLimiter, name: string): (limit: number) => string {
  const { windowSeconds } = limiter.rule(name)
  let policy = ''
  let policyLimit = -1
  return (limit) => {
    if (limit !== policyLimit) {
      policyLimit = limit
      policy = `"${name}";q=${limit};w=${windowSeconds}`
    }
    return policy
  }
}
