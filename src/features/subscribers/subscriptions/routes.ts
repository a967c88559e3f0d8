import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../../../errors.ts'
import { PRIVATE_NO_STORE } from '../../../platform/http/cache-control.ts'
import { clientIp } from '../../../platform/http/client-ip.ts'
import type { HttpServer } from '../../../platform/http/http-server.ts'
import type { RateLimiter } from '../../../platform/http/rate-limit.ts'
import { rateLimited } from '../../../platform/http/rate-limit-hook.ts'
import { errorResponses } from '../../../platform/http/schemas.ts'
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

export interface VerbRoutes {
  readonly subscriptions: SubscriptionService
  readonly limiter: RateLimiter
  /** Is double opt-in on? Then answers say what is confirmed. */
  readonly confirmation: () => boolean
}

const PATH = '/api/subscriptions'
const TAGS = ['Subscriptions']
const LIMIT = 'subscriptions'
const BODY_LIMIT = 16 * 1024
/** Counts what was asked about clientIds that are nobody's: a clientId is the only credential there is. */
const UNKNOWN_LIMIT = 'unknown-client'

/** The four verbs of /api/subscriptions */
export function registerVerbs(app: HttpServer, { subscriptions, limiter, confirmation }: VerbRoutes): void {
  const onRequest = rateLimited(limiter, LIMIT)
  const show = (subscription: Subscription, clientId: string, whole = false) =>
    showSubscription(subscription, { clientId, whole, confirmation: confirmation() })

  /** What was found; nothing for an unknown clientId, which counts against its own limit. @throws AppError rate_limited beyond that */
  function counted<T>(request: FastifyRequest, found: readonly T[] | null): readonly T[] {
    if (found !== null) return found
    const { allowed, resetSeconds } = limiter.take(UNKNOWN_LIMIT, clientIp(request))
    if (allowed) return []
    throw new AppError('rate_limited', 'Too many requests from this address about clients that never subscribed', {
      retryAfterSeconds: resetSeconds,
    })
  }

  app.get(
    PATH,
    {
      onRequest,
      exposeHeadRoute: false,
      schema: {
        operationId: 'listSubscriptions',
        tags: TAGS,
        summary: "Lists a client's active subscriptions",
        description:
          'E-mail addresses are masked. A clientId that never had a subscription also counts against the limit `unknown-client`.',
        querystring: Type.Object({ clientId: ClientId }),
        response: {
          200: { ...ListAnswer, description: 'The active ones, newest first', examples: [LIST_EXAMPLE] },
          ...errorResponses(['invalid_request', 'rate_limited', 'service_unavailable']),
        },
      },
    },
    async (request, reply) => {
      const { clientId } = request.query
      const found = counted(request, await subscriptions.list(clientId))
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
        summary: 'Subscribes an e-mail address',
        description:
          'The same client, address, type and cell (coordinates rounded to two decimals) again changes and reactivates the one there is. What is left out then stays as it was. Where double opt-in is on, the address gets a mail with a link, and nothing else before it is used.',
        body: { ...CreateBody, examples: CREATE_EXAMPLES },
        response: {
          201: { ...ChangeAnswer, description: 'A new subscription', examples: [CREATED_EXAMPLE] },
          200: { ...ChangeAnswer, description: 'The one there was, changed and active', examples: [CREATED_EXAMPLE] },
          ...errorResponses(['invalid_request', 'limit_reached', 'rate_limited', 'service_unavailable']),
        },
      },
    },
    async (request, reply) => {
      const { subscription, isNew, ignored } = await subscriptions.subscribe(request.body)
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
        summary: 'Changes the alertPrefs of a city_alerts subscription',
        description: 'What is sent is merged into what is stored, objects one level deep; a null removes a preference.',
        body: { ...PatchBody, examples: PATCH_EXAMPLES },
        response: {
          200: { ...ChangeAnswer, description: 'The subscription as it is now', examples: [CHANGED_EXAMPLE] },
          ...errorResponses(['invalid_request', 'not_found', 'rate_limited', 'service_unavailable']),
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
        summary: "Ends a client's subscriptions for a place",
        description:
          'Deactivates those of the given types: city types at this place (by cell), newsletters wherever. Inactive subscriptions are erased after 30 days. A clientId that never had a subscription also counts against the limit `unknown-client`.',
        body: { ...DeleteBody, examples: DELETE_EXAMPLES },
        response: {
          200: { ...RemovalAnswer, description: 'How many, and which', examples: [REMOVAL_EXAMPLE] },
          ...errorResponses(['invalid_request', 'rate_limited', 'service_unavailable']),
        },
      },
    },
    async (request, reply) => {
      const removed = counted(request, await subscriptions.remove(request.body))
      return reply.header('cache-control', PRIVATE_NO_STORE).send({ removed: removed.length, ids: removed.map(({ id }) => id) })
    },
  )
}
