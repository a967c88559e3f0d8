import { type Kysely, type Selectable, sql } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import { writeStorableJson } from '../../../platform/db/storable-json.ts'
import { CLOCK_TOLERANCE_MS } from '../../../time.ts'
import { JOB_NAMES, type JobName, type RunTrigger } from './job.ts'
import type { JobTables, RunStatus } from './tables.ts'

/** A run as stored. Instants are epoch milliseconds. */
export interface Run {
  readonly id: string
  readonly job: JobName
  readonly trigger: RunTrigger
  readonly dryRun: boolean
  readonly status: RunStatus
  readonly startedAt: number
  readonly finishedAt: number | null
  readonly progress: Readonly<Record<string, number>>
  readonly result: Readonly<Record<string, unknown>> | null
  readonly error: string | null
}

/** The initial values of a run. */
export type NewRun = Pick<Run, 'id' | 'job' | 'trigger' | 'dryRun' | 'startedAt'>
/** How a run ended. */
export type RunEnd = Pick<Run, 'status' | 'finishedAt' | 'progress' | 'result' | 'error'>

export type RunStore = ReturnType<typeof createRunStore>

const MAX_LISTED = 20

/** When each job last did its work, in epoch milliseconds; trial runs do not count, nor those of a time when a clock was ahead. */
export async function listLastSuccesses(db: Kysely<JobTables>, now: number): Promise<{ readonly job: JobName; readonly at: number }[]> {
  const rows = await db
    .selectFrom('job_run')
    .select((eb) => ['job', eb.fn.max('finished_at').as('at')])
    .where('status', 'in', ['completed', 'partial'])
    .where('dry_run', '=', false)
    .where('started_at', '<=', latestStart(now))
    .groupBy('job')
    .execute()
  return rows.flatMap(({ job, at }) => (at === null ? [] : [{ job, at: at.getTime() }]))
}

/** The last run of each job, without trial runs, those triggered by `warnings` and those of a time when a clock was ahead. */
export async function listLastRuns(db: Kysely<JobTables>, now: number): Promise<Run[]> {
  // One look at the index for each job, since there may be thousands of runs.
  const { rows } = await sql<Selectable<JobTables['job_run']>>`
    select run.* from unnest(${JOB_NAMES}::text[]) as wanted(name) cross join lateral (
      select * from job_run where job = wanted.name and not dry_run and trigger <> 'warnings' and started_at <= ${latestStart(now)} order by started_at desc limit 1) run`.execute(
    db,
  )
  return rows.map(toJobRun)
}

/** A run that began later did so while a clock was ahead: it settles no tick. */
const latestStart = (now: number): Date => new Date(now + CLOCK_TOLERANCE_MS)

/** Runs in PostgreSQL. */
export function createRunStore(db: Kysely<JobTables>, clock: Clock) {
  return {
    /**
     * Inserts a run, and marks a dead process's run of the job as interrupted; the caller holds the job's lock. With `isWanted`, inserts only
     * if it returns true for the runs that started at `since` or later, without dry runs, newest first. True when inserted.
     */
    insertRun: (
      { id, job, trigger, dryRun, startedAt }: NewRun,
      wanted?: { readonly since: number; readonly isWanted: (runs: readonly Run[]) => boolean },
    ): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        if (wanted !== undefined && !wanted.isWanted(await listSince(trx, job, wanted.since, clock.now()))) return false
        await trx
          .updateTable('job_run')
          .set({ status: 'interrupted', finished_at: new Date(startedAt) })
          .where('job', '=', job)
          .where('status', '=', 'running')
          .execute()
        const started_at = new Date(startedAt)
        await trx.insertInto('job_run').values({ id, job, trigger, dry_run: dryRun, status: 'running', started_at }).execute()
        return true
      }),

    async updateProgress(id: string, progress: Readonly<Record<string, number>>): Promise<void> {
      await db
        .updateTable('job_run')
        .set({ progress: JSON.stringify(progress) })
        .where('id', '=', id)
        .where('status', '=', 'running')
        .execute()
    },

    /** Does nothing to a run that has ended, or that another node has marked as interrupted. */
    async endRun(id: string, { status, finishedAt, progress, result, error }: RunEnd): Promise<void> {
      await db
        .updateTable('job_run')
        .set({
          status,
          finished_at: finishedAt === null ? null : new Date(finishedAt),
          progress: JSON.stringify(progress),
          result: result === null ? null : writeStorableJson(result),
          error,
        })
        .where('id', '=', id)
        .where('status', '=', 'running')
        .execute()
    },

    /** Marks a run whose process is gone; the caller holds the job's lock. False when it had ended by then. */
    async interruptRun(id: string, finishedAt: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('job_run')
        .set({ status: 'interrupted', finished_at: new Date(finishedAt) })
        .where('id', '=', id)
        .where('status', '=', 'running')
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },

    async findRun(id: string): Promise<Run | undefined> {
      const row = await db.selectFrom('job_run').selectAll().where('id', '=', id).executeTakeFirst()
      return row && toJobRun(row)
    },

    /** The run marked as running. */
    async findRunning(job: JobName): Promise<Run | undefined> {
      const running = db.selectFrom('job_run').selectAll().where('job', '=', job).where('status', '=', 'running')
      const row = await running.orderBy('started_at', 'desc').limit(1).executeTakeFirst()
      return row && toJobRun(row)
    },

    /**
     * The runs that started at the instant or later and not in the future, without dry runs and those triggered by `warnings`, newest first; at
     * most 20.
     */
    listSince: (job: JobName, startedAt: number): Promise<Run[]> => listSince(db, job, startedAt, clock.now()),

    /**
     * Deletes the runs that started before the instant; those triggered by `warnings`, of which there may be hundreds a day, before
     * `warnedAt`.
     */
    async deleteBefore(startedAt: number, warnedAt: number): Promise<void> {
      await db
        .deleteFrom('job_run')
        .where((eb) =>
          eb.or([
            eb('started_at', '<', new Date(startedAt)),
            eb.and([eb('trigger', '=', 'warnings'), eb('started_at', '<', new Date(warnedAt))]),
          ]),
        )
        .execute()
    },
  }
}

async function listSince(db: Kysely<JobTables>, job: JobName, startedAt: number, now: number): Promise<Run[]> {
  const rows = await db
    .selectFrom('job_run')
    .selectAll()
    .where('job', '=', job)
    .where('started_at', '>=', new Date(startedAt))
    .where('started_at', '<=', latestStart(now))
    .where('dry_run', '=', false)
    .where('trigger', '<>', 'warnings')
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute()
  return rows.map(toJobRun)
}

/** A run from its row; dates become epoch milliseconds. */
export function toJobRun({ dry_run, started_at, finished_at, ...row }: Selectable<JobTables['job_run']>): Run {
  return { ...row, dryRun: dry_run, startedAt: started_at.getTime(), finishedAt: finished_at?.getTime() ?? null }
}
