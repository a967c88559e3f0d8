import type { onRequestAsyncHookHandler, RouteOptions } from 'fastify'
import { buildErrorResponses } from '../schema/schemas.ts'
import { type ClientAccess, isOwnSite } from './client-access.ts'
import type { HttpServer } from './http-server.ts'
import { visitScope } from './visit-scope.ts'

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
    route.onRequest = [guard, ...[route.onRequest ?? []].flat()]
    if (route.schema !== undefined) route.schema = documented(route.schema, route.config)
  })
}

function createGuard(access: ClientAccess, publicOrigin: () => string): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const { clientScope = '', needsClientKey = false } = request.routeOptions.config
    const { key, refusal, challenge, limits } = await access.admit(request.raw, clientScope, {
      needsKey: needsClientKey,
      // A page that is being rendered calls the API in-process.
      isOwn: () => visitScope.getStore() !== undefined || isOwnSite(request.headers, publicOrigin()),
    })
    request.clientKey = key
    if (limits !== null) reply.header('ratelimit-policy', limits.policy).header('ratelimit', limits.state)
    if (challenge !== null) reply.header('www-authenticate', challenge)
    if (refusal !== null) throw refusal
  }
}

function documented(schema: NonNullable<RouteOptions['schema']>, config: RouteOptions['config']): NonNullable<RouteOptions['schema']> {
  const response = schema.response as Readonly<Record<number, object>> | undefined
  const refusals =
    config?.errorBodyOf === undefined
      ? buildErrorResponses(['unauthorized', 'forbidden', 'rate_limited'], config?.unavailableStatus)
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
