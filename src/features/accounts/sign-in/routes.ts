import cookie from '@fastify/cookie'
import { Type } from 'typebox'
import { refuseCrossSite } from '../../../admin/access/index.ts'
import { PRIVATE_NO_STORE } from '../../../platform/http/bytes/cache-control.ts'
import { createRateLimitHook } from '../../../platform/http/limits/rate-limit-hook.ts'
import { buildResponseEntry, buildErrorResponses } from '../../../platform/http/schema/schemas.ts'
import { getClientIp } from '../../../platform/http/server/client-ip.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { PublicUser, SESSION_MS, USER_EXAMPLE } from '../users/index.ts'
import { DEVICE_MS } from './device-store.ts'
import { registerLinks } from './link-routes.ts'
import { registerPasskeyLogin } from './passkey-login-routes.ts'
import { registerPasskeys } from './passkey-routes.ts'
import { registerPassword } from './password-routes.ts'
import { registerProof } from './proof-routes.ts'
import {
  AccountEmail,
  type AuthKit,
  type AuthRoutes,
  readBeginner,
  GivenPassword,
  OptionalCode,
  toPublicUser,
  tags,
  UserAnswer,
} from './route-parts.ts'
import { registerSetup } from './setup-routes.ts'
import { registerTotp } from './totp-routes.ts'

/** /api/auth/*: login, logout, session, links and second factors. */
export async function registerAuth(app: HttpServer, options: AuthRoutes): Promise<void> {
  const { isHttps, sessionCookie, deviceCookie, sessions, devices, clientHash } = options
  const endFormer: AuthKit['endFormer'] = async ({ headers }) => {
    for (const token of sessionCookie.tokensIn(headers.cookie)) await sessions.endByToken(token)
  }
  const originOf: AuthKit['originOf'] = (request) => ({
    device: deviceCookie.tokensIn(request.headers.cookie)[0],
    client: clientHash(getClientIp(request)),
  })
  // In a separate scope: the plugin adds hooks to all routes of its scope.
  await app.register(async (scope) => {
    await scope.register(cookie, { hook: false })
    const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps } as const
    // `__Host-` requires the path `/`.
    const devicePath = deviceCookie.formerName === null ? '/api/auth' : '/'
    const kit: AuthKit = {
      async beginSession(request, reply, { user, session }) {
        const device = await devices.remember(user.id, originOf(request))
        await endFormer(request)
        reply.setCookie(sessionCookie.name, session, { ...attributes, maxAge: SESSION_MS / 1_000 })
        if (sessionCookie.formerName !== null) reply.clearCookie(sessionCookie.formerName, attributes)
        // Used at sign-in only.
        const strict = { ...attributes, sameSite: 'strict' } as const
        reply.setCookie(deviceCookie.name, device, { ...strict, path: devicePath, maxAge: DEVICE_MS / 1_000 })
        if (deviceCookie.formerName !== null) reply.clearCookie(deviceCookie.formerName, { ...strict, path: '/api/auth' })
        reply.header('cache-control', PRIVATE_NO_STORE)
        return { user: toPublicUser(user) }
      },
      originOf,
      clearSession(reply) {
        reply.clearCookie(sessionCookie.name, attributes)
        if (sessionCookie.formerName !== null) reply.clearCookie(sessionCookie.formerName, attributes)
      },
      endFormer,
      sameSite(request, _reply, done) {
        refuseCrossSite(request, app.publicOrigin)
        done()
      },
    }
    registerLogin(scope, options, kit)
    registerSession(scope, options, kit)
    registerLinks(scope, options, kit)
    registerSetup(scope, options, kit)
    registerTotp(scope, options)
    registerPasskeyLogin(scope, options, kit)
    registerPasskeys(scope, options)
    registerProof(scope, options)
    registerPassword(scope, options)
  })
}

function registerLogin(app: HttpServer, { login, identify, limiter }: AuthRoutes, { beginSession, originOf, sameSite }: AuthKit): void {
  app.post(
    '/api/auth/login',
    {
      schema: {
        operationId: 'login',
        tags,
        summary: 'Sign in',
        description:
          'Sets the cookie `service_admin_session`, valid for 7 days, or 24 hours without use. After five failed attempts for an account, or thirty from an address, a growing delay applies. Browsers and addresses that have signed in to the account before are counted separately; the cookie `service_admin_device` (on https `__Host-service_admin_device`) identifies them and grants no access.',
        body: Type.Object(
          {
            email: AccountEmail,
            password: GivenPassword,
            totp: OptionalCode,
          },
          { examples: [{ email: 'ada@example.org', password: 'correct horse battery' }] },
        ),
        response: {
          200: { ...UserAnswer, description: 'Signed in' },
          ...buildErrorResponses(['invalid_request', 'unauthorized', 'forbidden', 'rate_limited', 'service_unavailable']),
        },
      },
      onRequest: [createRateLimitHook(limiter, 'login'), sameSite],
    },
    async (request, reply) => {
      const proof = { ...request.body, ...readBeginner(request, identify), origin: originOf(request) }
      return beginSession(request, reply, await login.login(proof))
    },
  )
}

function registerSession(app: HttpServer, { identify }: AuthRoutes, { clearSession, endFormer, sameSite }: AuthKit): void {
  const Session = Type.Object({ authenticated: Type.Boolean(), user: Type.Union([PublicUser, Type.Null()]) })

  app.post(
    '/api/auth/logout',
    {
      schema: {
        operationId: 'logout',
        tags,
        summary: 'Sign out',
        description: 'Ends the session, if there is one, and clears the cookie under both of its names.',
        response: {
          200: buildResponseEntry(Session, 'Signed out', { authenticated: false, user: null }),
          ...buildErrorResponses(['invalid_request', 'forbidden', 'service_unavailable']),
        },
      },
      onRequest: sameSite,
    },
    async (request, reply) => {
      await endFormer(request)
      clearSession(reply)
      reply.header('cache-control', PRIVATE_NO_STORE)
      return { authenticated: false, user: null }
    },
  )

  app.get(
    '/api/auth/session',
    {
      schema: {
        operationId: 'getSession',
        tags,
        summary: 'Get the current session',
        description: 'Whether somebody is signed in, and who. Also answers without a session, unlike `/api/admin/me`.',
        response: {
          200: buildResponseEntry(Session, 'The current session', { authenticated: true, user: USER_EXAMPLE }),
          ...buildErrorResponses(['service_unavailable']),
        },
      },
    },
    async (request, reply) => {
      const admin = await identify.admin(request)
      reply.header('cache-control', PRIVATE_NO_STORE)
      return { authenticated: admin !== null, user: admin?.user ?? null }
    },
  )
}
