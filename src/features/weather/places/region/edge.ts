import type { IncomingHttpHeaders } from 'node:http'
import { type RawRegion, type Region, regionOf } from './region.ts'

type HeaderNames = Readonly<Record<keyof RawRegion, string>>

/** The documented headers in which edge networks state where a request comes from. */
const EDGES: readonly HeaderNames[] = [
  {
    // Cloudflare: "IP geolocation" and the managed transform "visitor location headers".
    country: 'cf-ipcountry',
    region: 'cf-region',
    city: 'cf-ipcity',
    lat: 'cf-iplatitude',
    lon: 'cf-iplongitude',
    timezone: 'cf-timezone',
  },
  {
    country: 'x-vercel-ip-country',
    region: 'x-vercel-ip-country-region',
    city: 'x-vercel-ip-city',
    lat: 'x-vercel-ip-latitude',
    lon: 'x-vercel-ip-longitude',
    timezone: 'x-vercel-ip-timezone',
  },
  {
    country: 'cloudfront-viewer-country',
    region: 'cloudfront-viewer-country-region-name',
    city: 'cloudfront-viewer-city',
    lat: 'cloudfront-viewer-latitude',
    lon: 'cloudfront-viewer-longitude',
    timezone: 'cloudfront-viewer-time-zone',
  },
  {
    // Vendor-neutral: set by operators in their own proxies.
    country: 'x-geo-country',
    region: 'x-geo-region',
    city: 'x-geo-city',
    lat: 'x-geo-latitude',
    lon: 'x-geo-longitude',
    timezone: 'x-geo-timezone',
  },
]

/** All header names. */
export const EDGE_HEADERS: readonly string[] = EDGES.flatMap((names) => Object.values(names))

/** The region stated by the first edge that names a country. The caller must ensure that the headers come from a trusted proxy. */
export function regionFromHeaders(headers: IncomingHttpHeaders): Region | null {
  for (const names of EDGES) {
    const raw = Object.fromEntries(Object.entries(names).map(([field, header]) => [field, textOf(headers[header])]))
    const region = regionOf(raw as unknown as RawRegion, 'edge')
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
