import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { PRIVATE_NO_STORE } from '../../../platform/http/bytes/cache-control.ts'
import { buildResponseEntry, buildErrorResponses } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { showDelivery } from './delivery-store.ts'
import {
  DELIVERY_EXAMPLE,
  DeliveryAnswer,
  DeliveryList,
  DeliveryQuery,
  IssuedAnswer,
  NewWebhook,
  SECRET_EXAMPLE,
  showWebhook,
  WEBHOOK_EXAMPLE,
  WebhookAnswer,
  WebhookList,
  WebhookPatch,
} from './schemas.ts'
import type { WebhookService } from './service.ts'

const tags = ['Webhooks']
const BODY_LIMIT = 16 * 1024
const DEFAULT_OVERLAP_HOURS = 24
const MAX_OVERLAP_HOURS = 7 * 24

const id = Type.String({ format: 'uuid', description: 'The webhook', examples: [WEBHOOK_EXAMPLE.id] })
const Params = Type.Object({ id })
const DeliveryParams = Type.Object({
  id,
  deliveryId: Type.String({ format: 'uuid', description: 'The delivery', examples: [DELIVERY_EXAMPLE.id] }),
})

const common = {
  config: { clientScope: 'webhooks', needsClientKey: true },
  bodyLimit: BODY_LIMIT,
  onRequest: (_request: unknown, reply: { header(name: string, value: string): unknown }, done: () => void) => {
    reply.header('cache-control', PRIVATE_NO_STORE)
    done()
  },
}
const errors = (...codes: Parameters<typeof buildErrorResponses>[0]) =>
  buildErrorResponses(['unauthorized', 'forbidden', 'rate_limited', 'service_unavailable', ...codes])
const issued = (description: string) => ({
  ...IssuedAnswer,
  description,
  examples: [{ webhook: WEBHOOK_EXAMPLE, secret: SECRET_EXAMPLE }],
})
const shown = (description: string) => ({ ...WebhookAnswer, description, examples: [{ webhook: WEBHOOK_EXAMPLE }] })
const delivery = (description: string, example = DELIVERY_EXAMPLE) => ({
  ...DeliveryAnswer,
  description,
  examples: [{ delivery: example }],
})
const waiting = {
  ...DELIVERY_EXAMPLE,
  state: 'waiting' as const,
  attempts: 0,
  nextAttemptAt: DELIVERY_EXAMPLE.createdAt,
  lastStatus: null,
  settledAt: null,
}

/** /api/webhooks: everything needs a client key that includes `webhooks`, and concerns the webhooks of that key only. */
export function registerWebhooks(app: HttpServer, webhooks: WebhookService): void {
  app.get(
    '/api/webhooks',
    {
      ...common,
      exposeHeadRoute: false,
      schema: {
        operationId: 'listWebhooks',
        tags,
        summary: 'List the webhooks of the key',
        description: 'Oldest first. At most 100.',
        response: { 200: buildResponseEntry(WebhookList, 'The webhooks', { webhooks: [WEBHOOK_EXAMPLE] }), ...errors() },
      },
    },
    async (request, reply) => reply.send({ webhooks: (await webhooks.list(keyOf(request))).map(showWebhook) }),
  )

  app.post(
    '/api/webhooks',
    {
      ...common,
      schema: {
        operationId: 'createWebhook',
        tags,
        summary: 'Create a webhook',
        description:
          'From now on, official warnings and forecast hazards at the place are posted to the address: by the same preferences and decisions as alert emails, each as a message of its own, signed by [Standard Webhooks](https://www.standardwebhooks.com/). A message that cannot be delivered is sent again for three days.',
        body: {
          ...NewWebhook,
          examples: [
            {
              url: WEBHOOK_EXAMPLE.url,
              lat: 52.52,
              lon: 13.41,
              name: WEBHOOK_EXAMPLE.name,
              alertPrefs: WEBHOOK_EXAMPLE.alertPrefs,
              lang: 'de',
            },
          ],
        },
        response: { 201: issued('The webhook, with its secret'), ...errors('invalid_request', 'limit_reached') },
      },
    },
    async (request, reply) => {
      const { webhook, secret } = await webhooks.create(keyOf(request), request.body)
      return reply.code(201).send({ webhook: showWebhook(webhook), secret })
    },
  )

  app.get(
    '/api/webhooks/:id',
    {
      ...common,
      exposeHeadRoute: false,
      schema: {
        operationId: 'getWebhook',
        tags,
        summary: 'Get a webhook',
        description: 'Without its secret, which is shown only when it is made.',
        params: Params,
        response: { 200: shown('The webhook'), ...errors('invalid_request', 'not_found') },
      },
    },
    async (request, reply) => reply.send({ webhook: showWebhook(await webhooks.find(keyOf(request), request.params.id)) }),
  )

  app.patch(
    '/api/webhooks/:id',
    {
      ...common,
      schema: {
        operationId: 'editWebhook',
        tags,
        summary: 'Change a webhook, or switch it off or on',
        description: 'Fields that are omitted stay. The place stays: create another webhook for another place.',
        params: Params,
        body: { ...WebhookPatch, examples: [{ alertPrefs: { wind: { minGustKmh: 90 } }, enabled: true }] },
        response: { 200: shown('The changed webhook'), ...errors('invalid_request', 'not_found') },
      },
    },
    async (request, reply) => reply.send({ webhook: showWebhook(await webhooks.edit(keyOf(request), request.params.id, request.body)) }),
  )

  app.delete(
    '/api/webhooks/:id',
    {
      ...common,
      schema: {
        operationId: 'deleteWebhook',
        tags,
        summary: 'Delete a webhook',
        description: 'With its deliveries. One that is being sent may still arrive.',
        params: Params,
        response: { 204: { type: 'null', description: 'Deleted' }, ...errors('invalid_request', 'not_found') },
      },
    },
    async (request, reply) => {
      await webhooks.remove(keyOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/api/webhooks/:id/rotate-secret',
    {
      ...common,
      schema: {
        operationId: 'rotateWebhookSecret',
        tags,
        summary: 'Make a new secret',
        description: 'For the overlap, messages are signed with both secrets: take the new one over at any time within it.',
        params: Params,
        body: Type.Object(
          {
            overlapHours: Type.Optional(
              Type.Integer({
                minimum: 0,
                maximum: MAX_OVERLAP_HOURS,
                default: DEFAULT_OVERLAP_HOURS,
                description: 'How long the former secret is used, too; 0: not at all',
              }),
            ),
          },
          { title: 'SecretRotation', examples: [{ overlapHours: DEFAULT_OVERLAP_HOURS }] },
        ),
        response: { 200: issued('The webhook, with its new secret'), ...errors('invalid_request', 'not_found') },
      },
    },
    async (request, reply) => {
      const { overlapHours = DEFAULT_OVERLAP_HOURS } = request.body
      const { webhook, secret } = await webhooks.rotate(keyOf(request), request.params.id, overlapHours)
      return reply.send({ webhook: showWebhook(webhook), secret })
    },
  )

  app.post(
    '/api/webhooks/:id/test',
    {
      ...common,
      schema: {
        operationId: 'testWebhook',
        tags,
        summary: 'Send a test message',
        description: 'Of the type `webhook.test`, once. The list of deliveries says what became of it.',
        params: Params,
        response: {
          202: delivery('Queued', { ...waiting, type: 'webhook.test', attemptsAllowed: 1 }),
          ...errors('invalid_request', 'not_found', 'conflict'),
        },
      },
    },
    async (request, reply) => reply.code(202).send({ delivery: showDelivery(await webhooks.test(keyOf(request), request.params.id)) }),
  )

  app.get(
    '/api/webhooks/:id/deliveries',
    {
      ...common,
      exposeHeadRoute: false,
      schema: {
        operationId: 'listWebhookDeliveries',
        tags,
        summary: 'List the deliveries of a webhook',
        description: 'Newest first, those of the last 30 days.',
        params: Params,
        querystring: DeliveryQuery,
        response: {
          200: buildResponseEntry(DeliveryList, 'A page of deliveries', { deliveries: [DELIVERY_EXAMPLE], nextCursor: null }),
          ...errors('invalid_request', 'not_found'),
        },
      },
    },
    async (request, reply) => {
      const { deliveries, nextCursor } = await webhooks.listDeliveries(keyOf(request), request.params.id, request.query)
      return reply.send({ deliveries: deliveries.map(showDelivery), nextCursor })
    },
  )

  app.post(
    '/api/webhooks/:id/deliveries/:deliveryId/replay',
    {
      ...common,
      schema: {
        operationId: 'replayWebhookDelivery',
        tags,
        summary: 'Send a dead delivery again',
        description: 'With a full set of attempts and the same `webhook-id`.',
        params: DeliveryParams,
        response: { 202: delivery('Queued again', waiting), ...errors('invalid_request', 'not_found', 'conflict') },
      },
    },
    async (request, reply) => {
      const { id: webhookId, deliveryId } = request.params
      return reply.code(202).send({ delivery: showDelivery(await webhooks.replay(keyOf(request), webhookId, deliveryId)) })
    },
  )
}

/** The guard has refused requests without a key. */
function keyOf({ clientKey }: FastifyRequest): string {
  if (clientKey === null) throw new Error('a webhook route without a client key')
  return clientKey.id
}
