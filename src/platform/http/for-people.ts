import type { FastifyRequest } from 'fastify'

/** A browser that goes somewhere, not a program that asks the API, nor one that loads something which the API documents. */
export function isForPeople({ method, url, headers, routeOptions }: FastifyRequest): boolean {
  if (method !== 'GET' || headers.accept?.includes('text/html') !== true) return false
  if ((routeOptions.schema as { operationId?: string } | undefined)?.operationId !== undefined) return false
  return !url.startsWith('/api/') || /^\/api\/docs(?:[/?]|$)/.test(url)
}
