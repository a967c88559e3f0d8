import type { FastifyRequest, onRequestAsyncHookHandler, RouteOptions } from 'fastify'
import { AppError } from '../../errors.ts'
import { PRIVATE_NO_STORE } from '../../platform/http/bytes/cache-control.ts'
import { buildErrorResponses } from '../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../platform/http/server/http-server.ts'
import type { AdminContext } from './admin-context.ts'
import { refuseCrossSite } from './cross-site.ts'
import { type Identify, createIdentify, type IdentifyOptions } from './identify.ts'
import { isAtLeast, isSecondFactorRequired, type Role, type SecondFactorRequirement } from './roles.ts'
import { createAccountCookies } from './token-cookie.ts'

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
  /** Admit only users who proved their identity within the last minutes: the route changes who may do what, or where secrets and mail go. */
  readonly needsProof: boolean
}

/**
 * Makes a route an admin route, in one line of its options: `{ ...adminRoute('editor'), schema }`. The session is checked before the body
 * is read; 401, 403 and the cookie are documented. `sameSite` is for a GET that changes something, `isEnrolment` for setting up a second
 * factor, `needsProof` for what an unattended session must not change.
 */
export function buildAdminRoute(
  role: Role,
  { sameSite = false, isEnrolment = false, needsProof = false }: Partial<Omit<AdminAccess, 'role'>> = {},
): { readonly config: { readonly admin: AdminAccess } } {
  return { config: { admin: { role, sameSite, isEnrolment, needsProof } } }
}

/** The signed-in user of a request to an admin route. */
export function getAdminContext(request: FastifyRequest): AdminContext {
  if (request.admin === null) throw new Error(`${request.routeOptions.url} is not an admin route`)
  return request.admin
}

/**
 * For a route that is dangerous with some bodies only: the same as `needsProof`.
 * @throws AppError `forbidden` with the detail `proof`
 */
export function requireRecentProof(request: FastifyRequest): void {
  if (!getAdminContext(request).hasRecentProof) throw proofMissing()
}

/**
 * Whether the user may see addresses of subscribers: only roles that work with them.
 * @throws AppError `forbidden` if the user may not, but searches for one
 */
export function canSeeAddresses(request: FastifyRequest, searchedFor?: string): boolean {
  const sees = isAtLeast(getAdminContext(request).user.role, 'editor')
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
export function guardAdminRoutes(
  app: HttpServer,
  identify: Identify,
  secondFactor: () => SecondFactorRequirement,
  onRefused: OnRefused = () => undefined,
): void {
  app.decorateRequest('admin', null)
  const guard = createGuard(identify, app.publicOrigin, secondFactor, onRefused)
  app.addHook('onRoute', (route) => {
    const { config, schema, url } = route
    if (config?.admin === undefined) {
      if (url.startsWith(ADMIN_PATHS)) throw new Error(`${String(route.method)} ${url} does not say who may use it: buildAdminRoute()`)
      return
    }
    if (schema === undefined || schema.hide === true) throw new Error(`${String(route.method)} ${url} must be in the API document`)
    route.onRequest = [guard, ...[route.onRequest ?? []].flat()]
    route.schema = documented(schema, config.admin)
  })
}

/** Called when a signed-in user is refused a route. */
type OnRefused = (request: FastifyRequest, admin: AdminContext, reason: string) => void

function createGuard(
  identify: Identify,
  publicOrigin: () => string,
  secondFactor: () => SecondFactorRequirement,
  onRefused: OnRefused,
): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const { role, sameSite, isEnrolment, needsProof } = request.routeOptions.config.admin as AdminAccess
    reply.header('cache-control', PRIVATE_NO_STORE)
    if (sameSite || !SAFE_METHODS.has(request.method)) refuseCrossSite(request, publicOrigin)
    const admin = await identify.admin(request)
    if (admin === null) throw new AppError('unauthorized', 'Please sign in')
    const refuse = (reason: string, error: AppError): never => {
      onRefused(request, admin, reason)
      throw error
    }
    if (!isEnrolment && !admin.hasSecondFactor && isSecondFactorRequired(secondFactor(), admin.user.role))
      refuse('no second factor', secondFactorMissing())
    if (!isAtLeast(admin.user.role, role)) refuse(`requires the role ${role}`, new AppError('forbidden', `This requires the role ${role}`))
    if (needsProof && !admin.hasRecentProof) throw proofMissing()
    request.admin = admin
  }
}

function secondFactorMissing(): AppError {
  return new AppError('forbidden', 'Your role requires two-factor authentication. Please set it up first.', {
    details: [{ path: 'totp', message: 'required' }],
  })
}

function proofMissing(): AppError {
  return new AppError('forbidden', 'Please confirm that it is you.', { details: [{ path: 'proof', message: 'required' }] })
}

const PROOF_TEXT =
  'Needs a proof of identity that is at most 15 minutes old (`POST /api/auth/proof`): otherwise 403 with `details[0].path` `proof`.'

function documented(schema: NonNullable<RouteOptions['schema']>, { needsProof }: AdminAccess): NonNullable<RouteOptions['schema']> {
  const response = {
    ...buildErrorResponses(['unauthorized', 'forbidden', 'service_unavailable']),
    ...(schema.response as object | undefined),
  }
  const { description } = schema as { readonly description?: string }
  const proof = needsProof ? { description: description === undefined ? PROOF_TEXT : `${description} ${PROOF_TEXT}` } : {}
  return { ...schema, ...proof, security: SESSION_SECURITY, response }
}

interface AccessOptions extends Pick<IdentifyOptions, 'findSession' | 'countryOf' | 'clientHash' | 'devBypass'> {
  readonly publicUrl: URL | null
  readonly secondFactorRequiredFor: () => SecondFactorRequirement
  readonly onRefused: OnRefused
}

/** Authentication and roles. `guard` goes before all routes of the back office. */
export function openAccess({ publicUrl, secondFactorRequiredFor, onRefused, ...options }: AccessOptions) {
  const identify = createIdentify({ ...options, sessionCookie: createAccountCookies(publicUrl).sessionCookie })
  return {
    identify,
    guard: (app: HttpServer) => guardAdminRoutes(app, identify, secondFactorRequiredFor, onRefused),
  }
}
