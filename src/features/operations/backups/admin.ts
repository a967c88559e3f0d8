import { hostname } from 'node:os'
import { formatInstant, formatOptionalInstant } from '@isobar/weather'
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { getAdminContext, buildAdminRoute } from '../../../admin/access/index.ts'
import { type AuditTables, recordAudit } from '../../../admin/audit/index.ts'
import { AppError } from '../../../errors.ts'
import type { Foundation } from '../../../foundation.ts'
import {
  buildResponseEntry,
  buildErrorResponses,
  Instant,
  buildNullableSchema,
  NullableInstant,
} from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { Assertion, type BothFactors } from '../../accounts/sign-in/index.ts'
import type { Jobs, Run } from '../jobs/index.ts'
import { type BackupFolder, NAME_PATTERN } from './folder.ts'
import { createTickets } from './tickets.ts'

/** How the last test of a backup ended. */
export interface TestOfBackup {
  /** Epoch milliseconds; null: it is under way. */
  readonly at: number | null
  readonly ok: boolean
  readonly file: string | null
  readonly error: string | null
  readonly rows: number | null
}

export interface BackupRoutes extends Pick<Foundation<AuditTables>, 'db' | 'clock' | 'settings' | 'sealing'> {
  readonly folder: BackupFolder
  readonly jobs: Pick<Jobs, 'start'> & { lastRuns(): Promise<readonly Run[]> }
  readonly lastTest: () => Promise<TestOfBackup | null>
  /** Has the user prove their identity. */
  readonly reauthenticate: (request: FastifyRequest, factors: BothFactors) => Promise<void>
}

const tags = ['Admin: operations']
const JOBS = ['backup', 'restore-test'] as const
const File = Type.String({ pattern: NAME_PATTERN, description: 'Name of the file', examples: ['isobar-20261121T030000Z.backup'] })
const params = Type.Object({ file: File })

const Backups = Type.Object(
  {
    folder: Type.String({ description: 'BACKUP_DIR' }),
    node: Type.String({ description: 'The host that answers: without a shared folder, each lists its own' }),
    freeBytes: buildNullableSchema(Type.Integer(), 'Free on the disk of the folder; null: unknown'),
    kept: Type.Integer({ description: 'Backups that are kept; 0: none are made by schedule' }),
    hourUtc: Type.Integer({ description: 'Hour of the daily backup' }),
    running: Type.Array(Type.Enum([...JOBS]), { description: 'What is under way, on any node' }),
    lastTest: buildNullableSchema(
      Type.Object({
        at: NullableInstant,
        ok: Type.Boolean(),
        file: buildNullableSchema(Type.String()),
        error: buildNullableSchema(Type.String()),
        rows: buildNullableSchema(Type.Integer(), 'Rows that were restored'),
      }),
      'The last time that a backup was restored into a database of its own; null: never in 90 days',
    ),
    items: Type.Array(Type.Object({ file: File, bytes: Type.Integer(), at: Instant }), { description: 'Newest first' }),
  },
  { title: 'Backups' },
)

const EXAMPLE: Static<typeof Backups> = {
  folder: '/var/lib/isobar/backups',
  node: 'weather-1',
  freeBytes: 48_318_382_080,
  kept: 7,
  hourUtc: 3,
  running: [],
  lastTest: { at: '2026-11-21T03:00:41Z', ok: true, file: 'isobar-20261121T030000Z.backup', error: null, rows: 184_213 },
  items: [{ file: 'isobar-20261121T030000Z.backup', bytes: 21_433_412, at: '2026-11-21T03:00:00Z' }],
}

const Started = Type.Object({ status: Type.Enum(['started', 'already_running']) }, { title: 'BackupStarted' })

/** /api/admin/backups */
export function registerBackupAdmin(app: HttpServer, routes: BackupRoutes): void {
  const { db, clock, settings, folder, jobs } = routes
  const tickets = createTickets(routes.sealing, clock)

  app.get(
    '/api/admin/backups',
    {
      ...buildAdminRoute('viewer'),
      schema: {
        operationId: 'listBackups',
        tags,
        summary: 'List backups',
        description: 'The complete ones in the folder of the node that answers.',
        response: { 200: { ...Backups, examples: [EXAMPLE] }, ...buildErrorResponses([]) },
      },
    },
    async () => {
      const [items, freeBytes, runs, lastTest] = await Promise.all([
        readable(folder, folder.list()),
        folder.freeBytes(),
        jobs.lastRuns(),
        routes.lastTest(),
      ])
      const { backupsKept: kept, backupHourUtc: hourUtc } = settings.current()
      return {
        folder: folder.path,
        node: hostname(),
        freeBytes,
        kept,
        hourUtc,
        running: JOBS.filter((name) => runs.some(({ job, status }) => job === name && status === 'running')),
        lastTest: lastTest && { ...lastTest, at: formatOptionalInstant(lastTest.at) },
        items: items.map(({ name, bytes, at }) => ({ file: name, bytes, at: formatInstant(at) })),
      }
    },
  )

  for (const [path, job, summary] of [
    ['/api/admin/backups', 'backup', 'Make a backup now'],
    ['/api/admin/backups/test', 'restore-test', 'Restore the newest backup into a database of its own'],
  ] as const)
    app.post(
      path,
      {
        ...buildAdminRoute('owner'),
        schema: {
          operationId: job === 'backup' ? 'startBackup' : 'testBackup',
          tags,
          summary,
          description: 'Goes on after the answer: see `running`, and the run in the list of jobs. One at a time over all nodes.',
          response: {
            202: buildResponseEntry(Started, 'Under way', { status: 'started' as const }),
            ...buildErrorResponses(['service_unavailable']),
          },
        },
      },
      async (request, reply) => {
        const started = await jobs.start(job, { trigger: 'admin' })
        if (started.kind !== 'started') return reply.code(202).send({ status: 'already_running' })
        await recordAudit(db, {
          at: clock.now(),
          actor: getAdminContext(request).actor,
          action: 'job.start',
          object: { type: 'job', id: job },
          after: { runId: started.runId },
        })
        return reply.code(202).send({ status: 'started' })
      },
    )

  app.post(
    '/api/admin/backups/:file/ticket',
    {
      ...buildAdminRoute('owner'),
      schema: {
        operationId: 'permitBackupDownload',
        tags,
        summary: 'Get permission to download a backup',
        description:
          'A backup holds the addresses of all subscribers, so the password is asked for again, and a code or a passkey if the account has a second factor.',
        params,
        body: Type.Object(
          {
            currentPassword: Type.String({ minLength: 1, maxLength: 200 }),
            totp: Type.Optional(Type.String({ minLength: 1, maxLength: 40, description: 'Two-factor code or recovery code' })),
            passkey: Type.Optional(Assertion),
          },
          { examples: [{ currentPassword: 'correct horse battery' }] },
        ),
        response: {
          200: buildResponseEntry(
            Type.Object({ ticket: Type.String({ description: 'For the download, within a minute and in this session' }) }),
            'Permitted',
            { ticket: 'v1.n3FqkQ0a.Zm9yIG9uZSBkb3dubG9hZCwgYW5kIGZvciBhIG1pbnV0ZQ' },
          ),
          ...buildErrorResponses(['invalid_request', 'not_found', 'rate_limited', 'service_unavailable']),
        },
      },
    },
    async (request) => {
      await findFile(folder, request.params.file)
      await routes.reauthenticate(request, request.body)
      return { ticket: tickets.issue(request.params.file, getAdminContext(request).sessionId) }
    },
  )

  app.get(
    '/api/admin/backups/:file',
    {
      ...buildAdminRoute('owner', { sameSite: true }),
      // Would read the whole file and be recorded as a download.
      exposeHeadRoute: false,
      // A backup is compressed; as an encoding that would be taken off it on arrival.
      compress: false,
      schema: {
        operationId: 'downloadBackup',
        tags,
        summary: 'Download a backup',
        description: 'For `npm run restore`. It does not contain ADMIN_SECRET.',
        params,
        querystring: Type.Object({
          ticket: Type.String({
            maxLength: 500,
            description: 'Permission for this file',
            examples: ['v1.n3FqkQ0a.Zm9yIG9uZSBkb3dubG9hZA'],
          }),
        }),
        response: {
          200: { description: 'The file', content: { 'application/octet-stream': { schema: Type.String({ format: 'binary' }) } } },
          ...buildErrorResponses(['invalid_request', 'not_found']),
        },
      },
    },
    async (request, reply) => {
      const { file } = request.params
      const admin = getAdminContext(request)
      if (!tickets.isValid(request.query.ticket, file, admin.sessionId))
        throw new AppError('forbidden', 'This permission has ended: ask for it again')
      const { bytes } = await findFile(folder, file)
      await recordAudit(db, { at: clock.now(), actor: admin.actor, action: 'backup.download', object: { type: 'backup', id: file } })
      reply.header('content-type', 'application/octet-stream').header('content-length', bytes)
      return reply.header('content-disposition', `attachment; filename="${file}"`).send(folder.read(file) as never)
    },
  )
}

/** @throws AppError service_unavailable if the file system refuses the folder, which is an operator's to mend */
function readable<Found>(folder: BackupFolder, found: Promise<Found>): Promise<Found> {
  return found.catch((cause: NodeJS.ErrnoException) => {
    if (cause.syscall === undefined) throw cause
    throw new AppError('service_unavailable', `${folder.path} cannot be read (${cause.code})`, { cause })
  })
}

/** @throws AppError not_found, service_unavailable */
async function findFile(folder: BackupFolder, name: string) {
  const found = await readable(folder, folder.find(name))
  if (found === undefined) throw new AppError('not_found', 'There is no such backup on this node')
  return found
}
