import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../errors.ts'
import type { Logger } from '../../log.ts'
import { isNavigation } from '../bytes/accept.ts'
import { type FailureBody, buildFailureBody } from './failure-body.ts'
import { type Failure, toFailure, RefusedRequest } from './failure.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The JSON of the route's own errors, where another API's shape is served; ours unless set. */
    errorBodyOf?: (failure: Failure) => object
  }
}

/** Headers that a handler may have set before it failed and that do not apply to the error response. */
const STALE_HEADERS = ['etag', 'last-modified', 'content-length', 'content-encoding', 'content-disposition', 'x-cache', 'cache-status']

/** The error handler of every route: sends the common error shape and logs defects with the request id. */
export function createFailureReply(log: Logger) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const failure = toFailure(error, request.routeOptions.config.unavailableStatus)
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
    // What is refused before it reaches the route has our shape on all of them.
    const isRefused = failure.code === 'invalid_request' && !(error instanceof AppError)
    const errorBodyOf = isRefused ? undefined : request.routeOptions.config.errorBodyOf
    if (errorBodyOf === undefined && failurePage !== null && isNavigation(request)) {
      failurePage(request, reply.code(failure.status).header('cache-control', 'no-store'), failure)
      return
    }
    const { contentType, body } =
      errorBodyOf === undefined
        ? buildFailureBody(failure, request.id, request.headers.accept)
        : { contentType: 'application/json; charset=utf-8', body: JSON.stringify(errorBodyOf(failure)) }
    reply.code(failure.status).header('cache-control', 'no-store').header('content-type', contentType).serializer(asIs).send(body)
  }
}

function asIs(payload: unknown): string {
  return payload as string
}

const STATUS_OF_PARSE_ERROR: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** What Node knows of input that is no request; the packet in which reading it ended. */
type ParseError = Error & { readonly code?: string; readonly rawPacket?: unknown }

/** The header, in input that could not be read whole. */
const ACCEPT = /^accept:([^\r\n]*)/im

/**
 * Answers input that never became a request (bad syntax, oversized headers, a missing body) in the usual error shape and closes the
 * connection: after a parse error nothing on it can be trusted.
 */
export function createRawFailureReply(log: Logger, headers: Readonly<Record<string, string>>) {
  return (error: ParseError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
      socket.destroy()
      return
    }
    const requestId = randomUUID()
    const status = STATUS_OF_PARSE_ERROR[error.code ?? ''] ?? 400
    log.debug({ requestId, code: error.code, status }, 'rejected a malformed request')
    const accept = Buffer.isBuffer(error.rawPacket) ? ACCEPT.exec(error.rawPacket.toString('latin1'))?.[1] : undefined
    const failed = buildFailureBody(toFailure(new RefusedRequest(status)), requestId, accept)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headerLines(headers, failed, requestId)}\r\n${failed.body}`)
  }
}

/** Rejects an `Expect` other than 100-continue; the framework never sees such a request. */
export function createExpectationReply(headers: Readonly<Record<string, string>>) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const requestId = randomUUID()
    const failed = buildFailureBody(toFailure(new RefusedRequest(417)), requestId, request.headers.accept)
    response.writeHead(417, { ...headers, ...bodyHeaders(failed, requestId), connection: 'close' })
    response.end(failed.body)
  }
}

/** Whether a response has already begun; nothing may be written into it. Node's own handler reads the same property. */
function isAnswering(socket: Socket): boolean {
  return (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage?.headersSent === true
}

function headerLines(headers: Readonly<Record<string, string>>, failed: FailureBody, requestId: string): string {
  return Object.entries({ ...headers, ...bodyHeaders(failed, requestId), connection: 'close' })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}

function bodyHeaders({ contentType, body }: FailureBody, requestId: string): Record<string, string> {
  return {
    'x-request-id': requestId,
    'content-type': contentType,
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
  }
}
