import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { AppError } from '../../../errors.ts'
import { buildDeprecationHeaders } from '../schema/deprecation.ts'
import type { AllowedMethods } from './allowed-methods.ts'
import { type Cors, isPreflight } from './cors.ts'
import { RefusedRequest } from './failure.ts'

export interface EntryOptions {
  readonly securityHeaders: Readonly<Record<string, string>>
  readonly cors: Cors
  readonly allowedMethods: AllowedMethods
  /** Detects a proxy that is missing from the configuration; null: TRUST_PROXY is set. */
  readonly lookForProxy: ((request: IncomingMessage) => void) | null
  /** True once the process was told to stop: requests are still answered, each as the last on its connection. */
  isDraining(): boolean
  /** True while the process cannot keep up. */
  isOverloaded(): boolean
  /** True for a request on a connection that was admitted beyond the limit, unless the path must be answered anyway. */
  isBeyondTotal(request: FastifyRequest): boolean
  /** True when an unknown path gets an HTML page for people. */
  hasPageFor(request: FastifyRequest): boolean
}

const MAX_URL_LENGTH = 8192
/** Far more than browsers and proxies send. */
export const MAX_HEADERS = 100
const OVERLOAD_RETRY_SECONDS = 5
/** Those of the public API. */
const UNKNOWN_API_METHODS = ['GET', 'HEAD', 'POST']

/** Sets the headers that every response carries. */
export function createHeaderStamp(
  securityHeaders: Readonly<Record<string, string>>,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const headers = Object.entries(securityHeaders)
  return (request, reply) => {
    reply.header('x-request-id', request.id)
    for (const [name, value] of headers) reply.header(name, value)
  }
}

/**
 * Runs first on each request: sets the standard headers, then rejects what needs neither route nor body, so that an unknown path is a 404
 * whatever was posted to it. One hook, since the overhead of a hook exceeds the cost of its content.
 */
export function createEntryHook(options: EntryOptions): onRequestHookHandler {
  const { cors, lookForProxy, isDraining, isOverloaded, isBeyondTotal } = options
  const stamp = createHeaderStamp(options.securityHeaders)
  return (request, reply, done) => {
    stamp(request, reply)
    const { routeOptions } = request
    const { crossOrigin, servedUnderPressure } = routeOptions.config
    if (crossOrigin === true) cors.allow(request, reply)
    reply.headers(buildDeprecationHeaders(routeOptions))
    const { headers, raw } = request
    const url = raw.url ?? '/'
    lookForProxy?.(raw)
    if (isDraining()) reply.header('connection', 'close')
    const isNeeded = servedUnderPressure === true
    if (!isNeeded && isBeyondTotal(request)) {
      reply.header('connection', 'close')
      return done(new AppError('service_unavailable', 'Too many connections are open', { retryAfterSeconds: OVERLOAD_RETRY_SECONDS }))
    }
    if (!isNeeded && isOverloaded()) {
      return done(new AppError('service_unavailable', 'The service is overloaded', { retryAfterSeconds: OVERLOAD_RETRY_SECONDS }))
    }
    if (url.length > MAX_URL_LENGTH) return done(new RefusedRequest(414))
    const faulty = faultOf(raw)
    if (faulty !== null) return done(faulty)
    if (headers['content-encoding'] !== undefined) return done(new RefusedRequest(415, 'Compressed request bodies are not accepted'))
    if (request.is404 && !options.hasPageFor(request)) return refuseUnknown(url, options, request, reply, done)
    done()
  }
}

/** The fault in the raw request line or headers, checked before anything reads them; null: none. */
function faultOf({ rawHeaders, headers, httpVersion, url = '/', method }: FastifyRequest['raw']): RefusedRequest | null {
  if (headers.host === undefined && httpVersion === '1.1') return new RefusedRequest(400, 'The Host header is missing')
  if (rawHeaders.length > 2 * MAX_HEADERS) return new RefusedRequest(431)
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  if (hosts > 1) return new RefusedRequest(400, 'There is more than one Host header')
  if (!url.startsWith('/') && !/^https?:\/\//i.test(url) && !(url === '*' && method === 'OPTIONS')) {
    return new RefusedRequest(400, 'The request target is malformed')
  }
  return url.includes('%') ? encodingFaultOf(url) : null
}

/** Percent-encoding that is no UTF-8 would be read as different text in path and query, and no stored text contains a NUL. */
function encodingFaultOf(url: string): RefusedRequest | null {
  try {
    if (!decodeURIComponent(url).includes('\0')) return null
  } catch {
    return new RefusedRequest(400, 'The request target is not encoded as UTF-8')
  }
  return new RefusedRequest(400, 'The request target contains a NUL')
}

function refuseUnknown(
  url: string,
  { allowedMethods, cors }: EntryOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error: Error) => void,
): void {
  const { methods, crossOrigin } = allowedMethods.of(pathOf(url))
  // A route may constrain its path further than the pattern shows.
  if (methods.length === 0 && url.startsWith('/api/')) {
    // Otherwise a script of another origin that misspells a path would only learn that CORS forbids it.
    if (isPreflight(request)) {
      cors.preflight(request, reply, UNKNOWN_API_METHODS)
      return void reply.code(204).send()
    }
    cors.allow(request, reply)
  }
  if (methods.length === 0 || methods.includes(request.method)) return done(new AppError('not_found', 'Not found'))
  reply.header('allow', [...methods, 'OPTIONS'].join(', '))
  if (crossOrigin.length > 0) {
    if (isPreflight(request)) cors.preflight(request, reply, crossOrigin)
    else cors.allow(request, reply)
  }
  if (request.method !== 'OPTIONS') return done(new RefusedRequest(405))
  reply.code(204).send()
}

function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}
