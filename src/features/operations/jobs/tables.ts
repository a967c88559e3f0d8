import { defineTables, narrowed, type TablesOf } from '../../../platform/db/columns.ts'
import type { JobName, RunTrigger } from './job.ts'

/** interrupted: its process stopped or died, or the run lost its lock; it is retried soon. */
export const RUN_STATUSES = ['running', 'completed', 'partial', 'failed', 'interrupted'] as const
export type RunStatus = (typeof RUN_STATUSES)[number]

export const jobTables = defineTables({
  job_run: {
    id: 'uuid',
    job: narrowed<JobName>()('text'),
    trigger: narrowed<RunTrigger>()('text'),
    dry_run: 'bool',
    status: narrowed<RunStatus>()('text'),
    started_at: 'timestamptz',
    finished_at: 'timestamptz null',
    progress: narrowed<Readonly<Record<string, number>>>()('jsonb default'),
    result: narrowed<Readonly<Record<string, unknown>>>()('jsonb null'),
    error: 'text null',
  },
})

export type JobTables = TablesOf<typeof jobTables>
