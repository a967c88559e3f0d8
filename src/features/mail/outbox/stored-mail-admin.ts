import { formatInstant } from '@isobar/weather'
import { Type } from 'typebox'
import { buildAdminRoute } from '../../../admin/access/index.ts'
import { AppError } from '../../../errors.ts'
import { buildResponseEntry, buildErrorResponses, Instant, buildNullableSchema } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { RenderedMailItem, SAMPLE_TOKEN } from '../templates/index.ts'
import type { OutboxAdminStore } from './admin-store.ts'
import { OUTBOX_EXAMPLE } from './admin.ts'
import { type DeliveryOptions, renderMailMessage } from './preparation.ts'

const StoredMessage = Type.Object(
  {
    ...RenderedMailItem.properties,
    editedAt: buildNullableSchema(Instant, 'When its template was edited after the email was queued; null: it was not'),
  },
  { title: 'StoredMessage' },
)

export interface StoredMailRoutes {
  readonly items: Pick<OutboxAdminStore, 'findStored'>
  readonly editedAt: (template: string) => Promise<number | null>
  readonly delivery: DeliveryOptions
}

/** GET /api/admin/outbox/{id}/message: bodies are not stored, so the mail is rendered from its data once more. */
export function registerStoredMailAdmin(app: HttpServer, { items, editedAt, delivery }: StoredMailRoutes): void {
  app.get(
    '/api/admin/outbox/:id/message',
    {
      ...buildAdminRoute('editor'),
      schema: {
        operationId: 'getOutboxMessage',
        tags: ['Admin: mail'],
        summary: 'Get the text of an email',
        description:
          'Rendered from its data in the outbox with the current template: bodies are not stored. Links that act for the recipient do nothing.',
        params: Type.Object({ id: Type.String({ format: 'uuid', description: 'The email', examples: [OUTBOX_EXAMPLE.id] }) }),
        response: {
          200: buildResponseEntry(Type.Object({ message: StoredMessage }), 'The email as its recipient sees it', {
            message: {
              subject: 'Berlin: 2 to 7 °C',
              html: '<!doctype html>…',
              text: 'The week ahead …',
              editedAt: null,
            },
          }),
          ...buildErrorResponses(['invalid_request', 'not_found', 'conflict']),
        },
      },
    },
    async ({ params: { id } }, reply) => {
      const mail = await items.findStored(id)
      if (mail === undefined) throw new AppError('not_found', 'No such email; emails are deleted after 30 days')
      const { sealedToken, ...data } = mail.data as Record<string, unknown>
      const shown = {
        ...mail,
        data: sealedToken === undefined ? data : { ...data, token: SAMPLE_TOKEN },
        unsubscribeToken: mail.unsubscribeToken === null ? null : SAMPLE_TOKEN,
      }
      const { subject, html, text } = await renderMailMessage(shown, delivery, mail.createdAt).catch((error: unknown) => {
        throw new AppError('conflict', 'The email can no longer be rendered: what it was made of was deleted', { cause: error })
      })
      const edited = await editedAt(mail.template)
      const isEdited = edited !== null && edited > mail.createdAt
      return reply.send({ message: { subject, html, text, editedAt: isEdited ? formatInstant(edited) : null } })
    },
  )
}
