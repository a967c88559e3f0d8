import { chance } from '../climate/noise.ts'
import type { WireAnswer, WireRequest } from '../wire.ts'

/** A problem document as the service writes it; its ids vary with the time of the request. */
export function problem(
  request: WireRequest,
  status: number,
  name: string,
  title: string,
  detail: string,
  headers: Record<string, string> = {},
): WireAnswer {
  const id = Math.floor(chance(request.now % 2147483647, request.path.length, status, 31) * 0xffffffff)
    .toString(16)
    .padStart(8, '0')
  return {
    status,
    headers: { 'content-type': 'application/problem+json', 'x-correlation-id': id, 'x-request-id': id, ...headers },
    body: JSON.stringify({
      correlationId: id,
      title,
      type: `https://api.weather.gov/problems/${name}`,
      status,
      detail,
      instance: `https://api.weather.gov/requests/${id}`,
    }),
  }
}

export function invalidParameter(request: WireRequest, detail: string): WireAnswer {
  return problem(request, 400, 'InvalidParameter', 'Invalid Parameter', detail)
}

/** Without a User-Agent, the edge refuses in HTML. */
export function missingUserAgent(): WireAnswer {
  return {
    status: 403,
    headers: { 'content-type': 'text/html' },
    body: "<HTML><HEAD>\n<TITLE>Access Denied</TITLE>\n</HEAD><BODY>\n<H1>Access Denied</H1>\nYou don't have permission to access this resource on this server.\n</BODY></HTML>\n",
  }
}
