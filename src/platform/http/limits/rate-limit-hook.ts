import type { onRequestHookHandler } from 'fastify'
import { AppError } from '../../../errors.ts'
import { getClientIp } from '../server/client-ip.ts'
import { visitScope } from '../server/visit-scope.ts'
import type { RateLimiter, Taken } from './rate-limit.ts'

/**
 * The `onRequest` hook of a route that counts towards the named limit: `onRequest: rateLimited(limiter, 'weather')`. Sends
 * `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers) with every response and throws `rate_limited` once the limit is
 * used up. A page counts once, however many API calls it makes. Requests with a client key count towards the key's limits instead.
 */
export function createRateLimitHook(limiter: RateLimiter, name: string): onRequestHookHandler {
  const policy = createPolicy(limiter, name)
  return (request, reply, done) => {
    if (request.clientKey !== null) return done()
    const visit = visitScope.getStore()
    const counted = visit?.counted.get(name)
    if (counted !== undefined) return void counted.then((taken) => end(taken))
    const taken = limiter.take(name, getClientIp(request))
    visit?.counted.set(name, Promise.resolve(taken))
    if (taken instanceof Promise) void taken.then(answer)
    else answer(taken)

    function answer(taken: Taken): void {
      if (taken.limit > 0) reply.header('ratelimit-policy', policy(taken.limit)).header('ratelimit', writeRateLimitHeader(name, taken))
      end(taken)
    }

    function end({ allowed, resetSeconds }: Taken): void {
      if (allowed) done()
      else done(new AppError('rate_limited', 'Too many requests from this address', { retryAfterSeconds: resetSeconds }))
    }
  }
}

/**
 * Counts what a request causes towards a limit other than its route's.
 * @throws AppError rate_limited beyond the limit, with `message`
 */
export async function countTowards(limiter: RateLimiter, name: string, client: string, message: string): Promise<void> {
  const { allowed, limit, resetSeconds } = await limiter.take(name, client)
  if (allowed) return
  const { windowSeconds } = limiter.rule(name)
  throw new AppError('rate_limited', message, { retryAfterSeconds: resetSeconds, spent: { name, limit, windowSeconds } })
}

/** `RateLimit` of one response. */
export function writeRateLimitHeader(name: string, { remaining, resetSeconds }: Taken): string {
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
