import type { FastifyRequest } from 'fastify'

const TAKES_HTML = /text\/html(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i
/** A picture, a feed, a script: the address of no page, known or not. */
const FILE = /^[^?#]*\.(?!html?(?:[?#]|$))[a-z][a-z0-9]*(?:[?#]|$)/i

/** A browser that goes somewhere, not a program that asks the API, nor one that loads a file or something which the API documents. */
export function isForPeople({ method, url, headers, routeOptions }: FastifyRequest): boolean {
  if (method !== 'GET' || !TAKES_HTML.test(headers.accept ?? '')) return false
  if ((routeOptions.schema as { operationId?: string } | undefined)?.operationId !== undefined) return false
  if (FILE.test(url)) return false
  return !url.startsWith('/api/') || /^\/api\/docs(?:[/?]|$)/.test(url)
}
