import type { FastifyRequest } from 'fastify'

/** A browser that goes somewhere, not a program that asks the API. */
export function isForPeople({ method, url, headers }: FastifyRequest): boolean {
  return (
    method === 'GET' && (!url.startsWith('/api/') || /^\/api\/docs(?:[/?]|$)/.test(url)) && headers.accept?.includes('text/html') === true
  )
}
