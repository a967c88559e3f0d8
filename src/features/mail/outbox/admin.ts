import { type Static, Type } from 'typebox'
import { adminOf, adminRoute, seesAddresses } from '../../../admin/access/index.ts'
import { addressFilter, addressSearch } from '../../../admin/address-search.ts'
import { listRoute } from '../../../admin/list-route.ts'
import { formatInstant } from '../../../domain/instant.ts'
import { AppError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import { mapListing } from '../../../platform/http/schema/listing.ts'
import { periodFilters, periodOf } from '../../../platform/http/schema/period-filter.ts'
import { answered, errorResponses, Instant, NullableInstant } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { maskEmail } from '../../../platform/mail/address.ts'
import { MAIL_KINDS } from '../templates/index.ts'
import type { OutboxAdminStore, OutboxRow } from './admin-store.ts'
import { ATTEMPT_OUTCOMES, MAIL_STATES } from './tables.ts'

const tags = ['Admin: mail']

export const OutboxItem = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    kind: Type.Enum([...MAIL_KINDS]),
    template: Type.String(),
    email: Type.String({ description: 'Masked for viewers' }),
    lang: Type.String(),
    state: Type.Enum([...MAIL_STATES], {
      description:
        'failed: permanently rejected, or out of retries; expired: no longer worth sending; withdrawn: the recipient unsubscribed',
    }),
    attempts: Type.Integer({ minimum: 0 }),
    attemptsAllowed: Type.Integer({ minimum: 0 }),
    lastError: Type.Union([Type.String(), Type.Null()], { description: 'Last response of the mail server; null for viewers' }),
    runId: Type.Union([Type.String(), Type.Null()], { description: 'Job run or message it belongs to' }),
    createdAt: Instant,
    nextAttemptAt: { ...NullableInstant, description: 'Next attempt at the earliest, while waiting' },
    dropAfter: { ...NullableInstant, description: 'Not sent after this time' },
    settledAt: { ...NullableInstant, description: 'When it reached a final state' },
  },
  { title: 'OutboxMail' },
)
export type OutboxItem = Static<typeof OutboxItem>

export const OUTBOX_EXAMPLE: OutboxItem = {
  id: '0b7e3f64-7d0c-4b5b-9a39-0c1f6b1f2f10',
  kind: 'alerts',
  template: 'weather-alert',
  email: 'ada@example.org',
  lang: 'de',
  state: 'failed',
  attempts: 8,
  attemptsAllowed: 8,
  lastError: '452 4.2.2 mailbox full',
  runId: '7d1f0c1e-93a5-4ac7-8a8e-51f5b0a7c2d4',
  createdAt: '2026-11-21T03:00:00Z',
  nextAttemptAt: null,
  dropAfter: null,
  settledAt: '2026-11-22T05:00:00Z',
}

const Attempt = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  startedAt: Instant,
  endedAt: Instant,
  outcome: Type.Enum([...ATTEMPT_OUTCOMES]),
  response: Type.Union([Type.String(), Type.Null()], { description: 'Response of the mail server; null for viewers' }),
})
const MailParams = Type.Object({ id: Type.String({ format: 'uuid', description: 'The email', examples: [OUTBOX_EXAMPLE.id] }) })
const Mail = Type.Object({ mail: OutboxItem, attempts: Type.Array(Attempt) }, { title: 'OutboxMailWithAttempts' })

export interface OutboxAdminRoutes {
  readonly outbox: OutboxAdminStore
  readonly wakeMail: () => void
  readonly clock: Clock
}

/** /api/admin/outbox */
export function registerOutboxAdmin(app: HttpServer, { outbox, wakeMail, clock }: OutboxAdminRoutes): void {
  listRoute(app, '/api/admin/outbox', {
    operationId: 'listOutbox',
    tags,
    summary: 'List waiting emails and those of the last 30 days',
    description: 'Newest first. Sent mails are deleted after 30 days.',
    sorts: ['createdAt'],
    defaultSort: '-createdAt',
    filters: {
      state: Type.Optional(Type.Enum([...MAIL_STATES], { description: 'Only this state' })),
      kind: Type.Optional(Type.Enum([...MAIL_KINDS], { description: 'Only this kind' })),
      template: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9-]{0,59}$', description: 'Only this template' })),
      runId: Type.Optional(Type.String({ format: 'uuid', description: 'Only emails of this job run or message' })),
      ...addressFilter,
      ...periodFilters,
    },
    item: OutboxItem,
    title: 'OutboxMails',
    example: OUTBOX_EXAMPLE,
    list({ email, ...query }, request) {
      const search = addressSearch(request, email)
      const list = outbox.list({ ...query, ...periodOf(query), ...search })
      return mapListing(list, (mail) => outboxItem(mail, search.searchesAddresses))
    },
  })

  app.get(
    '/api/admin/outbox/:id',
    {
      ...adminRoute('viewer'),
      schema: {
        operationId: 'getOutboxMail',
        tags,
        summary: 'Get an email with its delivery attempts',
        description: 'Every attempt with its time and the answer of the mail server.',
        params: MailParams,
        response: {
          200: answered(Mail, 'The email', {
            mail: OUTBOX_EXAMPLE,
            attempts: [
              {
                number: 1,
                startedAt: '2026-11-21T03:00:01Z',
                endedAt: '2026-11-21T03:00:02Z',
                outcome: 'deferred',
                response: '452 4.2.2 mailbox full',
              },
            ],
          }),
          ...errorResponses(['invalid_request', 'not_found']),
        },
      },
    },
    async (request, reply) => {
      const isWhole = seesAddresses(request)
      const found = await outbox.find(request.params.id)
      if (found === undefined) throw unknownMail()
      const attempts = found.attempts.map(({ number, started_at, ended_at, outcome, response }) => ({
        number,
        startedAt: formatInstant(started_at.getTime()),
        endedAt: formatInstant(ended_at.getTime()),
        outcome,
        response: isWhole ? response : null,
      }))
      return reply.send({ mail: outboxItem(found.mail, isWhole), attempts })
    },
  )

  app.post(
    '/api/admin/outbox/:id/retry',
    {
      ...adminRoute('editor'),
      schema: {
        operationId: 'retryMail',
        tags,
        summary: 'Retry a failed email',
        description:
          'Queues it again with a full set of retries and the same Message-ID. Suppressed addresses and expired emails are still not sent.',
        params: MailParams,
        response: {
          200: answered(Type.Object({ mail: OutboxItem }), 'Queued again', {
            mail: { ...OUTBOX_EXAMPLE, state: 'waiting', attemptsAllowed: 16, nextAttemptAt: '2026-11-23T03:00:00Z', settledAt: null },
          }),
          ...errorResponses(['invalid_request', 'not_found', 'conflict']),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const isRetried = await outbox.retry(id, adminOf(request).actor, clock.now())
      const found = await outbox.find(id)
      if (found === undefined) throw unknownMail()
      if (!isRetried) throw new AppError('conflict', `Only failed emails can be retried; this one is ${found.mail.state}`)
      wakeMail()
      return reply.send({ mail: outboxItem(found.mail, true) })
    },
  )
}

function unknownMail(): AppError {
  return new AppError('not_found', 'No such email; emails are deleted after 30 days')
}

/** The mail as the API shows it. Unless `isWhole`, the address is masked and the last error is null. */
export function outboxItem(mail: OutboxRow, isWhole: boolean): OutboxItem {
  const { id, kind, template, address, lang, state, attempts, last_error, created_at, next_attempt_at, drop_after, settled_at } = mail
  return {
    id,
    kind,
    template,
    email: isWhole ? address : maskEmail(address),
    lang,
    state,
    attempts,
    attemptsAllowed: mail.attempts_allowed,
    // Mail servers repeat the address in their responses.
    lastError: isWhole ? last_error : null,
    runId: mail.run_id,
    createdAt: formatInstant(created_at.getTime()),
    nextAttemptAt: instantOrNull(state === 'waiting' ? next_attempt_at : null),
    dropAfter: instantOrNull(drop_after),
    settledAt: instantOrNull(settled_at),
  }
}

const instantOrNull = (date: Date | null) => (date === null ? null : formatInstant(date.getTime()))
