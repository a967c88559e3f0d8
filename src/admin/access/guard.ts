import type { FastifyRequest, onRequestAsyncHookHandler, RouteOptions } from 'fastify'
import { AppError } from '../../errors.ts'
import { PRIVATE_NO_STORE } from '../../platform/http/bytes/cache-control.ts'
import { errorResponses } from '../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../platform/http/server/http-server.ts'
import type { AdminContext } from './admin-context.ts'
import { refuseCrossSite } from './cross-site.ts'
import { type Identify, createIdentify, type IdentifyOptions } from './identify.ts'
import { isAtLeast, requiresSecondFactor, type Role, type SecondFactorRequirement } from './roles.ts'
import { accountCookies } from './token-cookie.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    admin?: AdminAccess
  }
  interface FastifyRequest {
    admin: AdminContext | null
  }
}

interface AdminAccess {
  /** The minimum role. */
  readonly role: Role
  /** Refuse cross-site requests of every method. Methods other than GET refuse them anyway. */
  readonly sameSite: boolean
  /** Admit users who must have a second factor and have none yet: the route sets one up. */
  readonly isEnrolment: boolean
}

/**
 * Makes a route an admin route, in one line of its options: `{ ...adminRoute('editor'), schema }`. The session is checked before the body
 * is read; 401, 403 and the cookie are documented. `sameSite` is for a GET that changes something, `isEnrolment` for setting up a second
 * factor.
 */
export function adminRoute(
  role: Role,
  { sameSite = false, isEnrolment = false }: { sameSite?: boolean; isEnrolment?: boolean } = {},
): { readonly config: { readonly admin: AdminAccess } } {
  return { config: { admin: { role, sameSite, isEnrolment } } }
}

/** The signed-in user of a request to an admin route. */
export function adminOf(request: FastifyRequest): AdminContext {
  if (request.admin === null) throw new Error(`${request.routeOptions.url} is not an admin route`)
  return request.admin
}

/**
 * Whether the user may see addresses of subscribers: only roles that work with them.
 * @throws AppError `forbidden` if the user may not, but searches for one
 */
export function seesAddresses(request: FastifyRequest, searchedFor?: string): boolean {
  const sees = isAtLeast(adminOf(request).user.role, 'editor')
  if (searchedFor !== undefined && !sees) throw new AppError('forbidden', 'Searching for an address requires the role editor')
  return sees
}

const ADMIN_PATHS = '/api/admin/'
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
/** The cookie's name in the API documentation. */
const SESSION_SECURITY = [{ adminSession: [] }]

/**
 * Guards every admin route added afterwards. Call it before the API document begins, so that the document shows what the guard adds. A
 * route under /api/admin/ that declares no role, or is hidden from the document, cannot be added. `secondFactor` says whose accounts must
 * have one.
 */
export function guardAdminRoutes(app: HttpServer, identify: Identify, secondFactor: () => SecondFactorRequirement): void {
  app.decorateRequest('admin', null)
  const guard = createGuard(identify, app.publicOrigin, secondFactor)
  app.addHook('onRoute', (route) => {
    const { config, schema, url } = route
    if (config?.admin === undefined) {
      if (url.startsWith(ADMIN_PATHS)) throw new Error(`${String(route.method)} ${url} does not say who may use it: adminRoute()`)
      return
    }
    if (schema === undefined || schema.hide === true) throw new Error(`${String(route.method)} ${url} must be in the API document`)
    route.onRequest = [guard, ...[route.onRequest ?? []].flat()]
    route.schema = documented(schema)
  })
}

function createGuard(
  identify: Identify,
  publicOrigin: () => string,
  secondFactor: () => SecondFactorRequirement,
): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const { role, sameSite, isEnrolment } = request.routeOptions.config.admin as AdminAccess
    reply.header('cache-control', PRIVATE_NO_STORE)
    if (sameSite || !SAFE_METHODS.has(request.method)) refuseCrossSite(request, publicOrigin)
    const admin = await identify.admin(request)
    if (admin === null) throw new AppError('unauthorized', 'Please sign in')
    if (!isEnrolment && !admin.hasSecondFactor && requiresSecondFactor(secondFactor(), admin.user.role)) throw secondFactorMissing()
    if (!isAtLeast(admin.user.role, role)) throw new AppError('forbidden', `This requires the role ${role}`)
    request.admin = admin
  }
}

function secondFactorMissing(): AppError {
  return new AppError('forbidden', 'Your role requires two-factor authentication. Please set it up first.', {
    details: [{ path: 'totp', message: 'required' }],
  })
}

function documented(schema: NonNullable<RouteOptions['schema']>): NonNullable<RouteOptions['schema']> {
  const response = { ...errorResponses(['unauthorized', 'forbidden', 'service_unavailable']), ...(schema.response as object | undefined) }
  return { ...schema, security: SESSION_SECURITY, response }
}

interface AccessOptions extends Pick<IdentifyOptions, 'findSession' | 'countryOf' | 'clientHash' | 'devBypass'> {
  readonly publicUrl: URL | null
  readonly secondFactorRequiredFor: () => SecondFactorRequirement
}

/** Authentication and roles. `guard` goes before all routes of the back office. */
export function openAccess({ publicUrl, secondFactorRequiredFor, ...options }: AccessOptions) {
  const identify = createIdentify({ ...options, sessionCookie: accountCookies(publicUrl).sessionCookie })
  return {
    identify,
    guard: (app: HttpServer) => guardAdminRoutes(app, identify, secondFactorRequiredFor),
  }
}
