import { PRIVATE_NO_STORE } from '../../../platform/http/bytes/cache-control.ts'
import { createRateLimitHook } from '../../../platform/http/limits/rate-limit-hook.ts'
import { buildErrorResponses } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { Assertion, type AuthKit, type AuthRoutes, readBeginner, tags, UserAnswer, WebAuthnOptions } from './route-parts.ts'

const ASSERTION_EXAMPLE = { id: 'AQID', clientDataJSON: 'e30', authenticatorData: 'AQID', signature: 'AQID' }

/** POST /api/auth/passkey/options and /api/auth/passkey: signing in with a passkey. */
export function registerPasskeyLogin(
  app: HttpServer,
  { login, passkeys, identify, limiter }: AuthRoutes,
  { beginSession, sameSite }: AuthKit,
): void {
  const onRequest = [createRateLimitHook(limiter, 'login'), sameSite]

  app.post(
    '/api/auth/passkey/options',
    {
      schema: {
        operationId: 'beginPasskeyLogin',
        tags,
        summary: 'Ask for a passkey',
        description: 'The options for `navigator.credentials.get()`. The challenge works once, within five minutes.',
        response: {
          200: WebAuthnOptions,
          ...buildErrorResponses(['forbidden', 'rate_limited', 'service_unavailable']),
        },
      },
      onRequest,
    },
    async (_request, reply) => {
      reply.header('cache-control', PRIVATE_NO_STORE)
      return { ...(await passkeys.assertionOptions(app.publicOrigin())) }
    },
  )

  app.post(
    '/api/auth/passkey',
    {
      schema: {
        operationId: 'loginByPasskey',
        tags,
        summary: 'Sign in with a passkey',
        description: 'The passkey verifies its user, so it counts as both factors. Sets the same cookies as `POST /api/auth/login`.',
        body: { ...Assertion, examples: [ASSERTION_EXAMPLE] },
        response: {
          200: { ...UserAnswer, description: 'Signed in' },
          ...buildErrorResponses(['invalid_request', 'unauthorized', 'forbidden', 'rate_limited', 'service_unavailable']),
        },
      },
      onRequest,
    },
    async (request, reply) => {
      const proof = { assertion: request.body, siteOrigin: app.publicOrigin(), ...readBeginner(request, identify) }
      return beginSession(request, reply, await login.byPasskey(proof))
    },
  )
}
