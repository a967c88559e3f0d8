/** Jobs that send mail: they have a schedule and a cron route, and admins may start them from the list of runs. */
export const MAIL_JOB_NAMES = ['weekly-digests', 'weather-alerts'] as const
export type MailJobName = (typeof MAIL_JOB_NAMES)[number]

/** The other jobs are started by their features, when somebody asks or by a schedule. */
export const JOB_NAMES = [...MAIL_JOB_NAMES, 'contact-exchange', 'ad-program-sync', 'backup', 'restore-test'] as const
export type JobName = (typeof JOB_NAMES)[number]
export type ScheduledJobName = MailJobName | 'backup'

/** Whether the job writes mails, so that it can be started by hand and tried without sending. */
export function isMailJob(name: JobName): name is MailJobName {
  return MAIL_JOB_NAMES.some((each) => each === name)
}

/** `warnings`: an official warning changed; the run covers only the places concerned and does not count as a scheduled run. */
export const RUN_TRIGGERS = ['scheduler', 'cron', 'admin', 'warnings'] as const
export type RunTrigger = (typeof RUN_TRIGGERS)[number]

/** The input of one run. */
export interface JobContext {
  readonly runId: string
  readonly trigger: RunTrigger
  /** Write nothing, call no provider: only report what would be sent. */
  readonly dryRun: boolean
  /** Epoch milliseconds. */
  readonly startedAt: number
  /** Aborts when the process stops or the run loses its lock: the job ends at its next page, with its results so far. */
  readonly signal: AbortSignal
  /** Reports progress; the newest counts are written once a second. Cheap, never throws. */
  progress(counts: Readonly<Record<string, number>>): void
}

/** A mail that a dry run would have sent; `summary` is for people. */
export interface PreviewedMail {
  readonly summary: string
  readonly [detail: string]: unknown
}

/** The result of a run: the counts of the contract's answer, flat. */
export interface JobResult {
  /** partial: something failed or was cut short, and the next run retries it; failed: an expected failure, described by `error`. */
  readonly status: 'completed' | 'partial' | 'failed'
  /** What failed, for people. */
  readonly error?: string
  /** With `dryRun`: what would be sent, at most MAX_PREVIEW entries, addresses masked. */
  readonly preview?: readonly PreviewedMail[]
  readonly [count: string]: unknown
}

export interface Job {
  readonly name: JobName
  /** Runs to the end, or to the next page after the signal aborts. If it throws, the run is `failed`. */
  run(context: JobContext): Promise<JobResult>
  /** Whether there is work that a run triggered by `warnings` should do at once. */
  hasUrgentWork?(): Promise<boolean>
}

export const MAX_PREVIEW = 100
