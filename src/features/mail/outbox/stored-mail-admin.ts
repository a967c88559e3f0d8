import { Type } from 'typebox'
import { adminRoute } from '../../../admin/access/index.ts'
import { formatInstant } from '../../../domain/instant.ts'
import { AppError } from '../../../errors.ts'
import { errorResponses, Instant, nullable } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import type { OutboxAdminStore } from './admin-store.ts'
import { OUTBOX_EXAMPLE } from './admin.ts'
import { type DeliveryOptions, messageOf } from './preparation.ts'

/** Opens nothing: stands for the tokens in the links of a mail that is shown to somebody else. */
const NO_TOKEN = '00000000-0000-4000-8000-000000000000'

const StoredMessage = Type.Object(
  {
    subject: Type.String(),
    html: Type.String(),
    text: Type.String(),
    editedAt: nullable(Instant, 'When its template was edited after the email was queued; null: it was not'),
  },
  { title: 'StoredMessage' },
)

export interface StoredMailRoutes {
  readonly items: Pick<OutboxAdminStore, 'findStored'>
  readonly editedAt: (template: string) => Promise<number | null>
  readonly delivery: DeliveryOptions
}

/** GET /api/admin/outbox/{id}/message: bodies are not kept, so it is written again from the data that is. */
export function registerStoredMailAdmin(app: HttpServer, { items, editedAt, delivery }: StoredMailRoutes): void {
  app.get(
    '/api/admin/outbox/:id/message',
    {
      ...adminRoute('editor'),
      schema: {
        operationId: 'getOutboxMessage',
        tags: ['Admin: mail'],
        summary: 'Get the text of an email',
        description:
          'Written again from the data in the outbox with the template of now: bodies are not stored. Links that act for the recipient lead nowhere.',
        params: Type.Object({ id: Type.String({ format: 'uuid', description: 'The email', examples: [OUTBOX_EXAMPLE.id] }) }),
        response: {
          200: {
            ...Type.Object({ message: StoredMessage }),
            description: 'The email as its recipient sees it',
            examples: [
              {
                message: {
                  subject: 'Berlin: 2 to 7 °C',
                  html: '<!doctype html>…',
                  text: 'The week ahead …',
                  editedAt: null,
                },
              },
            ],
          },
          ...errorResponses(['invalid_request', 'not_found', 'conflict']),
        },
      },
    },
    async ({ params: { id } }, reply) => {
      const mail = await items.findStored(id)
      if (mail === undefined) throw new AppError('not_found', 'No such email; emails are deleted after 30 days')
      const { sealedToken, ...data } = mail.data as Record<string, unknown>
      const shown = {
        ...mail,
        data: sealedToken === undefined ? data : { ...data, token: NO_TOKEN },
        unsubscribeToken: mail.unsubscribeToken === null ? null : NO_TOKEN,
      }
      const { subject, html, text } = await messageOf(shown, delivery, mail.createdAt).catch((error: unknown) => {
        throw new AppError('conflict', 'The email cannot be written again: what it was made of is gone', { cause: error })
      })
      const edited = await editedAt(mail.template).catch(() => null)
      const isEdited = edited !== null && edited > mail.createdAt
      return reply.send({ message: { subject, html, text, editedAt: isEdited ? formatInstant(edited) : null } })
    },
  )
}
