import { hash } from 'node:crypto'

/** A weak entity tag over whatever distinguishes two representations. */
export function computeWeakEtag(identity: string | Buffer): string {
  return `W/"${hash('sha256', identity, 'base64url').slice(0, 22)}"`
}

const TAG = /(?:W\/)?"([^"]*)"/g

/**
 * What proxies that compress append to a tag, and send back as it is: Apache `-gzip` and `-br`, Jetty `--gzip`, others `;gzip`. One that passes
 * through several has several.
 */
const CODING = /^(?:(?:--?|[;:+])(?:x-)?(?:gzip|br|zstd|deflate))*$/i

/**
 * Whether `If-None-Match` matches this tag (RFC 9110 §13.1.2: weak comparison, a list, or `*`); the response is then 304. A tag that a proxy
 * marked with its content coding still names the same representation.
 */
export function isEtagMatch(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  const opaque = opaqueTag(etag)
  for (const [, tag = ''] of ifNoneMatch.matchAll(TAG)) {
    if (tag.startsWith(opaque) && CODING.test(tag.slice(opaque.length))) return true
  }
  return false
}

function opaqueTag(etag: string): string {
  return etag.slice(etag.indexOf('"') + 1, -1)
}
