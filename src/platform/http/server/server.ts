import type { Server } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyBaseLogger, type FastifyHttpOptions, LogController, type RouteOptions } from 'fastify'
import { AppError } from '../../../errors.ts'
import type { Logger } from '../../log.ts'
import { isNavigation } from '../bytes/accept.ts'
import { createCachedAnswers } from '../bytes/cached-answers.ts'
import { addCompression } from '../bytes/compression.ts'
import { addInputDecoding } from '../schema/declared-input.ts'
import { addDeprecation } from '../schema/deprecation.ts'
import { LAZY_SCHEMAS } from '../schema/lazy-schemas.ts'
import { buildInvalidRequestError, type SchemaError } from '../schema/validation.ts'
import { createAllowedMethods } from './allowed-methods.ts'
import type { ClientAccess } from './client-access.ts'
import { guardClientRoutes } from './client-guard.ts'
import { compileTrustProxy, createClientIp, createRequestIds, createProxyWarning } from './client-ip.ts'
import { type ConnectionLimits, limitConnections } from './connections.ts'
import { createCors } from './cors.ts'
import { createEntryHook, createHeaderStamp } from './entry-hook.ts'
import { createExpectationReply, createRawFailureReply, createFailureReply } from './failure-reply.ts'
import type { HttpServer } from './http-server.ts'
import { watchOverload } from './overload.ts'
import { createRequestQueue } from './request-queue.ts'
import { buildSecurityHeaders } from './security-headers.ts'
import { addRequestLog } from './telemetry.ts'

export type { HttpServer } from './http-server.ts'

export interface HttpServerOptions {
  readonly log: Logger
  /** Public base URL of the service; null while unknown. Decides whether HSTS is sent. */
  readonly publicUrl: string | null
  /** Proxies in front, as a count or as addresses and ranges; null: none. */
  readonly trustProxy: number | readonly string[] | null
  /** Origins whose scripts may read public responses; empty: all. */
  readonly corsOrigins: readonly string[]
  /** Mean event loop delay over a second, or wait before the router, above which requests are refused as overload. 0: never. */
  readonly maxEventLoopDelayMs: number
  /** Time for a request to arrive in full. */
  readonly requestTimeoutMs?: number
  /** Time for the headers of a request to arrive, counted from the opening of a new connection. */
  readonly headersTimeoutMs?: number
  readonly connections?: Partial<ConnectionLimits>
  /** Paths that are answered even when the connection limit is reached, in addition to the routes that are served under pressure. */
  readonly reservedPaths?: RegExp
  /** Decides what client keys permit; omitted: there are none. */
  readonly clientAccess?: ClientAccess
}

const BODY_LIMIT_BYTES = 128 * 1024
const DEFAULT_REQUEST_TIMEOUT_MS = 15_000
const DEFAULT_HEADERS_TIMEOUT_MS = 10_000
const DEFAULT_CONNECTIONS: ConnectionLimits = { total: 10_000, perClient: 256, reserve: 64 }
const MAX_HEADER_BYTES = 16 * 1024
const MAX_PARAM_LENGTH = 256
/** Longer than the minute for which load balancers keep idle connections, so that they close first. */
const KEEP_ALIVE_MS = 72_000
const CHECK_CONNECTIONS_MS = 2000

/**
 * The HTTP server with everything that all routes share: ids, headers, CORS, the error shape, strict parameters, compression, limits,
 * overload protection. Not yet listening.
 */
export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const headers = buildSecurityHeaders(options.publicUrl)
  const trust = compileTrustProxy(options.trustProxy)
  const app: HttpServer = Fastify(frameworkOptions(options, headers)).withTypeProvider<TypeBoxTypeProvider>()
  // 0 reads all headers that fit, and the entry hook rejects too many: with a limit, Node would silently drop the last ones.
  app.server.maxHeadersCount = 0
  const connections = limitConnections(app.server, {
    limits: { ...DEFAULT_CONNECTIONS, ...options.connections },
    trust,
    onRefused: (limit) => options.log.warn({ limit }, 'refusing connections: too many are open'),
  })
  app.decorate('connectionCounts', () => connections.counts())
  app.server.on('checkExpectation', createExpectationReply(headers))
  app.removeContentTypeParser('text/plain')
  app.setErrorHandler(createFailureReply(options.log))
  app.decorate('publicOrigin', () => options.publicUrl ?? `http://localhost:${portOf(app)}`)
  app.decorate('notFoundPage', null)
  app.decorate('failurePage', null)
  // The entry hook already rejects unknown paths except for people in a browser. Handlers, such as those of files, may end here too.
  app.setNotFoundHandler((request, reply) => {
    if (app.notFoundPage !== null && isNavigation(request)) return app.notFoundPage(request, reply)
    throw new AppError('not_found', 'Not found')
  })

  const allowedMethods = createAllowedMethods()
  app.addHook('onRoute', (route) => {
    addHead(route)
    allowedMethods.add(route)
    addInputDecoding(route)
    addDeprecation(route)
  })
  let draining = false
  app.decorate('isDraining', () => draining)
  app.decorate('drain', () => {
    draining = true
  })
  app.addHook('preClose', (done) => {
    draining = true
    done()
  })
  const { maxEventLoopDelayMs } = options
  const isOverloaded = watchOverload(app, maxEventLoopDelayMs)
  // Repeated requests, answered ahead of the router, wait for at most one slice of queued work and are not refused while other requests
  // queue.
  const queue = createRequestQueue()
  const isQueueing = (): boolean => maxEventLoopDelayMs > 0 && queue.waitedMs() > maxEventLoopDelayMs
  const cors = createCors(options.corsOrigins)
  app.addHook(
    'onRequest',
    createEntryHook({
      securityHeaders: headers,
      cors,
      allowedMethods,
      isDraining: () => draining,
      isOverloaded: () => isOverloaded() || isQueueing(),
      lookForProxy: options.trustProxy === null ? createProxyWarning(options.log) : null,
      isBeyondTotal: (request) => connections.isBeyondTotal(request.raw.socket) && options.reservedPaths?.test(request.url) !== true,
      hasPageFor: (request) => app.notFoundPage !== null && isNavigation(request),
    }),
  )
  const cached = createCachedAnswers({
    log: options.log,
    securityHeaders: headers,
    corsHeaders: cors.constantHeaders,
    requestId: createRequestIds(trust),
    clientIp: createClientIp(trust),
    trustsProxies: trust !== null,
    isOpen: (socket, at) => !draining && !isOverloaded(at) && !connections.isBeyondTotal(socket),
    access: options.clientAccess ?? null,
    publicOrigin: () => app.publicOrigin(),
  })
  app.decorateRequest('clientKey', null)
  if (options.clientAccess !== undefined) guardClientRoutes(app, options.clientAccess)
  cached.serve(app.server, queue.run)
  app.decorate('answerFromCache', cached.add)
  addRequestLog(app, options.log)
  await addCompression(app)
  return app
}

function frameworkOptions(options: HttpServerOptions, headers: Readonly<Record<string, string>>) {
  const trust = compileTrustProxy(options.trustProxy)
  const stamp = createHeaderStamp(headers)
  const replyFailure = createFailureReply(options.log)
  const requestTimeout = options.requestTimeoutMs ?? DEFAULT_REQUEST_TIMEOUT_MS
  return {
    loggerInstance: options.log as FastifyBaseLogger,
    // A child logger per request would cost more than it is worth: log calls name the request themselves.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestIds(trust),
    requestIdHeader: false,
    trustProxy: trust ?? false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    // `addHead` does it, with half as many routes to set up.
    exposeHeadRoutes: false,
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: options.headersTimeoutMs ?? Math.min(requestTimeout, DEFAULT_HEADERS_TIMEOUT_MS),
      connectionsCheckingInterval: CHECK_CONNECTIONS_MS,
      requireHostHeader: false,
    },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: true, allErrors: true, verbose: true } },
    schemaErrorFormatter: (errors, part) => buildInvalidRequestError(errors as SchemaError[], part),
    schemaController: LAZY_SCHEMAS,
    clientErrorHandler: createRawFailureReply(options.log, headers),
    frameworkErrors: (error, request, reply) => {
      stamp(request, reply)
      replyFailure(error, request, reply)
    },
  } satisfies FastifyHttpOptions<Server, FastifyBaseLogger>
}

/** Answers HEAD with the headers of GET: Node leaves out the body. Not for routes with `exposeHeadRoute: false`. */
function addHead(route: RouteOptions): void {
  const methods = [route.method].flat()
  if (methods.includes('GET') && route.exposeHeadRoute !== false) route.method = [...methods, 'HEAD']
}

/** The port; 0 until the server listens. */
function portOf(app: HttpServer): number {
  const address = app.server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
