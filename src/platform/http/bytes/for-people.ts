import type { FastifyRequest } from 'fastify'
import { weightedRanges } from './accept-language.ts'

/** Matches the URL of a file such as an image, a feed or a script, never of a page. */
const FILE = /^[^?#]*\.(?!html?(?:[?#]|$))[a-z][a-z0-9]*(?:[?#]|$)/i

/** Whether a request is a browser navigation, as opposed to an API client or a browser that loads a file or a documented API route. */
export function isForPeople({ method, url, headers, routeOptions }: FastifyRequest): boolean {
  if (method !== 'GET' || !weightedRanges(headers.accept).some(({ range, weight }) => range.toLowerCase() === 'text/html' && weight > 0))
    return false
  if ((routeOptions.schema as { operationId?: string } | undefined)?.operationId !== undefined) return false
  if (FILE.test(url)) return false
  return !url.startsWith('/api/') || /^\/api\/docs(?:[/?]|$)/.test(url)
}
