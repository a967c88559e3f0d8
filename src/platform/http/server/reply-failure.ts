import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from '../../log.ts'
import { errorBody, failureOf } from './failure.ts'
import { isForPeople } from '../bytes/for-people.ts'

/** Headers that a handler may have set before it failed and that do not apply to the error response. */
const STALE_HEADERS = ['etag', 'last-modified', 'content-length', 'content-encoding', 'content-disposition', 'x-cache', 'cache-status']

/** The error handler of every route: sends the common error shape and logs defects with the request id. */
export function createFailureReply(log: Logger) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const failure = failureOf(error, request.routeOptions.config.unavailableStatus)
    if (failure.code === 'internal_error') {
      log.error({ err: error, requestId: request.id, method: request.method, route: request.routeOptions.url }, 'request failed')
    } else if (failure.status >= 500) {
      log.debug({ err: error, requestId: request.id, route: request.routeOptions.url }, 'request could not be served')
    }
    for (const header of STALE_HEADERS) reply.removeHeader(header)
    if (failure.spent !== undefined) {
      const { name, limit, windowSeconds } = failure.spent
      const resetSeconds = failure.retryAfterSeconds ?? windowSeconds
      reply.header('ratelimit-policy', `"${name}";q=${limit};w=${windowSeconds}`).header('ratelimit', `"${name}";r=0;t=${resetSeconds}`)
    }
    if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', String(failure.retryAfterSeconds))
    const { failurePage } = request.server
    if (failurePage !== null && isForPeople(request)) {
      failurePage(request, reply.code(failure.status).header('cache-control', 'no-store'), failure)
      return
    }
    reply
      .code(failure.status)
      .header('cache-control', 'no-store')
      .header('content-type', 'application/json; charset=utf-8')
      .serializer(asIs)
      .send(errorBody(failure, request.id))
  }
}

function asIs(payload: unknown): string {
  return payload as string
}
