import { hash } from 'node:crypto'

/** A weak entity tag over whatever distinguishes two representations. */
export function weakEtag(identity: string | Buffer): string {
  return `W/"${hash('sha256', identity, 'base64url').slice(0, 22)}"`
}

const TAG = /(?:W\/)?"([^"]*)"/g

/** Whether `If-None-Match` matches this tag (RFC 9110 §13.1.2: weak comparison, a list, or `*`); the response is then 304. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  const opaque = opaqueTag(etag)
  for (const [, tag] of ifNoneMatch.matchAll(TAG)) {
    if (tag === opaque) return true
  }
  return false
}

function opaqueTag(etag: string): string {
  return etag.slice(etag.indexOf('"') + 1, -1)
}
