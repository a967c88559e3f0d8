import { formatInstant, formatOptionalInstant } from '@isobar/weather'
import { type Static, Type } from 'typebox'
import { getAdminContext, buildAdminRoute } from '../../../admin/access/index.ts'
import { registerListRoute } from '../../../admin/list-route.ts'
import { AppError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import { mapListing } from '../../../platform/http/schema/listing.ts'
import {
  buildResponseEntry,
  buildErrorResponses,
  Instant,
  NullableInstant,
  buildNullableSchema,
} from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import type { PushAdminStore } from './admin-store.ts'
import type { Notice } from './message-store.ts'
import { TRIAL_EXAMPLE, TrialAnswer } from './schemas.ts'
import { MESSAGE_STATES } from './tables.ts'
import type { Trial } from './trial.ts'

const tags = ['Admin: subscriptions']
const Uuid = Type.String({ format: 'uuid' })

const DEVICE_ID = '3c7b4f1e-8f0e-4d29-9d7c-0a4c9c1d5e77'
const DeviceParams = Type.Object({ id: { ...Uuid, description: 'The device', examples: [DEVICE_ID] } })
const DeviceItem = Type.Object(
  {
    id: Uuid,
    service: Type.String({ description: 'Host of its push service' }),
    places: Type.Array(Type.String(), { description: 'What it is notified of, oldest first' }),
    lang: Type.String(),
    createdAt: Instant,
    aliveAt: { ...Instant, description: 'Last delivery, or last time that the browser asked for its places' },
  },
  { title: 'PushDevice' },
)
const DEVICE: Static<typeof DeviceItem> = {
  id: DEVICE_ID,
  service: 'updates.push.services.mozilla.com',
  places: ['Berlin', 'Oslo'],
  lang: 'de',
  createdAt: '2026-11-21T03:00:00Z',
  aliveAt: '2026-11-23T17:30:00Z',
}
const MessageItem = Type.Object(
  {
    id: Uuid,
    deviceId: Uuid,
    place: Type.String(),
    title: Type.String(),
    body: Type.String(),
    urgency: Type.Enum(['normal', 'high']),
    state: Type.Enum([...MESSAGE_STATES], {
      description:
        'failed: refused for good, or out of retries; expired: its event was over; replaced: by a newer one about the same event',
    }),
    attempts: Type.Integer({ minimum: 0 }),
    lastStatus: buildNullableSchema(Type.Integer()),
    lastError: buildNullableSchema(Type.String()),
    createdAt: Instant,
    nextAttemptAt: { ...NullableInstant, description: 'While waiting' },
    expiresAt: { ...Instant, description: 'Not sent from then on' },
    settledAt: NullableInstant,
  },
  { title: 'PushMessage' },
)
const MESSAGE: Static<typeof MessageItem> = {
  id: '019ac0de-7d0c-7b5b-9a39-0c1f6b1f2f10',
  deviceId: DEVICE.id,
  place: 'Berlin',
  title: 'Strong gusts forecast for Berlin: 95 km/h',
  body: 'Mon, Nov 23, 19:00 to 22:00',
  urgency: 'normal',
  state: 'sent',
  attempts: 1,
  lastStatus: 201,
  lastError: null,
  createdAt: '2026-11-23T17:30:00Z',
  nextAttemptAt: null,
  expiresAt: '2026-11-23T21:00:00Z',
  settledAt: '2026-11-23T17:30:01Z',
}

export interface PushAdminRoutes {
  readonly store: PushAdminStore
  readonly trial: Trial
  readonly clock: Clock
}

/** /api/admin/push-devices and /api/admin/push-messages */
export function registerPushAdmin(app: HttpServer, { store, trial, clock }: PushAdminRoutes): void {
  registerListRoute(app, '/api/admin/push-devices', {
    operationId: 'listPushDevices',
    tags,
    summary: 'List the browsers that are notified',
    description: 'Newest first. Endpoints and keys are not shown.',
    sorts: ['createdAt', 'aliveAt'],
    defaultSort: '-createdAt',
    filters: {},
    item: DeviceItem,
    title: 'PushDevices',
    example: DEVICE,
    list: () =>
      mapListing(store.listDevices(), ({ created_at, alive_at, ...row }) => ({
        ...row,
        createdAt: formatInstant(created_at.getTime()),
        aliveAt: formatInstant(alive_at.getTime()),
      })),
  })

  app.delete(
    '/api/admin/push-devices/:id',
    {
      ...buildAdminRoute('editor'),
      schema: {
        operationId: 'deletePushDevice',
        tags,
        summary: 'Forget a browser',
        description: 'With its places and messages. Its reader can turn notifications on again.',
        params: DeviceParams,
        response: {
          200: buildResponseEntry(Type.Object({ id: Uuid }, { title: 'PushDeviceDeleted' }), 'Forgotten', { id: DEVICE.id }),
          ...buildErrorResponses(['invalid_request', 'not_found']),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      if (!(await store.remove(id, getAdminContext(request).actor, clock.now()))) throw new AppError('not_found', 'No such device')
      return reply.send({ id })
    },
  )

  app.post(
    '/api/admin/push-devices/:id/test',
    {
      ...buildAdminRoute('editor'),
      schema: {
        operationId: 'testPushDevice',
        tags,
        summary: 'Send a test notification',
        description: 'One attempt, in the language of the device. What the push service answers is returned, and nothing is tried later.',
        params: DeviceParams,
        response: {
          200: buildResponseEntry(TrialAnswer, 'What became of it', TRIAL_EXAMPLE),
          ...buildErrorResponses(['invalid_request', 'not_found']),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const result = await trial({ id })
      if (result === null) throw new AppError('not_found', 'No such device')
      await store.recordTest(id, result, getAdminContext(request).actor, clock.now())
      return reply.send(result)
    },
  )

  registerListRoute(app, '/api/admin/push-messages', {
    operationId: 'listPushMessages',
    tags,
    summary: 'List notifications that wait and those of the last 30 days',
    description: 'Newest first. Those of a browser that was forgotten are gone with it.',
    sorts: ['createdAt'],
    defaultSort: '-createdAt',
    filters: {
      state: Type.Optional(Type.Enum([...MESSAGE_STATES], { description: 'Only this state' })),
      deviceId: Type.Optional({ ...Uuid, description: 'Only those to this device' }),
    },
    item: MessageItem,
    title: 'PushMessages',
    example: MESSAGE,
    list: (query) =>
      mapListing(store.listMessages(query), (row) => {
        const { title, body } = JSON.parse(row.payload) as Notice
        return {
          id: row.id,
          deviceId: row.device_id,
          place: row.name,
          title,
          body,
          urgency: row.urgency,
          state: row.state,
          attempts: row.attempts,
          lastStatus: row.last_status,
          lastError: row.last_error,
          createdAt: formatInstant(row.created_at.getTime()),
          nextAttemptAt: row.state === 'waiting' ? formatInstant(row.next_attempt_at.getTime()) : null,
          expiresAt: formatInstant(row.expires_at.getTime()),
          settledAt: formatOptionalInstant(row.settled_at),
        }
      }),
  })
}
