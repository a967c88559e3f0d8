import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify'
import type { ErrorCode } from '../../../errors.ts'
import { type VisitScope, visitScope } from '../../../platform/http/server/visit-scope.ts'
import { EDGE_HEADERS } from '../../weather/places/index.ts'
import { isCrawler } from './crawlers.ts'
import type { RawReply } from './render-messages.ts'
import type { ApiRequest } from './visit.ts'

/** What proxies say about the visitor. The API gets the proxy's address too, and trusts these headers as it would on a direct request. */
const OF_PROXIES = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', ...EDGE_HEADERS]
/** What the API may learn about the visitor, besides the address. */
const PASSED_ON = ['cookie', 'user-agent', 'accept-language', 'origin', 'sec-fetch-site', 'host', 'dnt', 'sec-gpc', ...OF_PROXIES]

/** Fastify's error code once it is closing. */
const CLOSING = 'FST_ERR_REOPENED_CLOSE_SERVER'
const SHUTTING_DOWN: RawReply = {
  status: 503,
  headers: { 'content-type': 'application/json; charset=utf-8', 'retry-after': '2' },
  text: JSON.stringify({ error: 'service_unavailable' satisfies ErrorCode, message: 'The service is shutting down', retryAfterSeconds: 2 }),
}

/**
 * The API for one visit, through its whole HTTP layer but without a socket: a page can do nothing that its visitor could not, and limits
 * and budgets count the visitor's address.
 */
function askFor(
  app: Pick<FastifyInstance, 'inject'>,
  request: FastifyRequest,
  visitor: Pick<VisitScope, 'isBot' | 'isPreview'>,
): (asked: ApiRequest) => Promise<RawReply> {
  const scope: VisitScope = { ...visitor, counted: new Map() }
  const passedOn = Object.fromEntries(
    PASSED_ON.flatMap((name) => (request.headers[name] === undefined ? [] : [[name, String(request.headers[name])]])),
  )
  const remoteAddress = request.socket.remoteAddress ?? 'unknown'
  async function inject({ method, path, body, idempotencyKey }: ApiRequest): Promise<RawReply> {
    const asked: InjectOptions = {
      method,
      url: path,
      remoteAddress,
      headers: {
        ...passedOn,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    }
    try {
      const reply = await app.inject(asked)
      return { status: reply.statusCode, headers: flat(reply.headers), text: reply.payload }
    } catch (error) {
      // A page that is being rendered while the service stops may call too late.
      if ((error as NodeJS.ErrnoException).code === CLOSING) return SHUTTING_DOWN
      throw error
    }
  }
  // The render thread's calls arrive as messages, outside the async context of the request.
  const inRequest = AsyncLocalStorage.snapshot()
  return (asked) => inRequest(() => visitScope.run(scope, () => inject(asked)))
}

/** The headers that determine a visitor's region. */
const OF_REGIONS = ['accept-language', ...OF_PROXIES]

/** The visitor of a page, with their access to the API. */
export interface Visitor {
  readonly isBot: boolean
  readonly ask: ReturnType<typeof askFor>
}

/** The visitor behind a request. All API calls of their page together count as one. A preview is made as for a crawler. */
export function buildRequestVisitor(request: FastifyRequest, isPreview = false): Visitor {
  const isBot = isPreview || isCrawler(request.headers['user-agent'])
  return { isBot, ask: askFor(request.server, request, { isBot, isPreview }) }
}

/** Equal for requests from the same address with the same region headers, and so for the same region and language. */
export function buildVisitorKey({ socket, headers }: FastifyRequest): string {
  return JSON.stringify([socket.remoteAddress, ...OF_REGIONS.map((name) => headers[name] ?? '')])
}

function flat(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}
