import { formatInstant } from '@isobar/weather'
import { Type } from 'typebox'
import { getAdminContext, buildAdminRoute, ROLES } from '../../../admin/access/index.ts'
import { registerListRoute } from '../../../admin/list-route.ts'
import { readLanguage } from '../../../messages/language-tag.ts'
import { mapListing } from '../../../platform/http/schema/listing.ts'
import { buildResponseEntry, buildErrorResponses, Instant } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import type { Invitations } from './invitations.ts'
import { DisplayName, Email, Language, Password, RoleName, USER_EXAMPLE, USER_ITEM_EXAMPLE, toUserItem, UserItem } from './schemas.ts'
import type { Users } from './users.ts'

export interface UserRoutes {
  readonly users: Users
  readonly invitations: Invitations
  /** Whether mail can leave this machine. If not, the inviter hands the link over. */
  readonly hasMailTransport: () => boolean
}

const tags = ['Admin: users']
const UserAnswer = Type.Object({ user: UserItem })
const NEW_USER = { email: 'grace@example.org', displayName: 'Grace', role: 'editor' as const }
const NEW_ITEM = {
  ...USER_ITEM_EXAMPLE,
  ...NEW_USER,
  totp: false,
  lastLoginAt: null,
  version: 1,
}

/** /api/admin/users */
export function registerUserAdmin(app: HttpServer, options: UserRoutes): void {
  registerList(app, options)
  registerCreate(app, options)
  registerInvite(app, options)
  registerPatch(app, options)
}

function registerList(app: HttpServer, { users }: UserRoutes): void {
  registerListRoute(app, '/api/admin/users', {
    operationId: 'listAdminUsers',
    tags,
    summary: 'List users',
    description: 'Everybody who can sign in to the back office, and open invitations.',
    sorts: ['email', 'displayName', 'createdAt'],
    defaultSort: 'email',
    filters: {
      role: Type.Optional(Type.Enum([...ROLES], { description: 'Only this role' })),
      status: Type.Optional(Type.Enum(['active', 'invited', 'disabled'], { description: 'Only this status' })),
    },
    item: UserItem,
    title: 'AdminAccounts',
    example: USER_ITEM_EXAMPLE,
    list: (query) => mapListing(users.list(query), toUserItem),
  })
}

function registerCreate(app: HttpServer, { users }: UserRoutes): void {
  app.post(
    '/api/admin/users',
    {
      ...buildAdminRoute('owner', { needsProof: true }),
      schema: {
        operationId: 'createAdminUser',
        tags,
        summary: 'Create a user with a password',
        description: 'The user can sign in at once. Hand the password over by other means.',
        body: Type.Object(
          { email: Email, displayName: DisplayName, role: RoleName, password: Password },
          { examples: [{ ...NEW_USER, password: 'a long passphrase' }] },
        ),
        response: {
          201: buildResponseEntry(UserAnswer, 'User created', { user: NEW_ITEM }),
          ...buildErrorResponses(['invalid_request', 'conflict']),
        },
      },
    },
    async (request, reply) => reply.code(201).send({ user: toUserItem(await users.create(request.body, getAdminContext(request).actor)) }),
  )
}

function registerInvite(app: HttpServer, { invitations, hasMailTransport }: UserRoutes): void {
  const Invite = Type.Object({
    expiresAt: Instant,
    link: Type.Optional(Type.String({ format: 'uri', description: 'Only if email is not set up: pass it on yourself; it is shown once' })),
  })
  app.post(
    '/api/admin/users/invite',
    {
      ...buildAdminRoute('owner', { needsProof: true }),
      schema: {
        operationId: 'inviteAdminUser',
        tags,
        summary: 'Invite a user by email',
        description: 'The link works once and expires after 72 hours. Until it is accepted, inviting again replaces name, role and link.',
        body: Type.Object(
          { email: Email, displayName: Type.Optional(DisplayName), role: RoleName, lang: Type.Optional(Language) },
          { examples: [{ email: 'alan@example.org', displayName: 'Alan', role: 'viewer' }] },
        ),
        response: {
          201: buildResponseEntry(Type.Object({ user: UserItem, invite: Invite }), 'Invited', {
            user: { ...NEW_ITEM, status: 'invited' },
            invite: { expiresAt: '2026-11-24T03:00:00Z' },
          }),
          ...buildErrorResponses(['invalid_request', 'conflict']),
        },
      },
    },
    async (request, reply) => {
      const { lang, ...invited } = request.body
      const { user, token, expiresAt } = await invitations.invite({ ...invited, lang: readLanguage(lang) }, getAdminContext(request).actor)
      const link = hasMailTransport() ? {} : { link: `${app.publicOrigin()}/invite/${token}` }
      return reply.code(201).send({ user: toUserItem(user), invite: { expiresAt: formatInstant(expiresAt), ...link } })
    },
  )
}

function registerPatch(app: HttpServer, { users }: UserRoutes): void {
  app.patch(
    '/api/admin/users/:id',
    {
      ...buildAdminRoute('owner', { needsProof: true }),
      schema: {
        operationId: 'updateAdminUser',
        tags,
        summary: 'Update, disable or enable a user',
        description: 'Disabling ends all sessions at once. The last owner cannot be disabled or given another role.',
        params: Type.Object({ id: Type.String({ format: 'uuid', description: 'The user', examples: [USER_EXAMPLE.id] }) }),
        body: Type.Object(
          {
            displayName: Type.Optional(DisplayName),
            role: Type.Optional(RoleName),
            disabled: Type.Optional(Type.Boolean()),
            version: Type.Optional(Type.Integer({ minimum: 1, description: 'The version you read; an outdated one is rejected' })),
          },
          { examples: [{ role: 'editor', version: 3 }] },
        ),
        response: {
          200: buildResponseEntry(UserAnswer, 'Changed', { user: { ...USER_ITEM_EXAMPLE, role: 'editor', version: 4 } }),
          ...buildErrorResponses(['invalid_request', 'not_found', 'conflict']),
        },
      },
    },
    async (request, reply) => {
      const user = await users.update(request.params.id, request.body, getAdminContext(request).actor)
      return reply.send({ user: toUserItem(user) })
    },
  )
}
