import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Does an Authorization header carry this bearer token? In constant time: what is compared are digests, whose length says nothing.
 * Without a token nothing is right.
 */
export function holdsBearer(authorization: string | undefined, token: string | null): boolean {
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (given === undefined || token === null) return false
  return timingSafeEqual(digest(given), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
