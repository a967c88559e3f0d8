import { formatInstant, formatOptionalInstant } from '@isobar/weather'
import { type Static, Type } from 'typebox'
import { getAdminContext, buildAdminRoute, canSeeAddresses } from '../../../admin/access/index.ts'
import { registerListRoute } from '../../../admin/list-route.ts'
import { maskUrl } from '../../../admin/masking.ts'
import { AppError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import { mapListing } from '../../../platform/http/schema/listing.ts'
import { buildResponseEntry, buildErrorResponses, Instant, buildNullableSchema } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import type { WebhookAdminStore } from './admin-store.ts'
import { type Delivery, showDelivery } from './delivery-store.ts'
import { DELIVERY_EXAMPLE, DeliveryShown, WEBHOOK_EXAMPLE } from './schemas.ts'
import { DELIVERY_STATES, DISABLERS } from './tables.ts'

const tags = ['Admin: system']
const WebhookItem = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    keyId: Type.String({ format: 'uuid', description: 'The client key that it belongs to' }),
    keyName: Type.String(),
    name: Type.String(),
    url: Type.String(),
    lat: Type.Number(),
    lon: Type.Number(),
    enabled: Type.Boolean(),
    disabledAt: buildNullableSchema(Instant),
    disabledBy: buildNullableSchema(Type.Enum([...DISABLERS])),
    waiting: Type.Integer({ description: 'Messages that wait' }),
    dead: Type.Integer({ description: 'Messages of the last 30 days that were given up' }),
    createdAt: Instant,
  },
  { title: 'WebhookOfKey' },
)
const ITEM_EXAMPLE: Static<typeof WebhookItem> = {
  id: WEBHOOK_EXAMPLE.id,
  keyId: '7d1f0c1e-93a5-4ac7-8a8e-51f5b0a7c2d4',
  keyName: 'Fleet control',
  name: WEBHOOK_EXAMPLE.name,
  url: WEBHOOK_EXAMPLE.url,
  lat: 52.52,
  lon: 13.41,
  enabled: true,
  disabledAt: null,
  disabledBy: null,
  waiting: 0,
  dead: 1,
  createdAt: WEBHOOK_EXAMPLE.createdAt,
}
const DeliveryItem = Type.Object(
  { webhookId: Type.String({ format: 'uuid' }), ...DeliveryShown.properties },
  { title: 'DeliveryOfWebhook' },
)
const DEAD: Static<typeof DeliveryItem> = {
  ...DELIVERY_EXAMPLE,
  webhookId: WEBHOOK_EXAMPLE.id,
  state: 'dead',
  attempts: 10,
  lastStatus: 500,
  lastError: 'The receiver answered 500',
}
const Params = Type.Object({ id: Type.String({ format: 'uuid', description: 'The webhook', examples: [WEBHOOK_EXAMPLE.id] }) })
const DeliveryParams = Type.Object({ id: Type.String({ format: 'uuid', description: 'The delivery', examples: [DELIVERY_EXAMPLE.id] }) })
const Done = Type.Object({ id: Type.String({ format: 'uuid' }), enabled: Type.Boolean() }, { title: 'WebhookSwitched' })
const Replayed = Type.Object({ delivery: DeliveryItem }, { title: 'DeliveryReplayed' })

export interface WebhookAdminRoutes {
  readonly store: WebhookAdminStore
  readonly wake: () => void
  readonly clock: Clock
}

/** /api/admin/webhooks and /api/admin/webhook-deliveries */
export function registerWebhookAdmin(app: HttpServer, { store, wake, clock }: WebhookAdminRoutes): void {
  registerListRoute(app, '/api/admin/webhooks', {
    operationId: 'listAllWebhooks',
    tags,
    summary: 'List the webhooks of all client keys',
    description: 'Newest first. Secrets are not shown, and to viewers only the hosts of addresses.',
    sorts: ['createdAt'],
    defaultSort: '-createdAt',
    filters: {
      keyId: Type.Optional(Type.String({ format: 'uuid', description: 'Only webhooks of this client key' })),
      enabled: Type.Optional(Type.Boolean({ description: 'Only those that are on, or off' })),
    },
    item: WebhookItem,
    title: 'WebhooksOfKeys',
    example: ITEM_EXAMPLE,
    list: (query, request) => {
      const isWhole = canSeeAddresses(request)
      return mapListing(
        store.list({ ...query, searchesUrls: isWhole }),
        ({ key_id, key_name, disabled_at, disabled_by, created_at, ...row }) => ({
          ...row,
          url: isWhole ? row.url : maskUrl(row.url),
          keyId: key_id,
          keyName: key_name,
          enabled: disabled_at === null,
          disabledAt: formatOptionalInstant(disabled_at),
          disabledBy: disabled_by,
          createdAt: formatInstant(created_at.getTime()),
        }),
      )
    },
  })

  app.patch(
    '/api/admin/webhooks/:id',
    {
      ...buildAdminRoute('editor'),
      schema: {
        operationId: 'switchWebhook',
        tags,
        summary: 'Switch a webhook off or on',
        description: 'One that an operator has switched off, its client cannot switch on. What waits for it is dead.',
        params: Params,
        body: Type.Object({ enabled: Type.Boolean() }, { title: 'WebhookSwitch', examples: [{ enabled: false }] }),
        response: {
          200: buildResponseEntry(Done, 'Switched', { id: WEBHOOK_EXAMPLE.id, enabled: false }),
          ...buildErrorResponses(['invalid_request', 'not_found']),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const { enabled } = request.body
      if (!(await store.enable(id, enabled, getAdminContext(request).actor, clock.now())))
        throw new AppError('not_found', 'No such webhook')
      return reply.send({ id, enabled })
    },
  )

  registerListRoute(app, '/api/admin/webhook-deliveries', {
    operationId: 'listAllWebhookDeliveries',
    tags,
    summary: 'List messages to webhooks',
    description: 'Newest first, those of the last 30 days.',
    sorts: ['createdAt'],
    defaultSort: '-createdAt',
    filters: {
      webhookId: Type.Optional(Type.String({ format: 'uuid', description: 'Only those to this webhook' })),
      state: Type.Optional(Type.Enum([...DELIVERY_STATES], { description: 'Only this state' })),
    },
    item: DeliveryItem,
    title: 'DeliveriesOfWebhooks',
    example: DEAD,
    list: (query) => mapListing(store.listDeliveries(query), itemOf),
  })

  app.post(
    '/api/admin/webhook-deliveries/:id/replay',
    {
      ...buildAdminRoute('editor'),
      schema: {
        operationId: 'replayAnyWebhookDelivery',
        tags,
        summary: 'Send a dead message to a webhook again',
        description: 'With a full set of attempts and the same `webhook-id`. It waits while its webhook is off.',
        params: DeliveryParams,
        response: {
          200: buildResponseEntry(Replayed, 'Queued again', {
            delivery: { ...DEAD, state: 'waiting' as const, attemptsAllowed: 20, nextAttemptAt: DEAD.createdAt, settledAt: null },
          }),
          ...buildErrorResponses(['invalid_request', 'not_found', 'conflict']),
        },
      },
    },
    async (request, reply) => {
      const replayed = await store.replay(request.params.id, getAdminContext(request).actor, clock.now())
      if (replayed === undefined) throw new AppError('not_found', 'No such delivery; deliveries are deleted after 30 days')
      if (replayed === 'not_dead') throw new AppError('conflict', 'Only dead deliveries can be replayed')
      wake()
      return reply.send({ delivery: itemOf(replayed) })
    },
  )
}

const itemOf = (delivery: Delivery) => ({ webhookId: delivery.webhook_id, ...showDelivery(delivery) })
