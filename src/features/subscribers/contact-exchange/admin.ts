import { setTimeout as sleep } from 'node:timers/promises'
import { formatInstant } from '@isobar/weather'
import { type Static, Type } from 'typebox'
import { buildAdminRoute } from '../../../admin/access/index.ts'
import { AppError } from '../../../errors.ts'
import { buildErrorResponses, Instant, buildNullableSchema } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import type { Jobs, Run } from '../../operations/jobs/index.ts'
import { NO_COUNTS, PHASES } from './exchange.ts'

export interface ContactExchangeRoutes {
  readonly jobs: Pick<Jobs, 'start' | 'find'>
  /** Whether the mail service can be used. */
  readonly configured: () => boolean
  /** How long an answer waits for the end of the run. */
  readonly waitMs?: number
}

const WAIT_MS = 10_000
const LOOK_EVERY_MS = 50

const Count = (description: string) => Type.Integer({ minimum: 0, description })

const ExchangeAnswer = Type.Object(
  {
    status: Type.Enum(['completed', 'partial', 'failed', 'already_running'], {
      description: '`partial`: continues within a minute, or with the next call',
    }),
    phase: buildNullableSchema(Type.Enum([...PHASES]), 'Current phase'),
    startedAt: Instant,
    finishedAt: buildNullableSchema(Instant, 'Null while running'),
    suppressions: Type.Object({
      read: Count('Read from the service'),
      added: Count('Added here'),
    }),
    contacts: Type.Object({
      read: Count('Contacts read from the service'),
      unsubscribed: Count('Unsubscribed at the service and now suppressed here'),
      removed: Count('Erased here and now deleted there'),
      subscribers: Count('Addresses checked here'),
      pushed: Count('Sent to the service'),
      failed: Count('Rejected by the service'),
    }),
    problem: buildNullableSchema(Type.String(), 'Reason of the failure'),
  },
  { title: 'MailExchange' },
)
type ExchangeAnswer = Static<typeof ExchangeAnswer>

const EXAMPLE: ExchangeAnswer = {
  status: 'completed',
  phase: null,
  startedAt: '2026-11-21T03:00:00Z',
  finishedAt: '2026-11-21T03:00:04Z',
  suppressions: { read: 3, added: 2 },
  contacts: { read: 120, unsubscribed: 1, removed: 0, subscribers: 118, pushed: 4, failed: 0 },
  problem: null,
}

/** POST /api/admin/email/sync */
export function registerContactExchangeAdmin(app: HttpServer, options: ContactExchangeRoutes): void {
  app.post(
    '/api/admin/email/sync',
    {
      ...buildAdminRoute('editor'),
      schema: {
        operationId: 'syncMailService',
        tags: ['Admin: connections'],
        summary: 'Sync contacts and suppressions with the email service',
        description:
          'Imports bounces, complaints and unsubscriptions, then exports addresses with an active, confirmed newsletter or digest. Answers when the sync has ended, or after ten seconds; the rest continues in the background. One sync at a time across all nodes: a further call waits for the one that is running. The list of jobs shows all syncs.',
        response: { 200: { ...ExchangeAnswer, examples: [EXAMPLE] }, ...buildErrorResponses(['service_unavailable']) },
      },
    },
    () => syncContacts(options),
  )
}

/** Starts a sync, or finds the one that is running, and waits for its end. @throws AppError `service_unavailable` if it cannot be used */
export async function syncContacts({ jobs, configured, waitMs = WAIT_MS }: ContactExchangeRoutes): Promise<ExchangeAnswer> {
  if (!configured())
    throw new AppError(
      'service_unavailable',
      'The email service cannot be used: it has no key (see /api/admin/email-key), or ADMIN_SECRET is wrong',
    )
  const started = await jobs.start('contact-exchange', { trigger: 'admin' })
  if (started.kind === 'not_wanted') throw new AppError('internal_error', 'The job was not started.')
  const id = started.kind === 'started' ? started.runId : started.run.id
  const giveUpAt = performance.now() + waitMs
  for (;;) {
    const run = await jobs.find(id)
    if (run === undefined) throw new AppError('internal_error', 'The run no longer exists.')
    if (run.status !== 'running' || performance.now() > giveUpAt)
      return answerOf(run, started.kind === 'started' ? 'partial' : 'already_running')
    await sleep(LOOK_EVERY_MS)
  }
}

function answerOf({ status, startedAt, finishedAt, progress, result, error }: Run, unfinished: ExchangeAnswer['status']): ExchangeAnswer {
  const counts = { ...NO_COUNTS, ...progress }
  const isCutOff = status === 'interrupted' || status === 'partial'
  return {
    status: status === 'running' ? unfinished : isCutOff ? 'partial' : status,
    phase: PHASES[counts.phasesDone] ?? null,
    startedAt: formatInstant(startedAt),
    finishedAt: finishedAt === null || isCutOff ? null : formatInstant(finishedAt),
    suppressions: { read: counts.suppressionsRead, added: counts.suppressionsAdded },
    contacts: {
      read: counts.contactsRead,
      unsubscribed: counts.unsubscribed,
      removed: counts.removed,
      subscribers: counts.addressesRead,
      pushed: counts.pushed,
      failed: counts.failed,
    },
    // The message of an unexpected error is for the list of jobs only.
    problem: status !== 'failed' ? null : result === null ? 'The sync ended with an error. See the list of jobs.' : error,
  }
}
