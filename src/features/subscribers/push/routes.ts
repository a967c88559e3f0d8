import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../../../errors.ts'
import { PRIVATE_NO_STORE, writePublicCacheControl } from '../../../platform/http/bytes/cache-control.ts'
import { createRateLimitHook } from '../../../platform/http/limits/rate-limit-hook.ts'
import type { RateLimiter } from '../../../platform/http/limits/rate-limit.ts'
import { buildResponseEntry, buildErrorResponses, Latitude, Longitude } from '../../../platform/http/schema/schemas.ts'
import { getClientIp } from '../../../platform/http/server/client-ip.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { ClientId, listCoordinateFaults, countUnknownClient, buildInvalidFieldsError } from '../subscriptions/index.ts'
import { BrowserSubscription } from './browser-subscription.ts'
import {
  PLACE_EXAMPLE,
  showWatch,
  SUBSCRIPTION_EXAMPLE,
  TRIAL_EXAMPLE,
  TrialAnswer,
  WATCH_BODY_EXAMPLE,
  WATCH_EXAMPLE,
  WatchBody,
  WatchShown,
} from './schemas.ts'
import type { PushService } from './service.ts'

const tags = ['Subscriptions']
const WATCHES = '/api/push/watches'
const BODY_LIMIT = 16 * 1024

const KeyAnswer = Type.Object({ publicKey: Type.String({ description: 'For `applicationServerKey`, as base64url' }) }, { title: 'PushKey' })
const PutAnswer = Type.Object(
  {
    watch: WatchShown,
    ignoredPreferences: Type.Array(Type.String(), { description: 'Unknown keys of alertPrefs, which are refused: always empty' }),
  },
  { title: 'PushWatchAnswer' },
)
const ListAnswer = Type.Object({ watches: Type.Array(WatchShown, { description: 'Oldest first' }) }, { title: 'PushWatches' })
const RemoveBody = Type.Object(
  { clientId: ClientId, lat: Type.Optional(Latitude), lon: Type.Optional(Longitude) },
  { title: 'PushRemoval', examples: [PLACE_EXAMPLE, { clientId: PLACE_EXAMPLE.clientId }] },
)
const MoveBody = Type.Object(
  { formerEndpoint: Type.String({ minLength: 8, maxLength: 1_000 }), subscription: BrowserSubscription },
  {
    title: 'PushMove',
    examples: [{ formerEndpoint: `${SUBSCRIPTION_EXAMPLE.endpoint}-former`, subscription: SUBSCRIPTION_EXAMPLE }],
  },
)

export interface PushRoutes {
  readonly push: PushService
  readonly limiter: RateLimiter
  readonly clientHash: (ip: string) => string
}

/** /api/push: notifications in browsers. */
export function registerPush(app: HttpServer, { push, limiter, clientHash }: PushRoutes): void {
  const onRequest = createRateLimitHook(limiter, 'subscriptions')
  const guarded = { onRequest, bodyLimit: BODY_LIMIT }
  /** What was found; an unknown clientId counts against a limit of its own. */
  const known = async <T>(request: FastifyRequest, found: T | null): Promise<T | undefined> => {
    if (found === null) await countUnknownClient(limiter, request)
    return found ?? undefined
  }

  app.get(
    '/api/push',
    {
      onRequest,
      schema: {
        operationId: 'getPushKey',
        tags,
        summary: 'Get the key that browsers subscribe with',
        description: 'The public VAPID key (RFC 8292) of this service, the same on all nodes.',
        response: {
          200: buildResponseEntry(KeyAnswer, 'The key', { publicKey: SUBSCRIPTION_EXAMPLE.keys.p256dh }),
          ...buildErrorResponses(['rate_limited', 'service_unavailable']),
        },
      },
    },
    async (_request, reply) => {
      const publicKey = await push.publicKey()
      return reply.header('cache-control', writePublicCacheControl({ maxAgeSeconds: 3_600 })).send({ publicKey })
    },
  )

  app.put(
    WATCHES,
    {
      ...guarded,
      schema: {
        operationId: 'watchByPush',
        tags,
        summary: 'Notify a browser of a place',
        description:
          'Notifications of official warnings and thresholds, by the same preferences and decisions as alert emails, without an address. Repeating it for the same cell replaces what is wanted there. The endpoint, language and units hold for all places of the clientId, which has one browser: the one registered last.',
        body: { ...WatchBody, examples: [WATCH_BODY_EXAMPLE] },
        response: {
          201: buildResponseEntry(PutAnswer, 'Turned on', { watch: WATCH_EXAMPLE, ignoredPreferences: [] }),
          200: buildResponseEntry(PutAnswer, 'Changed', { watch: WATCH_EXAMPLE, ignoredPreferences: [] }),
          ...buildErrorResponses(['invalid_request', 'limit_reached', 'rate_limited', 'service_unavailable']),
        },
      },
    },
    async (request, reply) => {
      const { watch, isNew, ignored } = await push.watch(request.body, clientHash(getClientIp(request)))
      return reply
        .code(isNew ? 201 : 200)
        .header('cache-control', PRIVATE_NO_STORE)
        .send({ watch: showWatch(watch), ignoredPreferences: [...ignored] })
    },
  )

  app.get(
    WATCHES,
    {
      onRequest,
      exposeHeadRoute: false,
      schema: {
        operationId: 'listPushWatches',
        tags,
        summary: 'List the places that a browser is notified of',
        description: 'A clientId without any also counts towards the limit `unknown-client`.',
        querystring: Type.Object({ clientId: ClientId }),
        response: {
          200: buildResponseEntry(ListAnswer, 'The places', { watches: [WATCH_EXAMPLE] }),
          ...buildErrorResponses(['invalid_request', 'rate_limited', 'service_unavailable']),
        },
      },
    },
    async (request, reply) => {
      const watches = (await known(request, await push.list(request.query.clientId))) ?? []
      return reply.header('cache-control', PRIVATE_NO_STORE).send({ watches: watches.map(showWatch) })
    },
  )

  app.delete(
    WATCHES,
    {
      ...guarded,
      schema: {
        operationId: 'endPushWatches',
        tags,
        summary: 'End notifications of a place, or of all',
        description:
          'Without coordinates, all places of the browser. What was to be sent is not sent, and a browser without places is forgotten at once.',
        body: RemoveBody,
        response: {
          200: buildResponseEntry(Type.Object({ removed: Type.Integer({ minimum: 0 }) }, { title: 'PushRemoved' }), 'Number of places', {
            removed: 1,
          }),
          ...buildErrorResponses(['invalid_request', 'rate_limited', 'service_unavailable']),
        },
      },
    },
    async (request, reply) => {
      const { clientId, lat, lon } = request.body
      const faults = listCoordinateFaults(lat, lon, false).map(({ path, message }) => ({
        path: path === 'cityLat' ? 'lat' : 'lon',
        message,
      }))
      if (faults.length > 0) throw buildInvalidFieldsError(faults)
      const removed = await known(request, await push.remove(clientId, lat === undefined || lon === undefined ? null : { lat, lon }))
      return reply.header('cache-control', PRIVATE_NO_STORE).send({ removed: removed ?? 0 })
    },
  )

  app.post(
    '/api/push/test',
    {
      ...guarded,
      schema: {
        operationId: 'testPush',
        tags,
        summary: 'Send a browser a test notification',
        description: 'One attempt. What the push service answers is returned, and nothing is tried later.',
        body: Type.Object({ clientId: ClientId }, { title: 'PushTestRequest', examples: [{ clientId: PLACE_EXAMPLE.clientId }] }),
        response: {
          200: buildResponseEntry(TrialAnswer, 'What became of it', TRIAL_EXAMPLE),
          ...buildErrorResponses(['invalid_request', 'not_found', 'rate_limited', 'service_unavailable']),
        },
      },
    },
    async (request, reply) => {
      const result = await known(request, await push.test(request.body.clientId))
      if (result === undefined) throw new AppError('not_found', 'No notifications are on for this clientId')
      return reply.header('cache-control', PRIVATE_NO_STORE).send(result)
    },
  )

  app.put(
    '/api/push/endpoint',
    {
      ...guarded,
      schema: {
        operationId: 'movePushEndpoint',
        tags,
        summary: 'Follow a browser to a new endpoint',
        description:
          'For service workers, on `pushsubscriptionchange`. Whoever knows the former endpoint may move it: only the browser does.',
        body: MoveBody,
        response: {
          200: buildResponseEntry(Type.Object({ moved: Type.Literal(true) }, { title: 'PushMoved' }), 'Moved', { moved: true as const }),
          ...buildErrorResponses(['invalid_request', 'not_found', 'rate_limited', 'service_unavailable']),
        },
      },
    },
    async (request, reply) => {
      const { formerEndpoint, subscription } = request.body
      await push.move(formerEndpoint, subscription)
      return reply.header('cache-control', PRIVATE_NO_STORE).send({ moved: true as const })
    },
  )
}
