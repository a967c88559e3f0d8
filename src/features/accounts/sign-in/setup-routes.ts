import { formatInstant } from '@isobar/weather'
import { Type } from 'typebox'
import { PRIVATE_NO_STORE } from '../../../platform/http/bytes/cache-control.ts'
import { createRateLimitHook } from '../../../platform/http/limits/rate-limit-hook.ts'
import { buildResponseEntry, buildErrorResponses, Instant } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { DisplayName, Email, Password } from '../users/index.ts'
import { type AuthKit, type AuthRoutes, readBeginner, tags, Token, UserAnswer } from './route-parts.ts'

/** /api/auth/setup/{token}: the first account, by the link that the service logs while there is none. */
export function registerSetup(app: HttpServer, { setupLinks, identify, limiter }: AuthRoutes, { beginSession, sameSite }: AuthKit): void {
  const limited = createRateLimitHook(limiter, 'invite')

  app.get(
    '/api/auth/setup/:token',
    {
      schema: {
        operationId: 'getSetupLink',
        tags,
        summary: 'Check a setup link',
        description: 'Whether the first account can be made with it: it has not expired, and there is no account.',
        params: Token,
        response: {
          200: buildResponseEntry(Type.Object({ setup: Type.Object({ expiresAt: Instant }) }), 'The link is valid', {
            setup: { expiresAt: '2026-11-21T04:00:00Z' },
          }),
          ...buildErrorResponses(['invalid_request', 'not_found', 'gone', 'rate_limited', 'service_unavailable']),
        },
      },
      onRequest: limited,
    },
    async (request, reply) => {
      const { expiresAt } = await setupLinks.find(request.params.token)
      reply.header('cache-control', PRIVATE_NO_STORE)
      return { setup: { expiresAt: formatInstant(expiresAt) } }
    },
  )

  app.post(
    '/api/auth/setup/:token',
    {
      schema: {
        operationId: 'createFirstAccount',
        tags,
        summary: 'Make the first account and sign in',
        description:
          'Makes an owner, if there is no account. The link is in the log of a start without accounts, and printed by `admin setup-link`; it works for an hour.',
        params: Token,
        body: Type.Object(
          { email: Email, displayName: DisplayName, password: Password },
          { examples: [{ email: 'ada@example.org', displayName: 'Ada', password: 'a long passphrase' }] },
        ),
        response: {
          201: { ...UserAnswer, description: 'Account made; the session cookie is set' },
          ...buildErrorResponses(['invalid_request', 'forbidden', 'not_found', 'gone', 'rate_limited', 'service_unavailable']),
        },
      },
      onRequest: [limited, sameSite],
    },
    async (request, reply) => {
      const begun = await setupLinks.accept(request.params.token, request.body, readBeginner(request, identify))
      return reply.code(201).send(await beginSession(request, reply, begun))
    },
  )
}
