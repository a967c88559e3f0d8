import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { PRIVATE_NO_STORE } from '../../../platform/http/bytes/cache-control.ts'
import { createRateLimitHook } from '../../../platform/http/limits/rate-limit-hook.ts'
import type { RateLimiter } from '../../../platform/http/limits/rate-limit.ts'
import { buildResponseEntry, buildErrorResponses } from '../../../platform/http/schema/schemas.ts'
import { getClientIp, toNetworkKey } from '../../../platform/http/server/client-ip.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import {
  CHANGED_EXAMPLE,
  CREATE_EXAMPLES,
  CREATED_EXAMPLE,
  DELETE_EXAMPLES,
  LIST_EXAMPLE,
  PATCH_EXAMPLES,
  REMOVAL_EXAMPLE,
} from './examples.ts'
import { ChangeAnswer, ClientId, CreateBody, DeleteBody, ListAnswer, PatchBody, RemovalAnswer } from './schemas.ts'
import type { SubscriptionService } from './service.ts'
import { showSubscription, type Subscription } from './subscription.ts'
import { countUnknownClient } from './unknown-client.ts'

export interface VerbRoutes {
  readonly subscriptions: SubscriptionService
  readonly limiter: RateLimiter
  /** Whether double opt-in is on. Then responses say what is confirmed. */
  readonly confirmation: () => boolean
}

const PATH = '/api/subscriptions'
const TAGS = ['Subscriptions']
const LIMIT = 'subscriptions'
const BODY_LIMIT = 16 * 1024

/** The four verbs of /api/subscriptions */
export function registerVerbs(app: HttpServer, { subscriptions, limiter, confirmation }: VerbRoutes): void {
  const onRequest = createRateLimitHook(limiter, LIMIT)
  const show = (subscription: Subscription, clientId: string, whole = false) =>
    showSubscription(subscription, { clientId, whole, confirmation: confirmation() })

  /** The rows found; an unknown clientId gives none and counts against a separate limit. @throws AppError rate_limited beyond that limit */
  async function counted<T>(request: FastifyRequest, found: readonly T[] | null): Promise<readonly T[]> {
    if (found === null) await countUnknownClient(limiter, request)
    return found ?? []
  }

  app.get(
    PATH,
    {
      onRequest,
      exposeHeadRoute: false,
      schema: {
        operationId: 'listSubscriptions',
        tags: TAGS,
        summary: 'List the active subscriptions of a client',
        description: 'Email addresses are masked. A clientId that never had a subscription also counts towards the limit `unknown-client`.',
        querystring: Type.Object({ clientId: ClientId }),
        response: {
          200: buildResponseEntry(ListAnswer, 'Active subscriptions, newest first', LIST_EXAMPLE),
          ...buildErrorResponses(['invalid_request', 'rate_limited', 'service_unavailable']),
        },
      },
    },
    async (request, reply) => {
      const { clientId } = request.query
      const found = await counted(request, await subscriptions.list(clientId))
      return reply.header('cache-control', PRIVATE_NO_STORE).send({ subscriptions: found.map((each) => show(each, clientId)) })
    },
  )

  app.post(
    PATH,
    {
      onRequest,
      bodyLimit: BODY_LIMIT,
      schema: {
        operationId: 'createSubscription',
        tags: TAGS,
        summary: 'Subscribe an email address',
        description:
          'Repeating client, address, type and cell (coordinates rounded to two decimals) updates and reactivates the existing subscription; omitted fields keep their value. With double opt-in, the address first gets a confirmation email, and nothing else until its link is used; a network (an IPv4 address, or an IPv6 /48) causes at most `confirmations` of them in a day (429).',
        body: { ...CreateBody, examples: CREATE_EXAMPLES },
        response: {
          201: buildResponseEntry(ChangeAnswer, 'Subscription created', CREATED_EXAMPLE),
          200: buildResponseEntry(ChangeAnswer, 'Existing subscription updated and active', CREATED_EXAMPLE),
          ...buildErrorResponses(['invalid_request', 'limit_reached', 'rate_limited', 'service_unavailable']),
        },
      },
    },
    async (request, reply) => {
      const { subscription, isNew, ignored } = await subscriptions.subscribe(request.body, toNetworkKey(getClientIp(request)))
      return reply
        .code(isNew ? 201 : 200)
        .header('cache-control', PRIVATE_NO_STORE)
        .send({ subscription: show(subscription, request.body.clientId, true), ignoredPreferences: [...ignored] })
    },
  )

  app.patch(
    PATH,
    {
      onRequest,
      bodyLimit: BODY_LIMIT,
      schema: {
        operationId: 'updateAlertPreferences',
        tags: TAGS,
        summary: 'Change the alert preferences of a subscription',
        description: 'The given preferences are merged into the stored ones, objects one level deep; null removes a preference.',
        body: { ...PatchBody, examples: PATCH_EXAMPLES },
        response: {
          200: buildResponseEntry(ChangeAnswer, 'The updated subscription', CHANGED_EXAMPLE),
          ...buildErrorResponses(['invalid_request', 'not_found', 'rate_limited', 'service_unavailable']),
        },
      },
    },
    async (request, reply) => {
      const { clientId, id, alertPrefs } = request.body
      const { subscription, ignored } = await subscriptions.patch(clientId, id, alertPrefs)
      return reply
        .header('cache-control', PRIVATE_NO_STORE)
        .send({ subscription: show(subscription, clientId), ignoredPreferences: [...ignored] })
    },
  )

  app.delete(
    PATH,
    {
      onRequest,
      bodyLimit: BODY_LIMIT,
      schema: {
        operationId: 'deleteSubscriptions',
        tags: TAGS,
        summary: 'End the subscriptions of a client for a place',
        description:
          'Deactivates subscriptions of the given types: city types for this place (by cell), newsletters for any. Inactive subscriptions are deleted after 30 days. A clientId that never had a subscription also counts towards the limit `unknown-client`.',
        body: { ...DeleteBody, examples: DELETE_EXAMPLES },
        response: {
          200: buildResponseEntry(RemovalAnswer, 'Number and list of the ended subscriptions', REMOVAL_EXAMPLE),
          ...buildErrorResponses(['invalid_request', 'rate_limited', 'service_unavailable']),
        },
      },
    },
    async (request, reply) => {
      const removed = await counted(request, await subscriptions.remove(request.body))
      return reply.header('cache-control', PRIVATE_NO_STORE).send({ removed: removed.length, ids: removed.map(({ id }) => id) })
    },
  )
}
