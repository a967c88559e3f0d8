import { formatInstant, formatOptionalInstant } from '@isobar/weather'
import { type Static, Type } from 'typebox'
import { getAdminContext, buildAdminRoute, canSeeAddresses } from '../../../admin/access/index.ts'
import { addressFilter, buildAddressSearch } from '../../../admin/address-search.ts'
import { registerListRoute } from '../../../admin/list-route.ts'
import { AppError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import { periodFilters, parsePeriodFilter } from '../../../platform/http/schema/period-filter.ts'
import {
  buildResponseEntry,
  buildErrorResponses,
  Instant,
  buildNullableSchema,
  NullableInstant,
} from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { maskEmail } from '../../../platform/mail/address.ts'
import { MailFailure, type MailTransport } from '../../../platform/mail/transport.ts'
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
    heldBy: buildNullableSchema(
      Type.String(),
      'Why no mail is sent at present, for one that waits: what the mail server said, or that it is off',
    ),
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
  heldBy: null,
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

/** The mail server in force. */
export interface MailServer {
  readonly transport: MailTransport
  /** Why no mail can be sent, in words; null: nothing is known to be wrong. */
  problem(): Promise<string | null>
  /** Whether a node has used it with success, not before the instant (epoch milliseconds). */
  hasWorkedSince(instant: number): Promise<boolean>
}

export interface OutboxAdminRoutes {
  readonly outbox: OutboxAdminStore
  readonly server: MailServer
  /** Sends at once what waits after failed attempts; resolves to how many mails are due. */
  readonly retryNow: () => Promise<number>
  readonly wakeMail: () => void
  readonly clock: Clock
}

/** /api/admin/outbox */
export function registerOutboxAdmin(app: HttpServer, routes: OutboxAdminRoutes): void {
  registerMails(app, routes)
  registerSending(app, routes)
}

function registerMails(app: HttpServer, { outbox, server, wakeMail, clock }: OutboxAdminRoutes): void {
  registerListRoute(app, '/api/admin/outbox', {
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
      const search = buildAddressSearch(request, email)
      const list = outbox.list({ ...query, ...parsePeriodFilter(query), ...search })
      return {
        ...list,
        async page(request) {
          const [{ items, next }, problem] = await Promise.all([list.page(request), server.problem()])
          return { next, items: items.map((mail) => toOutboxItem(mail, search.searchesAddresses, problem)) }
        },
      }
    },
  })

  app.get(
    '/api/admin/outbox/:id',
    {
      ...buildAdminRoute('viewer'),
      schema: {
        operationId: 'getOutboxMail',
        tags,
        summary: 'Get an email with its delivery attempts',
        description: 'Every attempt with its time and the answer of the mail server.',
        params: MailParams,
        response: {
          200: buildResponseEntry(Mail, 'The email', {
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
          ...buildErrorResponses(['invalid_request', 'not_found']),
        },
      },
    },
    async (request, reply) => {
      const isWhole = canSeeAddresses(request)
      const found = await outbox.find(request.params.id)
      if (found === undefined) throw unknownMail()
      const attempts = found.attempts.map(({ number, started_at, ended_at, outcome, response }) => ({
        number,
        startedAt: formatInstant(started_at.getTime()),
        endedAt: formatInstant(ended_at.getTime()),
        outcome,
        response: isWhole ? response : null,
      }))
      return reply.send({ mail: toOutboxItem(found.mail, isWhole, await server.problem()), attempts })
    },
  )

  app.post(
    '/api/admin/outbox/:id/retry',
    {
      ...buildAdminRoute('editor'),
      schema: {
        operationId: 'retryMail',
        tags,
        summary: 'Retry a failed email',
        description:
          'Queues it again with a full set of retries and the same Message-ID. Suppressed addresses and expired emails are still not sent.',
        params: MailParams,
        response: {
          200: buildResponseEntry(Type.Object({ mail: OutboxItem }), 'Queued again', {
            mail: { ...OUTBOX_EXAMPLE, state: 'waiting', attemptsAllowed: 16, nextAttemptAt: '2026-11-23T03:00:00Z', settledAt: null },
          }),
          ...buildErrorResponses(['invalid_request', 'not_found', 'conflict']),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const isRetried = await outbox.retry(id, getAdminContext(request).actor, clock.now())
      const found = await outbox.find(id)
      if (found === undefined) throw unknownMail()
      if (!isRetried) throw new AppError('conflict', `Only failed emails can be retried; this one is ${found.mail.state}`)
      wakeMail()
      return reply.send({ mail: toOutboxItem(found.mail, true, await server.problem()) })
    },
  )
}

/** POST /api/admin/outbox/send */
function registerSending(app: HttpServer, { outbox, server, retryNow, clock }: OutboxAdminRoutes): void {
  app.post(
    '/api/admin/outbox/send',
    {
      ...buildAdminRoute('editor'),
      schema: {
        operationId: 'sendWaitingMails',
        tags,
        summary: 'Send waiting emails now',
        description:
          'Checks the mail server first. If it can be used, every email that waits because an attempt failed is due at once; those written for a later time are not.',
        response: {
          202: buildResponseEntry(Type.Object({ due: Type.Integer({ minimum: 0, description: 'Emails that are due' }) }), 'On their way', {
            due: 3,
          }),
          ...buildErrorResponses(['conflict']),
        },
      },
    },
    async (request, reply) => {
      const failed = await server.transport.verify().then(
        () => null,
        (error: unknown) => (error instanceof MailFailure ? error.message : Promise.reject(error)),
      )
      if (failed !== null) throw new AppError('conflict', `The mail server cannot be used: ${failed}`)
      const due = await retryNow()
      await outbox.recordSending(getAdminContext(request).actor, due, clock.now())
      return reply.code(202).send({ due })
    },
  )
}

function unknownMail(): AppError {
  return new AppError('not_found', 'No such email; emails are deleted after 30 days')
}

/** The mail as the API shows it. Unless `isWhole`, the address is masked and the last error is null. `problem`: why no mail can be sent. */
export function toOutboxItem(mail: OutboxRow, isWhole: boolean, problem: string | null): OutboxItem {
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
    heldBy: state === 'waiting' ? problem : null,
    // Mail servers repeat the address in their responses.
    lastError: isWhole ? last_error : null,
    runId: mail.run_id,
    createdAt: formatInstant(created_at.getTime()),
    nextAttemptAt: formatOptionalInstant(state === 'waiting' ? next_attempt_at : null),
    dropAfter: formatOptionalInstant(drop_after),
    settledAt: formatOptionalInstant(settled_at),
  }
}
