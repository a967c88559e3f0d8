import { Type } from 'typebox'
import { getAdminContext, buildAdminRoute } from '../../../admin/access/index.ts'
import { registerListRoute } from '../../../admin/list-route.ts'
import { AppError } from '../../../errors.ts'
import { mapListing } from '../../../platform/http/schema/listing.ts'
import { createMemoryListing } from '../../../platform/http/schema/memory-listing.ts'
import { buildResponseEntry, buildErrorResponses } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { PublicUser, SESSION_EXAMPLE, toSessionItem, SessionItem, USER_EXAMPLE } from './schemas.ts'
import type { Session, Sessions } from './session-store.ts'

const tags = ['Admin: users']

/** GET /api/admin/me, GET and DELETE /api/admin/sessions: one's own sessions. */
export function registerSessionAdmin(app: HttpServer, sessions: Sessions): void {
  app.get(
    '/api/admin/me',
    {
      ...buildAdminRoute('viewer'),
      schema: {
        operationId: 'getMe',
        tags,
        summary: 'Get the current session',
        description: 'The signed-in account with its role, and the id of this session.',
        response: {
          200: buildResponseEntry(
            Type.Object({
              user: PublicUser,
              sessionId: Type.Union([Type.String(), Type.Null()], { description: 'Null under the development bypass' }),
            }),
            'The account of the session',
            { user: USER_EXAMPLE, sessionId: SESSION_EXAMPLE.id },
          ),
          ...buildErrorResponses([]),
        },
      },
    },
    async (request, reply) => {
      const { user, sessionId } = getAdminContext(request)
      return reply.send({ user, sessionId })
    },
  )

  registerListRoute(app, '/api/admin/sessions', {
    operationId: 'listSessions',
    tags,
    summary: 'List your sessions',
    description: 'At most 50; beyond that the oldest sessions end. A search looks at the user agent and the country.',
    sorts: ['createdAt'],
    defaultSort: '-createdAt',
    item: SessionItem,
    title: 'AdminSessions',
    example: SESSION_EXAMPLE,
    list(_, request) {
      const { user, sessionId } = getAdminContext(request)
      const list = createMemoryListing<Session, 'createdAt'>(() => sessions.list(user.id), {
        positionOf: ({ createdAt, id }) => ({ value: createdAt, id }),
        textOf: ({ userAgent, country }) => `${userAgent ?? ''} ${country ?? ''}`,
      })
      return mapListing(list, (session) => toSessionItem(session, sessionId))
    },
  })

  app.delete(
    '/api/admin/sessions',
    {
      ...buildAdminRoute('viewer'),
      schema: {
        operationId: 'endSessions',
        tags,
        summary: 'End your sessions',
        description: 'Ends the session given by `id`, or all others.',
        querystring: Type.Object({ id: Type.Optional(Type.String({ format: 'uuid', description: 'ID of the session' })) }),
        response: {
          200: buildResponseEntry(Type.Object({ ended: Type.Integer({ minimum: 0, description: 'Number of ended sessions' }) }), 'Ended', {
            ended: 2,
          }),
          ...buildErrorResponses(['invalid_request', 'not_found']),
        },
      },
    },
    async (request, reply) => {
      const { user, sessionId, actor } = getAdminContext(request)
      const { id } = request.query
      const ended = await sessions.end(user.id, id === undefined ? { except: sessionId } : { id }, actor)
      if (id !== undefined && ended === 0) throw new AppError('not_found', 'No such session')
      return reply.send({ ended })
    },
  )
}
