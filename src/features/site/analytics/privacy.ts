import type { IncomingHttpHeaders } from 'node:http'
import { isbot } from 'isbot'

/**
 * Whether a sender's events are discarded: it opts out (Global Privacy Control, Do Not Track), or it is not a person. Every browser sends a
 * user agent.
 */
export function isNotCounted(headers: IncomingHttpHeaders): boolean {
  const userAgent = headers['user-agent'] ?? ''
  return headers['sec-gpc'] === '1' || headers['dnt'] === '1' || userAgent === '' || isbot(userAgent)
}

/**
 * Whether the sending page's origin is allowed: our own, or one of CORS_ORIGINS. A beacon without an Origin does not come from a page.
 * Proxies may rewrite Host, so the public URL and the browser's own statement (Sec-Fetch-Site) count as well.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders, publicOrigin: string | null, corsOrigins: readonly string[]): boolean {
  const { origin, host } = headers
  if (origin === undefined || headers['sec-fetch-site'] === 'same-origin') return true
  if (origin === publicOrigin || corsOrigins.includes('*') || corsOrigins.includes(origin)) return true
  return host !== undefined && URL.parse(origin)?.host === host.toLowerCase()
}
