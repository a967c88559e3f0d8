export const JOB_NAMES = ['weekly-digests', 'weather-alerts'] as const
export type JobName = (typeof JOB_NAMES)[number]

export const RUN_TRIGGERS = ['scheduler', 'cron', 'admin'] as const
export type RunTrigger = (typeof RUN_TRIGGERS)[number]

/** What a job is given for one run. */
export interface JobContext {
  readonly runId: string
  /** Nothing may be written and nothing bought: only say what would go out. */
  readonly dryRun: boolean
  /** Epoch milliseconds. */
  readonly startedAt: number
  /** Aborted when the process stops or the run lost its lock: the job ends at its next page, with what it has so far. */
  readonly signal: AbortSignal
  /** Says how far the run is; the newest counts are written once a second. Cheap, never throws. */
  progress(counts: Readonly<Record<string, number>>): void
}

/** What a run came to: the counts of the contract's answer, flat. */
export interface JobResult {
  /** partial: something failed or was cut short, and is tried again at the next run. */
  readonly status: 'completed' | 'partial'
  /** With `dryRun`: what would go out, at most MAX_PREVIEW entries, addresses masked. */
  readonly preview?: readonly object[]
  readonly [count: string]: unknown
}

export interface Job {
  readonly name: JobName
  /** Runs to its end, or to the next page once the signal aborts. What it throws makes the run `failed`. */
  run(context: JobContext): Promise<JobResult>
}

export const MAX_PREVIEW = 100
