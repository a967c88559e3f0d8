import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { onRequestHookHandler, RouteOptions } from 'fastify'
import type { AppError } from '../../../errors.ts'
import { errorResponses } from '../schema/schemas.ts'
import type { HttpServer } from './http-server.ts'
import { visitScope } from './visit-scope.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a client key must include for this route. Requests without a key are answered, too, unless keys are required. */
    clientScope?: string
    /** Requests without a key are always refused. */
    needsClientKey?: boolean
  }
  interface FastifyRequest {
    /** The key of a request to a route with a `clientScope`; null: it has none. */
    clientKey: ClientKey | null
  }
}

/** A key that may do what its request asks. */
export interface ClientKey {
  readonly id: string
  readonly name: string
}

/** What a key decides about a request. */
export interface Admission {
  /** Null: the request has none, and is counted by its address. */
  readonly key: ClientKey | null
  /** Null: the request is admitted, and has been counted. */
  readonly refusal: AppError | null
  /** `WWW-Authenticate` of a refusal because of the key; null for others. */
  readonly challenge: string | null
  /** `RateLimit-Policy` and `RateLimit` of the key; null: it has no limits. */
  readonly limits: { readonly policy: string; readonly state: string } | null
}

/** Decides what client keys permit. All of it is synchronous: it runs on each request. */
export interface ClientAccess {
  /** Whether keys can include this scope. */
  knows(scope: string): boolean
  /** Whether requests without a key may be refused. */
  isRequired(): boolean
  /** Must not throw. `now`: epoch milliseconds. */
  admit(request: IncomingMessage, scope: string, asked: { needsKey: boolean; isOwn: () => boolean; now?: number }): Admission
}

const UNAUTHORIZED = 401
const FORBIDDEN = 403
const RATE_LIMITED = 429

/** Checks the client keys of all routes with a `clientScope` that are added afterwards, before anything else, and documents that. */
export function guardClientRoutes(app: HttpServer, access: ClientAccess): void {
  const guard = createGuard(access, app.publicOrigin)
  app.addHook('onRoute', (route) => {
    const scope = route.config?.clientScope
    if (scope === undefined) return
    if (!access.knows(scope)) throw new Error(`${String(route.method)} ${route.url} has an unknown client scope: ${scope}`)
    const hooks = [route.onRequest ?? []].flat()
    // The framework derives the HEAD route from the GET route's options, this hook included.
    if (hooks.includes(guard)) return
    route.onRequest = [guard, ...hooks]
    if (route.schema !== undefined) route.schema = documented(route.schema, route.config)
  })
}

function createGuard(access: ClientAccess, publicOrigin: () => string): onRequestHookHandler {
  return (request, reply, done) => {
    const { clientScope = '', needsClientKey = false } = request.routeOptions.config
    const { key, refusal, challenge, limits } = access.admit(request.raw, clientScope, {
      needsKey: needsClientKey,
      // A page that is being rendered calls the API in-process.
      isOwn: () => visitScope.getStore() !== undefined || isOwnSite(request.headers, publicOrigin()),
    })
    request.clientKey = key
    if (limits !== null) reply.header('ratelimit-policy', limits.policy).header('ratelimit', limits.state)
    if (challenge !== null) reply.header('www-authenticate', challenge)
    if (refusal === null) done()
    else done(refusal)
  }
}

/**
 * Whether a browser says that one of our pages sent the request: in `Sec-Fetch-Site`, or in `Origin` or `Referer` where the browser is older or the
 * connection plain. Programs can claim the same.
 */
export function isOwnSite(headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const from = headers.origin ?? headers.referer
  if (from === undefined || !URL.canParse(from)) return false
  const { origin, host } = new URL(from)
  return origin === publicOrigin || host === headers.host
}

function documented(schema: NonNullable<RouteOptions['schema']>, config: RouteOptions['config']): NonNullable<RouteOptions['schema']> {
  const response = schema.response as Readonly<Record<number, object>> | undefined
  const refusals =
    config?.errorBodyOf === undefined
      ? errorResponses(['unauthorized', 'forbidden'])
      : {
          [UNAUTHORIZED]: { ...response?.[RATE_LIMITED], description: 'The client key is missing or not valid' },
          [FORBIDDEN]: { ...response?.[RATE_LIMITED], description: 'The client key does not permit this' },
        }
  return {
    ...schema,
    security: [...(config?.needsClientKey === true ? [] : [{}]), { clientKeyHeader: [] }, { clientKeyBearer: [] }, { clientKeyQuery: [] }],
    response: { ...refusals, ...response },
  }
}
