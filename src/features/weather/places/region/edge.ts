import type { IncomingHttpHeaders } from 'node:http'
import { type RawRegion, type Region, parseRawRegion } from './region.ts'

const FIELDS = ['country', 'region', 'city', 'lat', 'lon', 'timezone'] as const satisfies readonly (keyof RawRegion)[]

/** The documented headers in which edge networks state where a request comes from, in the order of `FIELDS`. */
const EDGES: readonly (readonly string[])[] = [
  // Cloudflare: "IP geolocation" and the managed transform "visitor location headers".
  ['cf-ipcountry', 'cf-region', 'cf-ipcity', 'cf-iplatitude', 'cf-iplongitude', 'cf-timezone'],
  ['country', 'country-region', 'city', 'latitude', 'longitude', 'timezone'].map((field) => `x-vercel-ip-${field}`),
  ['country', 'country-region-name', 'city', 'latitude', 'longitude', 'time-zone'].map((field) => `cloudfront-viewer-${field}`),
  // Vendor-neutral: set by operators in their own proxies.
  ['country', 'region', 'city', 'latitude', 'longitude', 'timezone'].map((field) => `x-geo-${field}`),
]

export const EDGE_HEADERS: readonly string[] = EDGES.flat()

/** The region stated by the first edge that names a country. The caller must ensure that the headers come from a trusted proxy. */
export function findRegionInHeaders(headers: IncomingHttpHeaders): Region | null {
  for (const names of EDGES) {
    const raw = Object.fromEntries(FIELDS.map((field, index) => [field, textOf(headers[names[index] ?? ''])]))
    const region = parseRawRegion(raw as unknown as RawRegion, 'edge')
    if (region !== null) return region
  }
  return null
}

/** Non-ASCII names arrive as UTF-8 bytes, which Node reads as Latin-1, or percent-encoded. */
function textOf(value: string | string[] | undefined): string | undefined {
  const text = Array.isArray(value) ? value[0] : value
  if (text === undefined) return undefined
  const decoded = utf8(text)
  if (!decoded.includes('%')) return decoded
  try {
    return decodeURIComponent(decoded)
  } catch {
    return decoded
  }
}

function utf8(text: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'))
  } catch {
    return text
  }
}
