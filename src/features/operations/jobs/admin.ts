import { setTimeout as sleep } from 'node:timers/promises'
import { formatInstant, formatOptionalInstant } from '@isobar/weather'
import type { Kysely } from 'kysely'
import { type Static, Type } from 'typebox'
import { getAdminContext, buildAdminRoute } from '../../../admin/access/index.ts'
import { type AuditTables, recordAudit } from '../../../admin/audit/index.ts'
import { registerListRoute } from '../../../admin/list-route.ts'
import { AppError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import { mapListing } from '../../../platform/http/schema/listing.ts'
import { periodFilters, parsePeriodFilter } from '../../../platform/http/schema/period-filter.ts'
import { buildResponseEntry, buildErrorResponses, Instant, NullableInstant } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { DAY_MS } from '../../../time.ts'
import { countRunsByDay, listRuns } from './admin-store.ts'
import { JOB_NAMES, MAIL_JOB_NAMES, MAX_PREVIEW, type PreviewedMail, RUN_TRIGGERS } from './job.ts'
import type { FinishedRun, Jobs } from './service.ts'
import type { Run } from './store.ts'
import { type JobTables, RUN_STATUSES } from './tables.ts'

const tags = ['Admin: jobs']
const SERIES_DAYS = 30
/** How long an answer waits for a dry run, which writes nothing and calls no provider. */
const DRY_RUN_WAIT_MS = 10_000

const RunItem = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    job: Type.Enum([...JOB_NAMES]),
    trigger: Type.Enum([...RUN_TRIGGERS], { description: 'What started the run' }),
    dryRun: Type.Boolean(),
    status: Type.Enum([...RUN_STATUSES], { description: 'interrupted: its process ended or lost its lock; it resumes shortly' }),
    startedAt: Instant,
    finishedAt: NullableInstant,
    progress: Type.Record(Type.String(), Type.Number(), { description: 'Counts so far, at most a second old' }),
    result: Type.Union([Type.Object({}, { additionalProperties: true }), Type.Null()], { description: 'Result' }),
    error: Type.Union([Type.String(), Type.Null()]),
  },
  { title: 'JobRun' },
)
type RunItem = Static<typeof RunItem>

const EXAMPLE: RunItem = {
  id: '0b7e3f64-7d0c-4b5b-9a39-0c1f6b1f2f10',
  job: 'weekly-digests',
  trigger: 'scheduler',
  dryRun: false,
  status: 'completed',
  startedAt: '2026-11-23T06:00:00Z',
  finishedAt: '2026-11-23T06:00:04Z',
  progress: { recipients: 90, enqueued: 89 },
  result: { status: 'completed', recipients: 90, enqueued: 89 },
  error: null,
}

const CHARTS = {
  properties: {
    series: Type.Array(
      Type.Object({ day: Type.String({ format: 'date' }), job: Type.Enum([...JOB_NAMES]), runs: Type.Integer(), failed: Type.Integer() }),
      { description: `Real runs by UTC day, the last ${SERIES_DAYS} days; failed: runs that failed fully or partly, or were interrupted` },
    ),
  },
  example: { series: [{ day: '2026-11-23', job: 'weekly-digests', runs: 1, failed: 0 }] },
}

const Mails = Type.Object(
  { sent: Type.Integer(), failed: Type.Integer(), suppressed: Type.Integer(), dropped: Type.Integer(), waiting: Type.Integer() },
  { description: 'Emails of the run by state' },
)
const StartedAnswer = Type.Object(
  {
    status: Type.Enum(['started', 'already_running'], { description: 'already_running: `run` is the run in progress' }),
    run: RunItem,
    preview: Type.Optional(
      Type.Array(Type.Object({ summary: Type.String({ description: 'In plain words' }) }, { additionalProperties: true }), {
        maxItems: MAX_PREVIEW,
        description: 'Dry runs only: the first emails that would be sent, with masked addresses',
      }),
    ),
  },
  { title: 'JobStarted' },
)

export interface JobAdminRoutes {
  readonly jobs: Jobs
  readonly db: Kysely<JobTables & AuditTables>
  readonly mailsOf: (runId: string) => Promise<Static<typeof Mails>>
  readonly clock: Clock
}

/** /api/admin/jobs */
export function registerJobAdmin(app: HttpServer, { jobs, db, mailsOf, clock }: JobAdminRoutes): void {
  registerListRoute(app, '/api/admin/jobs', {
    operationId: 'listJobRuns',
    tags,
    summary: 'List job runs',
    description: 'Kept for 90 days.',
    sorts: ['startedAt'],
    defaultSort: '-startedAt',
    filters: {
      job: Type.Optional(Type.Enum([...JOB_NAMES], { description: 'Only this job' })),
      status: Type.Optional(Type.Enum([...RUN_STATUSES], { description: 'Only this state' })),
      trigger: Type.Optional(Type.Enum([...RUN_TRIGGERS], { description: 'Only this trigger' })),
      dryRun: Type.Optional(Type.Boolean({ description: 'Only dry runs, or only real runs' })),
      ...periodFilters,
    },
    item: RunItem,
    title: 'JobRuns',
    example: EXAMPLE,
    list: (query) => mapListing(listRuns(db, { ...query, ...parsePeriodFilter(query) }), itemOf),
    charts: { ...CHARTS, read: async () => ({ series: await countRunsByDay(db, clock.now() - SERIES_DAYS * DAY_MS) }) },
  })

  app.get(
    '/api/admin/jobs/:id',
    {
      ...buildAdminRoute('viewer'),
      schema: {
        operationId: 'getJobRun',
        tags,
        summary: 'Get a job run',
        description: 'State, duration, counts and the mails that it caused.',
        params: Type.Object({ id: Type.String({ format: 'uuid', description: 'The run', examples: [EXAMPLE.id] }) }),
        response: {
          200: buildResponseEntry(Type.Object({ run: RunItem, mails: Mails }), 'The run with its emails by state', {
            run: EXAMPLE,
            mails: { sent: 89, failed: 0, suppressed: 0, dropped: 0, waiting: 0 },
          }),
          ...buildErrorResponses(['invalid_request', 'not_found']),
        },
      },
    },
    async ({ params: { id } }, reply) => {
      const run = await jobs.find(id)
      if (run === undefined) throw new AppError('not_found', 'No such run')
      return reply.send({ run: itemOf(run), mails: await mailsOf(id) })
    },
  )

  app.post(
    '/api/admin/jobs',
    {
      ...buildAdminRoute('editor'),
      schema: {
        operationId: 'startJob',
        tags,
        summary: 'Start a job',
        description:
          'Each email is sent once, no matter how often the job is started. A dry run writes nothing and calls no provider; it answers when it has ended, or after ten seconds.',
        body: Type.Object(
          {
            job: Type.Enum([...MAIL_JOB_NAMES]),
            dryRun: Type.Optional(Type.Boolean({ description: 'Dry run: only report what would be sent' })),
          },
          { examples: [{ job: 'weekly-digests', dryRun: true }] },
        ),
        response: {
          202: buildResponseEntry(StartedAnswer, 'Running', {
            status: 'started',
            run: { ...EXAMPLE, trigger: 'admin', status: 'running', finishedAt: null, progress: {}, result: null },
          }),
          ...buildErrorResponses(['invalid_request']),
        },
      },
    },
    async (request, reply) => {
      const { job, dryRun = false } = request.body
      const started = await jobs.start(job, { trigger: 'admin', dryRun })
      if (started.kind === 'already_running') return reply.code(202).send({ status: 'already_running', run: itemOf(started.run) })
      if (started.kind !== 'started') throw new AppError('internal_error', 'The job was not started.')
      await recordAudit(db, {
        at: clock.now(),
        actor: getAdminContext(request).actor,
        action: 'job.start',
        object: { type: 'job', id: job },
        after: { runId: started.runId, dryRun },
      })
      const finished = dryRun ? await Promise.race([started.finished, sleep(DRY_RUN_WAIT_MS, null, { ref: false })]) : null
      const run = await jobs.find(started.runId)
      if (run === undefined) throw new AppError('internal_error', 'The run no longer exists.')
      return reply.code(202).send({ status: 'started', run: itemOf(run), ...previewOf(finished) })
    },
  )
}

function previewOf(finished: FinishedRun | null): { preview?: PreviewedMail[] } {
  const preview = finished?.result?.preview
  return preview === undefined ? {} : { preview: [...preview] }
}

function itemOf({ startedAt, finishedAt, ...run }: Run): RunItem {
  return { ...run, startedAt: formatInstant(startedAt), finishedAt: formatOptionalInstant(finishedAt) }
}
