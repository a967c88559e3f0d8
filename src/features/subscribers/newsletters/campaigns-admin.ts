import { formatInstant, formatOptionalInstant } from '@isobar/weather'
import { Type } from 'typebox'
import { getAdminContext, buildAdminRoute } from '../../../admin/access/index.ts'
import { registerListRoute } from '../../../admin/list-route.ts'
import { buildInvalidFieldError } from '../../../errors.ts'
import { LANGUAGES } from '../../../messages/languages.ts'
import type { Clock } from '../../../platform/clock.ts'
import { mapListing } from '../../../platform/http/schema/listing.ts'
import { buildResponseEntry, buildErrorResponses } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { RenderedMailItem } from '../../mail/templates/index.ts'
import { SUBSCRIPTION_TYPES } from '../subscriptions/index.ts'
import { toSegment } from './audience.ts'
import { MESSAGE_STATES } from './message-state.ts'
import { type Message, findMessageSegment, getMessageState } from './message-store.ts'
import type { Messages } from './messages.ts'
import { Audience, ComposeBody, MESSAGE_EXAMPLE, MessageAnswer, MessageItem, SendAt } from './schemas.ts'
import type { Segment } from './segment-store.ts'

const tags = ['Admin: mail']
export interface CampaignRoutes {
  readonly messages: Messages
  readonly count: (segment: Segment) => Promise<number>
  readonly clock: Clock
}

/** The list of messages; counting, previewing, moving and cancelling them. */
export function registerCampaigns(app: HttpServer, { messages, count, clock }: CampaignRoutes): void {
  registerListRoute(app, '/api/admin/email/compose', {
    operationId: 'listComposedMails',
    tags,
    summary: 'List messages to subscribers',
    description: 'Those of the last 90 days. Without messages to a single address.',
    sorts: ['createdAt'],
    defaultSort: '-createdAt',
    filters: { state: Type.Optional(Type.Enum([...MESSAGE_STATES], { description: 'Only this state' })) },
    item: MessageItem,
    title: 'ComposedMessages',
    example: MESSAGE_EXAMPLE,
    list: (query) => mapListing(messages.list(query), (message) => toMessageItem(message, clock.now())),
  })

  app.patch(
    '/api/admin/email/compose/:id',
    {
      ...buildAdminRoute('editor'),
      schema: {
        operationId: 'rescheduleMail',
        tags,
        summary: 'Move a scheduled message, or cancel it',
        description: 'As long as it has not begun to be sent.',
        params: Type.Object({ id: Type.String({ format: 'uuid', description: 'The message', examples: [MESSAGE_EXAMPLE.id] }) }),
        body: Type.Object(
          {
            sendAt: Type.Optional(SendAt),
            cancelled: Type.Optional(Type.Literal(true, { description: 'Cancels it; instead of sendAt' })),
          },
          { examples: [{ cancelled: true }] },
        ),
        response: {
          200: buildResponseEntry(MessageAnswer, 'Moved or cancelled', { message: { ...MESSAGE_EXAMPLE, state: 'cancelled' } }),
          ...buildErrorResponses(['invalid_request', 'not_found', 'conflict']),
        },
      },
    },
    async (request, reply) => {
      const { sendAt, cancelled } = request.body
      if ((sendAt === undefined) === (cancelled === undefined))
        throw buildInvalidFieldError('sendAt', 'or cancelled is required, and not both')
      const message = await messages.reschedule(request.params.id, sendAt ?? null, getAdminContext(request).actor)
      return reply.send({ message: toMessageItem(message, clock.now()) })
    },
  )

  app.post(
    '/api/admin/email/count',
    {
      ...buildAdminRoute('editor'),
      schema: {
        operationId: 'countAudience',
        tags,
        summary: 'Count who would get a message',
        description: 'Addresses that belong to the audience now. Suppressed ones are counted, but not sent to.',
        body: Type.Object({ audience: Audience }, { examples: [{ audience: { type: 'newsletter', languages: ['de'] } }] }),
        response: {
          200: buildResponseEntry(Type.Object({ recipients: Type.Integer({ minimum: 0 }) }), 'Number of addresses', { recipients: 310 }),
          ...buildErrorResponses(['invalid_request']),
        },
      },
    },
    async ({ body }, reply) => reply.send({ recipients: await count(toSegment(body.audience)) }),
  )

  app.post(
    '/api/admin/email/preview',
    {
      ...buildAdminRoute('editor'),
      bodyLimit: 256 * 1024,
      schema: {
        operationId: 'previewMail',
        tags,
        summary: 'Preview a message',
        description: 'As its readers get it, with a sample unsubscribe link. Stores and sends nothing.',
        body: Type.Object(
          {
            subject: ComposeBody.properties.subject,
            body: ComposeBody.properties.body,
            lang: Type.Optional(Type.Enum([...LANGUAGES], { description: 'Default en' })),
            type: Type.Optional(Type.Enum([...SUBSCRIPTION_TYPES], { description: 'What its readers subscribed to; default newsletter' })),
          },
          { examples: [{ subject: 'Neu: Warnungen', body: 'Ab **heute** gibt es Warnungen.', lang: 'de' }] },
        ),
        response: {
          200: buildResponseEntry(
            Type.Object({
              preview: RenderedMailItem,
            }),
            'The rendered email',
            { preview: { subject: 'Neu: Warnungen', html: '<!doctype html>…', text: 'Ab heute …' } },
          ),
          ...buildErrorResponses(['invalid_request', 'service_unavailable']),
        },
      },
    },
    async ({ body: { subject, body, lang = 'en', type = 'newsletter' } }, reply) =>
      reply.send({ preview: await messages.preview({ subject, body }, lang, type) }),
  )
}

/** A message as the API shows it at `now`. */
export function toMessageItem(message: Message, now: number): MessageItem {
  const { id, subject, recipients, created_at, created_by, finished_at, send_at, timezone } = message
  const segment = findMessageSegment(message)
  return {
    id,
    subject,
    audience: segment && {
      types: [...segment.types],
      ...(segment.types.length === 1 && segment.types[0] !== undefined ? { type: segment.types[0] } : {}),
      languages: [...segment.languages],
      ...(segment.place === null ? {} : { place: segment.place }),
      ...(segment.activeSince === null ? {} : { activeSince: new Date(segment.activeSince).toISOString().slice(0, 10) }),
    },
    recipients,
    state: getMessageState(message, now),
    sendAt: formatOptionalInstant(send_at),
    timezone,
    createdAt: formatInstant(created_at.getTime()),
    createdBy: created_by,
    finishedAt: formatOptionalInstant(finished_at),
  }
}
