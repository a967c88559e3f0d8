import { defineTables, narrowColumn, type TablesOf } from '../../../platform/db/columns.ts'
import type { JobName, RunTrigger } from './job.ts'

/** interrupted: its process stopped or died, or the run lost its lock; it is retried soon. */
export const RUN_STATUSES = ['running', 'completed', 'partial', 'failed', 'interrupted'] as const
export type RunStatus = (typeof RUN_STATUSES)[number]

export const jobTables = defineTables({
  job_run: {
    id: 'uuid',
    job: narrowColumn<JobName>()('text'),
    trigger: narrowColumn<RunTrigger>()('text'),
    dry_run: 'bool',
    status: narrowColumn<RunStatus>()('text'),
    started_at: 'timestamptz',
    finished_at: 'timestamptz null',
    progress: narrowColumn<Readonly<Record<string, number>>>()('jsonb default'),
    result: narrowColumn<Readonly<Record<string, unknown>>>()('jsonb null'),
    error: 'text null',
  },
})

export type JobTables = TablesOf<typeof jobTables>
