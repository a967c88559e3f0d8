import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Whether an Authorization header carries this bearer token. Compares digests in constant time, so that not even the length leaks. Always
 * false when `token` is null.
 */
export function holdsBearer(authorization: string | undefined, token: string | null): boolean {
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (given === undefined || token === null) return false
  return timingSafeEqual(digest(given), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
