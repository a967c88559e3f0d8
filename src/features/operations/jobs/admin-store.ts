import { type Kysely, sql } from 'kysely'
import { mapListing } from '../../../platform/http/schema/listing.ts'
import type { PeriodFilter } from '../../../platform/http/schema/period-filter.ts'
import { createTableListing } from '../../../platform/http/schema/table-listing.ts'
import type { JobName, RunTrigger } from './job.ts'
import { toJobRun } from './store.ts'
import type { JobTables, RunStatus } from './tables.ts'

export interface RunFilters extends PeriodFilter {
  readonly job?: JobName
  readonly status?: RunStatus
  readonly trigger?: RunTrigger
  readonly dryRun?: boolean
}

export interface RunsOfDay {
  readonly day: string
  readonly job: JobName
  readonly runs: number
  readonly failed: number
}

function matching(db: Kysely<JobTables>, { job, status, trigger, dryRun, fromMs, toMs }: RunFilters, q: string | null) {
  let query = db.selectFrom('job_run')
  if (job !== undefined) query = query.where('job', '=', job)
  if (status !== undefined) query = query.where('status', '=', status)
  if (trigger !== undefined) query = query.where('trigger', '=', trigger)
  if (dryRun !== undefined) query = query.where('dry_run', '=', dryRun)
  if (fromMs !== undefined) query = query.where('started_at', '>=', new Date(fromMs))
  if (toMs !== undefined) query = query.where('started_at', '<', new Date(toMs))
  // strpos instead of like: ids and errors are searched for literally, without wildcards.
  return q === null ? query : query.where(sql<boolean>`strpos(lower(coalesce(error, '') || ' ' || id::text), ${q.toLowerCase()}) > 0`)
}

/** The runs for the back office. */
export const listRuns = (db: Kysely<JobTables>, filters: RunFilters) =>
  mapListing(
    createTableListing((q) => matching(db, filters, q), {
      select: (query) => query.selectAll(),
      sorts: { startedAt: 'started_at' },
      id: 'id',
    }),
    toJobRun,
  )

/** Runs other than dry runs, by UTC day and job; failed: failed, partial or interrupted. */
export async function countRunsByDay(db: Kysely<JobTables>, fromMs: number): Promise<RunsOfDay[]> {
  const { rows } = await sql<RunsOfDay>`
    select to_char(started_at at time zone 'UTC', 'YYYY-MM-DD') as day, job, count(*) as runs,
      count(*) filter (where status in ('failed', 'partial', 'interrupted')) as failed
    from job_run where started_at >= ${new Date(fromMs)} and not dry_run group by day, job order by day, job`.execute(db)
  return rows
}
