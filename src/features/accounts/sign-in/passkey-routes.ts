import { formatInstant, formatOptionalInstant } from '@isobar/weather'
import { Type } from 'typebox'
import { getAdminContext, buildAdminRoute } from '../../../admin/access/index.ts'
import { readLanguage } from '../../../messages/language-tag.ts'
import { createRateLimitHook } from '../../../platform/http/limits/rate-limit-hook.ts'
import { buildResponseEntry, buildErrorResponses, Instant, NullableInstant } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { DisplayName, Language } from '../users/index.ts'
import type { Passkey } from './passkey-store.ts'
import { Assertion, Attestation, type AuthRoutes, ClientData, CredentialId, GivenPassword, tags, WebAuthnOptions } from './route-parts.ts'

const Name = { ...DisplayName, description: 'Name of the passkey', examples: ['Firefox on Windows'] }
const Id = Type.Object({
  id: Type.String({ format: 'uuid', description: 'ID of the passkey', examples: ['5d0c1b5e-58a4-4f0e-8a53-98dd0a4b2f77'] }),
})
const PasskeyItem = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    synced: Type.Boolean({ description: "Whether it is copied to the user's other devices" }),
    createdAt: Instant,
    lastUsedAt: NullableInstant,
  },
  { title: 'Passkey' },
)
const EXAMPLE = {
  id: '5d0c1b5e-58a4-4f0e-8a53-98dd0a4b2f77',
  name: 'Firefox on Windows',
  synced: true,
  createdAt: '2026-11-20T09:00:00Z',
  lastUsedAt: null,
}
const Proof = { password: Type.Optional(GivenPassword), passkey: Type.Optional(Assertion) }

const itemOf = ({ id, name, synced, createdAt, usedAt }: Passkey) => ({
  id,
  name,
  synced,
  createdAt: formatInstant(createdAt),
  lastUsedAt: formatOptionalInstant(usedAt),
})

/** /api/auth/passkeys: one's own passkeys. Adding and removing one needs the password or a passkey. */
export function registerPasskeys(app: HttpServer, { passkeys, reauthentication, limiter, siteName }: AuthRoutes): void {
  const onRequest = createRateLimitHook(limiter, 'login')

  app.get(
    '/api/auth/passkeys',
    {
      ...buildAdminRoute('viewer'),
      schema: {
        operationId: 'listPasskeys',
        tags,
        summary: 'List your passkeys',
        description: 'Those of the signed-in user, without their keys.',
        response: {
          200: buildResponseEntry(Type.Object({ items: Type.Array(PasskeyItem) }), 'At most 20, oldest first', { items: [EXAMPLE] }),
          ...buildErrorResponses([]),
        },
      },
    },
    async (request, reply) => reply.send({ items: (await passkeys.list(getAdminContext(request).user.id)).map(itemOf) }),
  )

  app.post(
    '/api/auth/passkeys/options',
    {
      ...buildAdminRoute('viewer', { isEnrolment: true }),
      schema: {
        operationId: 'beginPasskey',
        tags,
        summary: 'Start adding a passkey',
        description:
          'The options for `navigator.credentials.create()`. Requires the password, or a passkey of the account. The challenge works once, within five minutes.',
        body: Type.Object(Proof, { examples: [{ password: 'correct horse battery' }] }),
        response: {
          200: WebAuthnOptions,
          ...buildErrorResponses(['invalid_request', 'not_found', 'rate_limited']),
        },
      },
      onRequest,
    },
    async (request, reply) => {
      const { passkey, password } = request.body
      const { user } = await reauthentication.withOneFactor(request, { passkey, password })
      return reply.send({ ...(await passkeys.registrationOptions(user, app.publicOrigin(), siteName())) })
    },
  )

  app.post(
    '/api/auth/passkeys',
    {
      ...buildAdminRoute('viewer', { isEnrolment: true }),
      schema: {
        operationId: 'addPasskey',
        tags,
        summary: 'Add a passkey',
        description: 'Confirmed by email. At most 20 for each user.',
        body: Type.Object(
          {
            name: Name,
            registration: Type.Object({
              id: CredentialId,
              clientDataJSON: ClientData,
              attestationObject: Attestation,
              transports: Type.Array(Type.String({ maxLength: 30 }), { maxItems: 10 }),
            }),
            lang: Type.Optional(Language),
          },
          {
            examples: [
              { name: EXAMPLE.name, registration: { id: 'AQID', clientDataJSON: 'e30', attestationObject: 'oA', transports: ['usb'] } },
            ],
          },
        ),
        response: {
          201: buildResponseEntry(
            Type.Object({
              passkey: PasskeyItem,
              recoveryCodes: Type.Array(Type.String(), {
                description: 'If it is the first second factor of the account: each works once, with the password, if the passkey is lost',
              }),
            }),
            'Added; the codes are shown once',
            { passkey: EXAMPLE, recoveryCodes: ['0c4e-7g2k-m9pq-r3sv'] },
          ),
          ...buildErrorResponses(['invalid_request', 'not_found', 'conflict', 'rate_limited']),
        },
      },
      onRequest,
    },
    async (request, reply) => {
      const { user, actor } = getAdminContext(request)
      const { name, registration, lang } = request.body
      const origin = app.publicOrigin()
      const added = await passkeys.register(user, { registration, name, origin, lang: readLanguage(lang) }, actor)
      return reply.code(201).send({ passkey: itemOf(added.passkey), recoveryCodes: [...added.recoveryCodes] })
    },
  )

  app.patch(
    '/api/auth/passkeys/:id',
    {
      ...buildAdminRoute('viewer'),
      schema: {
        operationId: 'renamePasskey',
        tags,
        summary: 'Rename a passkey',
        description: 'Its name is only for its owner, to tell devices apart.',
        params: Id,
        body: Type.Object({ name: Name }, { examples: [{ name: 'Work laptop' }] }),
        response: {
          200: buildResponseEntry(Type.Object({ name: Type.String() }), 'Renamed', { name: 'Work laptop' }),
          ...buildErrorResponses(['invalid_request', 'not_found']),
        },
      },
    },
    async (request, reply) => {
      const { user, actor } = getAdminContext(request)
      await passkeys.rename(user.id, request.params.id, request.body.name, actor)
      return reply.send({ name: request.body.name })
    },
  )

  app.delete(
    '/api/auth/passkeys/:id',
    {
      ...buildAdminRoute('viewer'),
      schema: {
        operationId: 'removePasskey',
        tags,
        summary: 'Remove a passkey',
        description: 'Requires the password, or a passkey of the account. Confirmed by email.',
        params: Id,
        body: Type.Object({ ...Proof, lang: Type.Optional(Language) }, { examples: [{ password: 'correct horse battery' }] }),
        response: {
          200: buildResponseEntry(Type.Object({ removed: Type.Literal(true) }), 'Removed', { removed: true }),
          ...buildErrorResponses(['invalid_request', 'not_found', 'rate_limited']),
        },
      },
      onRequest,
    },
    async (request, reply) => {
      const { passkey, password, lang } = request.body
      const { user } = await reauthentication.withOneFactor(request, { passkey, password })
      await passkeys.remove(user, request.params.id, readLanguage(lang), getAdminContext(request).actor)
      return reply.send({ removed: true as const })
    },
  )
}
