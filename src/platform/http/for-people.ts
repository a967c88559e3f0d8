import type { FastifyRequest } from 'fastify'
import { weightedRanges } from './accept-language.ts'

/** A picture, a feed, a script: the address of no page, known or not. */
const FILE = /^[^?#]*\.(?!html?(?:[?#]|$))[a-z][a-z0-9]*(?:[?#]|$)/i

/** A browser that goes somewhere, not a program that asks the API, nor one that loads a file or something which the API documents. */
export function isForPeople({ method, url, headers, routeOptions }: FastifyRequest): boolean {
  if (method !== 'GET' || !weightedRanges(headers.accept).some(({ range, weight }) => range.toLowerCase() === 'text/html' && weight > 0))
    return false
  if ((routeOptions.schema as { operationId?: string } | undefined)?.operationId !== undefined) return false
  if (FILE.test(url)) return false
  return !url.startsWith('/api/') || /^\/api\/docs(?:[/?]|$)/.test(url)
}
