import { type Static, Type } from 'typebox'
import { type Actor, getAdminContext, buildAdminRoute, isAtLeast } from '../../../admin/access/index.ts'
import { registerListRoute } from '../../../admin/list-route.ts'
import { AppError } from '../../../errors.ts'
import { mapListing } from '../../../platform/http/schema/listing.ts'
import { buildResponseEntry, buildErrorResponses, Instant, buildNullableSchema } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import type { OperatorWebhook } from '../../clients/webhooks/index.ts'
import type { Settings } from '../settings/index.ts'
import { STATE_EXAMPLE, StateAnswer, toStateAnswer, TROUBLE_EXAMPLE, toTroubleItem, TroubleItem } from './schemas.ts'
import type { TroubleStore } from './trouble-store.ts'
import { TROUBLE_KINDS } from './trouble.ts'
import type { State } from './watch.ts'

export interface TroubleRoutes {
  readonly watch: { current(): Promise<State> }
  readonly store: Pick<TroubleStore, 'list'>
  readonly webhook: OperatorWebhook
  readonly settings: Settings
  /** Who is notified by mail. */
  readonly addresses: () => Promise<readonly string[]>
  /** Resolves to how many addresses get one. */
  readonly testMail: () => Promise<number>
  readonly record: (action: string, actor: Actor, after?: object) => Promise<void>
}

const tags = ['Admin: operations']

const Notices = Type.Object(
  {
    addresses: Type.Array(Type.String(), { description: 'Who is notified by mail: the setting noticeAddresses, or else the owners' }),
    areOwners: Type.Boolean({ description: 'Whether they are the owners, because none are set' }),
    afterMinutes: Type.Integer({ description: 'How long a trouble must last: the setting noticeAfterMinutes' }),
    webhook: buildNullableSchema(
      Type.Object({
        url: Type.String({ description: 'Its origin only for those who may not change it' }),
        isOn: Type.Boolean({ description: 'False: its receiver is gone, or refused everything for days' }),
        updatedAt: Instant,
      }),
      'Null: none is set',
    ),
    secret: Type.Optional(Type.String({ description: 'Of a webhook that was just set, for checking its signatures; never shown again' })),
  },
  { title: 'Notices' },
)
const NOTICES_EXAMPLE: Static<typeof Notices> = {
  addresses: ['ops@example.org'],
  areOwners: false,
  afterMinutes: 10,
  webhook: { url: 'https://chat.example.org/hooks/isobar', isOn: true, updatedAt: '2026-11-21T03:00:00Z' },
}

/** /api/admin/state, /api/admin/troubles and /api/admin/notices */
export function registerTroubleAdmin(
  app: HttpServer,
  { watch, store, webhook, settings, addresses, testMail, record }: TroubleRoutes,
): void {
  async function noticesFor(isOwner: boolean): Promise<Static<typeof Notices>> {
    const { noticeAddresses, noticeAfterMinutes } = settings.current()
    const found = await webhook.find()
    return {
      addresses: [...(await addresses())],
      areOwners: noticeAddresses === null,
      afterMinutes: noticeAfterMinutes,
      webhook: found && {
        url: isOwner ? found.url : new URL(found.url).origin,
        isOn: found.disabledBy === null,
        updatedAt: found.updatedAt,
      },
    }
  }

  app.get(
    '/api/admin/state',
    {
      ...buildAdminRoute('viewer'),
      schema: {
        operationId: 'getState',
        tags,
        summary: 'Get what is wrong, and what the service knows about itself',
        description: 'At most some seconds old, over all nodes. Cheap enough to be asked every half minute.',
        response: { 200: { ...StateAnswer, examples: [STATE_EXAMPLE] }, ...buildErrorResponses([]) },
      },
    },
    async () => toStateAnswer(await watch.current()),
  )

  registerListRoute(app, '/api/admin/troubles', {
    operationId: 'listTroubles',
    tags,
    summary: 'List troubles of the last 90 days',
    description: 'Those that are there, and those that have ended, newest first.',
    sorts: ['beganAt'],
    defaultSort: '-beganAt',
    filters: {
      kind: Type.Optional(Type.Enum([...TROUBLE_KINDS], { description: 'Only of this kind' })),
      open: Type.Optional(Type.Boolean({ description: 'Only those that go on, or are over' })),
      key: Type.Optional(Type.String({ maxLength: 200, description: 'Only of this: `source openweather`' })),
    },
    item: TroubleItem,
    title: 'Troubles',
    example: TROUBLE_EXAMPLE,
    list: (query) => mapListing(store.list(query), toTroubleItem),
  })

  app.get(
    '/api/admin/notices',
    {
      ...buildAdminRoute('viewer'),
      schema: {
        operationId: 'getNotices',
        tags,
        summary: 'Get who is notified of troubles',
        description: 'The addresses and the webhook of the operators, and after how many minutes they are notified of a trouble.',
        response: { 200: { ...Notices, examples: [NOTICES_EXAMPLE] }, ...buildErrorResponses([]) },
      },
    },
    async (request) => noticesFor(isAtLeast(getAdminContext(request).user.role, 'owner')),
  )

  app.patch(
    '/api/admin/notices/webhook',
    {
      ...buildAdminRoute('owner', { needsProof: true }),
      schema: {
        operationId: 'setNoticeWebhook',
        tags,
        summary: 'Set or remove the webhook of operators',
        description:
          'Signed as Standard Webhooks says (docs/deliveries.md), with a new secret each time. Types: `trouble.began`, `trouble.ended`.',
        body: Type.Object(
          { url: buildNullableSchema(Type.String({ minLength: 1, maxLength: 2_000 }), 'Null removes it') },
          { examples: [{ url: null }] },
        ),
        response: { 200: { ...Notices, examples: [NOTICES_EXAMPLE] }, ...buildErrorResponses(['invalid_request']) },
      },
    },
    async (request) => {
      const { url } = request.body
      const { actor } = getAdminContext(request)
      const issued = url === null ? void (await webhook.remove(actor)) : await webhook.put(url, actor)
      return { ...(await noticesFor(true)), ...issued }
    },
  )

  app.post(
    '/api/admin/notices/test',
    {
      ...buildAdminRoute('owner'),
      schema: {
        operationId: 'testNotices',
        tags,
        summary: 'Send a test to those who are notified of troubles',
        description: 'By mail to each address, or by the webhook. It says that nothing is wrong.',
        body: Type.Object({ by: Type.Enum(['mail', 'webhook']) }, { title: 'NoticeTest', examples: [{ by: 'mail' }] }),
        response: {
          202: buildResponseEntry(
            Type.Object({ sent: Type.Integer({ description: 'Messages that are on their way: see the outbox, or the deliveries' }) }),
            'On its way',
            { sent: 1 },
          ),
          ...buildErrorResponses(['conflict', 'rate_limited']),
        },
      },
    },
    async (request, reply) => {
      const isMail = request.body.by === 'mail'
      const sent = isMail ? await testMail() : await webhook.test().then(() => 1)
      if (sent === 0) throw new AppError('conflict', 'No address is set')
      await record('notice.test', getAdminContext(request).actor, request.body)
      return reply.code(202).send({ sent })
    },
  )
}
