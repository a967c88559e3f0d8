import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares secrets or signatures by their digests in constant time, so that not even a length leaks. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
