import { formatInstant } from '@isobar/weather'
import { type Static, Type } from 'typebox'
import { getAdminContext, buildAdminRoute } from '../../../admin/access/index.ts'
import { registerListRoute } from '../../../admin/list-route.ts'
import { AppError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import { mapListing } from '../../../platform/http/schema/listing.ts'
import { buildResponseEntry, buildErrorResponses, buildNullableSchema, Instant } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { toSegment } from './audience.ts'
import { type DraftStore, MAX_DRAFTS, type MessageDraft } from './draft-store.ts'
import { Audience } from './schemas.ts'

const tags = ['Admin: mail']
const contents = {
  subject: Type.String({ maxLength: 200, pattern: '^[^\\u0000-\\u001f\\u007f]*$' }),
  body: Type.String({ maxLength: 50_000, pattern: '^[^\\u0000]*$', description: 'Markdown' }),
  audience: buildNullableSchema(Audience, 'Null: nobody is chosen yet'),
}
const DraftItem = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    subject: Type.String(),
    audience: contents.audience,
    updatedAt: Instant,
    updatedBy: Type.String(),
    version: Type.Integer({ minimum: 1 }),
  },
  { title: 'MessageDraft' },
)
const DraftBody = Type.Object(contents, {
  examples: [{ subject: 'Neu: Warnungen', body: 'Ab **heute** …', audience: { types: ['newsletter', 'city_alerts'] } }],
})
const DraftPatch = Type.Object(
  {
    subject: Type.Optional(contents.subject),
    body: Type.Optional(contents.body),
    audience: Type.Optional(contents.audience),
    version: Type.Optional(Type.Integer({ minimum: 1, description: 'The version you read; an outdated one is rejected' })),
  },
  { examples: [{ subject: 'Neu: Warnungen und Karten', version: 2 }] },
)
const WholeDraft = Type.Object({ draft: Type.Object({ ...DraftItem.properties, body: contents.body }, { title: 'WholeMessageDraft' }) })

const EXAMPLE: Static<typeof DraftItem> = {
  id: '0b7e3f64-7d0c-4b5b-9a39-0c1f6b1f2f10',
  subject: 'Neu: Warnungen',
  audience: { types: ['newsletter', 'city_alerts'] },
  updatedAt: '2026-11-21T03:00:00Z',
  updatedBy: 'ada@example.org',
  version: 2,
}
const WHOLE_EXAMPLE = { draft: { ...EXAMPLE, body: 'Ab **heute** …' } }
const params = Type.Object({ id: Type.String({ format: 'uuid', description: 'The draft', examples: [EXAMPLE.id] }) })

export interface DraftRoutes {
  readonly drafts: DraftStore
  readonly clock: Clock
}

/** /api/admin/email/drafts: messages to subscribers that are not finished. */
export function registerDraftsAdmin(app: HttpServer, { drafts, clock }: DraftRoutes): void {
  registerListRoute(app, '/api/admin/email/drafts', {
    operationId: 'listMessageDrafts',
    tags,
    summary: 'List drafts of messages',
    description: 'Without their texts. A draft is deleted once its message is sent, or 90 days after its last change.',
    sorts: ['updatedAt'],
    defaultSort: '-updatedAt',
    item: DraftItem,
    title: 'MessageDrafts',
    example: EXAMPLE,
    list: () => mapListing(drafts.list(), toDraftItem),
  })

  app.post(
    '/api/admin/email/drafts',
    {
      ...buildAdminRoute('editor'),
      bodyLimit: 256 * 1024,
      schema: {
        operationId: 'createMessageDraft',
        tags,
        summary: 'Store a draft of a message',
        description: `At most ${MAX_DRAFTS}. Nothing is checked but its audience: it need not be finished.`,
        body: DraftBody,
        response: {
          201: buildResponseEntry(WholeDraft, 'Stored', WHOLE_EXAMPLE),
          ...buildErrorResponses(['invalid_request', 'limit_reached']),
        },
      },
    },
    async (request, reply) => {
      const draft = checked(request.body)
      return reply.code(201).send(toWholeDraft(await drafts.insert(draft, getAdminContext(request).actor, clock.now())))
    },
  )

  app.get(
    '/api/admin/email/drafts/:id',
    {
      ...buildAdminRoute('viewer'),
      schema: {
        operationId: 'getMessageDraft',
        tags,
        summary: 'Get a draft of a message',
        description: 'With its text, to go on with it.',
        params,
        response: {
          200: buildResponseEntry(WholeDraft, 'With its text', WHOLE_EXAMPLE),
          ...buildErrorResponses(['invalid_request', 'not_found']),
        },
      },
    },
    async ({ params: { id } }, reply) => reply.send(toWholeDraft(await drafts.find(id))),
  )

  app.patch(
    '/api/admin/email/drafts/:id',
    {
      ...buildAdminRoute('editor'),
      bodyLimit: 256 * 1024,
      schema: {
        operationId: 'updateMessageDraft',
        tags,
        summary: 'Change a draft of a message',
        description: 'What is not given stays as it is.',
        params,
        body: DraftPatch,
        response: {
          200: buildResponseEntry(WholeDraft, 'Changed', WHOLE_EXAMPLE),
          ...buildErrorResponses(['invalid_request', 'not_found', 'conflict']),
        },
      },
    },
    async (request, reply) => {
      const { version, ...draft } = checked(request.body)
      const { actor } = getAdminContext(request)
      return reply.send(toWholeDraft(await drafts.update(request.params.id, draft, version, actor, clock.now())))
    },
  )

  app.delete(
    '/api/admin/email/drafts/:id',
    {
      ...buildAdminRoute('editor'),
      schema: {
        operationId: 'deleteMessageDraft',
        tags,
        summary: 'Delete a draft of a message',
        description: 'Its text is gone. A message that was sent deletes its draft by itself.',
        params,
        response: {
          200: buildResponseEntry(Type.Object({ deleted: Type.Literal(true) }), 'Deleted', { deleted: true as const }),
          ...buildErrorResponses(['invalid_request', 'not_found']),
        },
      },
    },
    async (request, reply) => {
      if (!(await drafts.delete(request.params.id, getAdminContext(request).actor, clock.now()))) throw buildUnknownDraftError()
      return reply.send({ deleted: true as const })
    },
  )
}

/** @throws AppError invalid_request for an audience that nobody could be in */
function checked<Body extends Static<typeof DraftPatch>>(body: Body): Body {
  if (body.audience !== null && body.audience !== undefined) toSegment(body.audience)
  return body
}

const buildUnknownDraftError = () => new AppError('not_found', 'No such draft: its message was sent, or it was deleted')

function toDraftItem({ id, subject, audience, updated_at, updated_by, version }: MessageDraft): Static<typeof DraftItem> {
  return { id, subject, audience, updatedAt: formatInstant(updated_at.getTime()), updatedBy: updated_by, version }
}

/** @throws AppError not_found */
function toWholeDraft(draft: MessageDraft | undefined): Static<typeof WholeDraft> {
  if (draft === undefined) throw buildUnknownDraftError()
  return { draft: { ...toDraftItem(draft), body: draft.body } }
}
