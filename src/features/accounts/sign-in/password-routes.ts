import { Type } from 'typebox'
import { getAdminContext, buildAdminRoute } from '../../../admin/access/index.ts'
import { buildInvalidFieldError } from '../../../errors.ts'
import { readLanguage } from '../../../messages/language-tag.ts'
import { PRIVATE_NO_STORE } from '../../../platform/http/bytes/cache-control.ts'
import { createRateLimitHook } from '../../../platform/http/limits/rate-limit-hook.ts'
import { buildResponseEntry, buildErrorResponses } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { Language, Password } from '../users/index.ts'
import { Assertion, type AuthRoutes, GivenPassword, OptionalCode, tags } from './route-parts.ts'

/** POST /api/auth/password: changes one's own password. */
export function registerPassword(app: HttpServer, { users, reauthentication, limiter }: AuthRoutes): void {
  app.post(
    '/api/auth/password',
    {
      ...buildAdminRoute('viewer'),
      schema: {
        operationId: 'changePassword',
        tags,
        summary: 'Change your password',
        description:
          'Requires the current password, and a code or a passkey if the account has a second factor. Ends all other sessions and confirms the change by email.',
        body: Type.Object(
          {
            currentPassword: GivenPassword,
            newPassword: Password,
            totp: OptionalCode,
            passkey: Type.Optional(Assertion),
            lang: Type.Optional(Language),
          },
          { examples: [{ currentPassword: 'correct horse battery', newPassword: 'a long passphrase' }] },
        ),
        response: {
          200: buildResponseEntry(Type.Object({ changed: Type.Literal(true) }), 'Changed', { changed: true }),
          ...buildErrorResponses(['invalid_request', 'not_found', 'conflict', 'rate_limited', 'service_unavailable']),
        },
      },
      onRequest: createRateLimitHook(limiter, 'login'),
    },
    async (request, reply) => {
      const { currentPassword, newPassword } = request.body
      // First: a reauthentication uses up its code or passkey, and counts as an attempt.
      const lang = readLanguage(request.body.lang)
      const { user, passwordHash: provedBy, sessionId: exceptSession } = await reauthentication.withBothFactors(request, request.body)
      if (newPassword === currentPassword) throw buildInvalidFieldError('newPassword', 'must differ from the current password')
      const change = { user, provedBy, newPassword, exceptSession, lang }
      await users.changeOwnPassword(change, getAdminContext(request).actor)
      return reply.header('cache-control', PRIVATE_NO_STORE).send({ changed: true as const })
    },
  )
}
