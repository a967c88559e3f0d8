import { formatInstant } from '@isobar/weather'
import { Type } from 'typebox'
import { getAdminContext, buildAdminRoute } from '../../../admin/access/index.ts'
import { PRIVATE_NO_STORE } from '../../../platform/http/bytes/cache-control.ts'
import { buildResponseEntry, buildErrorResponses, Instant } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { Assertion, type AuthRoutes, GivenPassword, OptionalCode, tags } from './route-parts.ts'

/** POST /api/auth/proof: proves again who uses the session. Attempts are in the backoff of the account, so the route has no limit of its own. */
export function registerProof(app: HttpServer, { sessions, reauthentication }: AuthRoutes): void {
  app.post(
    '/api/auth/proof',
    {
      ...buildAdminRoute('viewer'),
      schema: {
        operationId: 'proveIdentity',
        tags,
        summary: 'Confirm that it is you',
        description:
          'With the password, a two-factor code or a passkey. For 15 minutes, as after signing in, the session may then change what is dangerous: users and roles, keys, the mail server, feeds. Without it, these routes answer 403 with `details[0].path` `proof`. Signing in again does as well.',
        body: Type.Object(
          { password: Type.Optional(GivenPassword), code: OptionalCode, passkey: Type.Optional(Assertion) },
          { examples: [{ password: 'correct horse battery' }] },
        ),
        response: {
          200: buildResponseEntry(Type.Object({ provedUntil: Instant }, { title: 'Proof' }), 'Confirmed', {
            provedUntil: '2026-11-21T03:15:00Z',
          }),
          ...buildErrorResponses(['invalid_request', 'not_found', 'rate_limited']),
        },
      },
    },
    async (request, reply) => {
      const { sessionId } = await reauthentication.withOneFactor(request, request.body)
      const provedUntil = await sessions.prove(sessionId, getAdminContext(request).actor)
      return reply.header('cache-control', PRIVATE_NO_STORE).send({ provedUntil: formatInstant(provedUntil) })
    },
  )
}
