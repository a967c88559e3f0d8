import { formatInstant } from '@isobar/weather'
import { Type } from 'typebox'
import { getAdminContext, buildAdminRoute, isAtLeast } from '../../../admin/access/index.ts'
import { AppError } from '../../../errors.ts'
import { LANGUAGES } from '../../../messages/languages.ts'
import { streamCsv } from '../../../platform/http/bytes/csv.ts'
import { buildResponseEntry, buildErrorResponses } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { OUTBOX_EXAMPLE, type Outbox, toOutboxItem } from '../../mail/outbox/index.ts'
import { type CampaignRoutes, toMessageItem, registerCampaigns } from './campaigns-admin.ts'
import { type DraftRoutes, registerDraftsAdmin } from './drafts-admin.ts'
import { buildUnknownMessageError } from './messages.ts'
import type { CampaignReport } from './report-store.ts'
import {
  ComposeBody,
  DAY_COLUMNS,
  MESSAGE_EXAMPLE,
  MessageAnswer,
  MessageWithMails,
  REPORT_EXAMPLE,
  SUMMARY_EXAMPLE,
  SummaryAnswer,
  TestAnswer,
} from './schemas.ts'
import type { MailingSummary } from './summary.ts'
import type { TestMails } from './test-mail.ts'

const tags = ['Admin: mail']

export interface MailingAdminRoutes extends CampaignRoutes, DraftRoutes {
  readonly summary: () => Promise<MailingSummary>
  readonly tests: TestMails
  readonly outbox: Outbox['items']
  readonly mailProblem: Outbox['problem']
  readonly mailsOf: (runId: string) => ReturnType<Outbox['settled']>
  readonly reportOf: (runId: string) => Promise<CampaignReport>
}

/** GET /api/admin/mailing-summary, /api/admin/email/test and /api/admin/email/compose */
export function registerMailingAdmin(app: HttpServer, routes: MailingAdminRoutes): void {
  registerSummary(app, routes)
  registerTest(app, routes)
  registerCompose(app, routes)
  registerCampaigns(app, routes)
  registerDraftsAdmin(app, routes)
}

function registerSummary(app: HttpServer, { summary }: MailingAdminRoutes): void {
  app.get(
    '/api/admin/mailing-summary',
    {
      ...buildAdminRoute('viewer'),
      schema: {
        operationId: 'getMailingSummary',
        tags,
        summary: 'Get the email summary',
        description: 'Subscriptions, and emails of the last 30 days; at most 15 seconds old. CSV: emails by day.',
        querystring: Type.Object({
          format: Type.Optional(Type.Enum(['json', 'csv'], { description: 'CSV: one line per day' })),
        }),
        response: {
          200: {
            description: 'Totals, and series by UTC day; empty days are omitted',
            content: {
              'application/json': { schema: SummaryAnswer, example: SUMMARY_EXAMPLE },
              'text/csv': { schema: { type: 'string', description: 'A header line, then one line per day' } },
            },
          },
          ...buildErrorResponses(['invalid_request']),
        },
      },
    },
    async ({ query }, reply) => {
      const { madeAt, series, ...rest } = await summary()
      if (query.format === 'csv') return streamCsv(reply, { name: 'mailing-summary', columns: DAY_COLUMNS, rows: series.mails })
      return reply.type('application/json; charset=utf-8').send({ madeAt: formatInstant(madeAt), ...rest, series })
    },
  )
}

function registerTest(app: HttpServer, { tests, outbox, mailProblem }: MailingAdminRoutes): void {
  app.post(
    '/api/admin/email/test',
    {
      ...buildAdminRoute('editor'),
      schema: {
        operationId: 'sendTestMail',
        tags,
        summary: 'Send a test email',
        description:
          'Renders a template with sample data and sends it through the outbox with priority. Answers when it is sent, or after ten seconds. Only owners can test account emails.',
        body: Type.Object(
          {
            to: Type.String({ minLength: 3, maxLength: 254 }),
            template: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9-]{0,59}$', description: 'Template; default message' })),
            lang: Type.Optional(Type.Enum([...LANGUAGES], { description: 'Default en' })),
          },
          { examples: [{ to: 'ada@example.org', template: 'weekly-digest' }] },
        ),
        response: {
          202: buildResponseEntry(TestAnswer, 'State of the email', {
            mail: { ...OUTBOX_EXAMPLE, kind: 'account', template: 'weekly-digest', state: 'sent', attempts: 1, lastError: null },
          }),
          ...buildErrorResponses(['invalid_request', 'not_found']),
        },
      },
    },
    async (request, reply) => {
      const { to, template = 'message', lang = 'en' } = request.body
      const { user, actor } = getAdminContext(request)
      const found = await outbox.find(await tests.send({ to, template, lang, isOwner: isAtLeast(user.role, 'owner') }, actor))
      if (found === undefined) throw new AppError('not_found', 'The email was deleted in the meantime')
      return reply.code(202).send({ mail: toOutboxItem(found.mail, true, await mailProblem()) })
    },
  )
}

function registerCompose(app: HttpServer, { messages, mailsOf, reportOf, clock }: MailingAdminRoutes): void {
  app.post(
    '/api/admin/email/compose',
    {
      ...buildAdminRoute('editor'),
      bodyLimit: 256 * 1024,
      schema: {
        operationId: 'composeMail',
        tags,
        summary: 'Send a message to subscribers or to one address, now or later',
        description:
          'The text is Markdown; HTML is shown as text, and images are dropped. Each confirmed address of the audience gets it once, with an unsubscribe link, in the frame of its language. Emails are queued in the background, at `sendAt` if it is given. Repeating an `Idempotency-Key` returns the same message and sends nothing.',
        headers: Type.Object({
          'idempotency-key': Type.Optional(
            Type.String({
              pattern: '^[\\x21-\\x7e]{1,128}$',
              description: 'Identifies this request, ideally a UUID; remembered for 90 days',
            }),
          ),
        }),
        body: ComposeBody,
        response: {
          202: buildResponseEntry(MessageAnswer, 'Accepted; emails are being queued', { message: MESSAGE_EXAMPLE }),
          ...buildErrorResponses(['invalid_request', 'conflict']),
        },
      },
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key'] ?? null
      const message = await messages.compose(request.body, key, getAdminContext(request).actor)
      return reply.code(202).send({ message: toMessageItem(message, clock.now()) })
    },
  )

  app.get(
    '/api/admin/email/compose/:id',
    {
      ...buildAdminRoute('viewer'),
      schema: {
        operationId: 'getComposedMail',
        tags,
        summary: 'Get the progress and the report of a message',
        description: 'How many of its mails wait, were sent or failed, and what came of them within a week.',
        params: Type.Object({ id: Type.String({ format: 'uuid', description: 'The message', examples: [MESSAGE_EXAMPLE.id] }) }),
        response: {
          200: buildResponseEntry(MessageWithMails, 'The message with its emails by state', {
            message: MESSAGE_EXAMPLE,
            text: 'Ab **heute** gibt es Warnungen.',
            mails: { sent: 310, failed: 1, suppressed: 2, dropped: 0, waiting: 0 },
            report: REPORT_EXAMPLE,
          }),
          ...buildErrorResponses(['invalid_request', 'not_found']),
        },
      },
    },
    async ({ params: { id } }, reply) => {
      const message = await messages.find(id)
      if (message === undefined) throw buildUnknownMessageError()
      const [text, mails, report] = await Promise.all([
        message.subject === null ? null : messages.findText(id),
        mailsOf(id),
        message.report ?? reportOf(id),
      ])
      return reply.send({ message: toMessageItem(message, clock.now()), text, mails, report })
    },
  )
}
