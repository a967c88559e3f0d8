import type { RateLimiter, Taken } from './rate-limit.ts'

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
