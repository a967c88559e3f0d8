import type { IncomingHttpHeaders } from 'node:http'
import { isbot } from 'isbot'

/**
 * Whether nothing is kept of a sender: it asks not to be counted (Global Privacy Control, Do Not Track), or it is no person. No
 * browser comes without a user agent.
 */
export function isNotCounted(headers: IncomingHttpHeaders): boolean {
  const userAgent = headers['user-agent'] ?? ''
  return headers['sec-gpc'] === '1' || headers['dnt'] === '1' || userAgent === '' || isbot(userAgent)
}

/**
 * Whether the page that sends may send here: our own, or one of CORS_ORIGINS. A beacon without an Origin comes from no page. Proxies may
 * rewrite Host, so the public URL and the browser's own word (Sec-Fetch-Site) count as well.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders, publicOrigin: string | null, corsOrigins: readonly string[]): boolean {
  const { origin, host } = headers
  if (origin === undefined || headers['sec-fetch-site'] === 'same-origin') return true
  if (origin === publicOrigin || corsOrigins.includes('*') || corsOrigins.includes(origin)) return true
  return host !== undefined && URL.parse(origin)?.host === host.toLowerCase()
}
