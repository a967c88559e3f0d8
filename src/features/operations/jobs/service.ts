import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, type ReportError } from '../../../errors.ts'
import { waitAtMost } from '../../../platform/at-most.ts'
import type { Clock } from '../../../platform/clock.ts'
import { DAY_MS } from '../../../time.ts'
import type { Job, JobName, JobResult, RunTrigger } from './job.ts'
import type { JobLock } from './lock-store.ts'
import type { Run, RunStore } from './store.ts'
import type { RunStatus } from './tables.ts'

/** A run that has ended. */
export interface FinishedRun {
  readonly runId: string
  readonly status: RunStatus
  /** Epoch milliseconds. */
  readonly startedAt: number
  readonly finishedAt: number
  /** Null if the job threw `error`. */
  readonly result: JobResult | null
  readonly error: unknown
}

export type Started =
  /** `finished` never rejects. */
  | { readonly kind: 'started'; readonly runId: string; readonly finished: Promise<FinishedRun> }
  | { readonly kind: 'already_running'; readonly run: Run }
  | { readonly kind: 'not_wanted' }

export interface StartOptions {
  readonly trigger: RunTrigger
  readonly dryRun?: boolean
  /** Starts only if this returns true for the runs since the instant, without dry runs, newest first; called under the lock. */
  readonly wanted?: { readonly since: number; readonly isWanted: (runs: readonly Run[]) => boolean }
}

/** The jobs, each with at most one run at a time across all nodes. */
export type Jobs = ReturnType<typeof createJobs>

export interface JobsOptions {
  readonly jobs: readonly Job[]
  readonly store: RunStore
  readonly takeLock: (name: JobName) => Promise<JobLock | null>
  readonly clock: Clock
  readonly onError: ReportError
  /** Called for every run that ends. */
  readonly onFinished: (name: JobName, status: RunStatus, durationMs: number) => void
}

const RETENTION_MS = 90 * DAY_MS
const WARNED_RETENTION_MS = 3 * DAY_MS
const CLOSE_WITHIN_MS = 1_800
/** Attempts to find the holder: between taking the lock and inserting the run's row there is an interval in which another caller sees neither. */
const LOOKS = 40
const LOOK_EVERY_MS = 50
const MAX_ERROR_LENGTH = 500

/** Runs jobs under their locks and records every run. */
export function createJobs(options: JobsOptions) {
  const { store, takeLock, clock, onError } = options
  const stopping = new AbortController()
  const underWay = new Map<string, Promise<unknown>>()

  async function start(name: JobName, { trigger, dryRun = false, wanted }: StartOptions): Promise<Started> {
    const job = options.jobs.find((each) => each.name === name)
    if (job === undefined) throw new AppError('not_found', `No such job: ${name}.`)
    for (let look = 0; look < LOOKS; look++) {
      if (stopping.signal.aborted) throw shuttingDown()
      const lock = await takeLock(name)
      if (lock !== null) return begin(job, lock, { trigger, dryRun, wanted })
      const run = await store.findRunning(name)
      if (run !== undefined) return { kind: 'already_running', run }
      await sleep(LOOK_EVERY_MS)
    }
    throw new AppError('service_unavailable', 'The job is starting or ending on another node.', { retryAfterSeconds: 5 })
  }

  async function begin(
    job: Job,
    lock: JobLock,
    { trigger, dryRun, wanted }: { trigger: RunTrigger; dryRun: boolean; wanted: StartOptions['wanted'] },
  ): Promise<Started> {
    const run = { id: randomUUIDv7(), job: job.name, trigger, dryRun, startedAt: clock.now() }
    try {
      if (!(await store.insertRun(run, wanted))) {
        await lock.release()
        return { kind: 'not_wanted' }
      }
    } catch (error) {
      await lock.release()
      throw error
    }
    const finished = conduct(job, run, lock).finally(() => underWay.delete(run.id))
    underWay.set(run.id, finished)
    return { kind: 'started', runId: run.id, finished }
  }

  /** Runs the job and records how it ended; only then releases the lock, so that a lock always has its run. */
  async function conduct(job: Job, run: Pick<Run, 'id' | 'trigger' | 'dryRun' | 'startedAt'>, lock: JobLock): Promise<FinishedRun> {
    const signal = AbortSignal.any([stopping.signal, lock.lost])
    const progress = createProgressWriter(
      (counts) => store.updateProgress(run.id, counts),
      (error) => onError(error, 'writing how far a job is'),
    )
    const context = { runId: run.id, trigger: run.trigger, dryRun: run.dryRun, startedAt: run.startedAt, signal, progress: progress.say }
    let result: JobResult | null = null
    let failure: unknown
    try {
      result = await job.run(context)
    } catch (error) {
      failure = error
      if (!signal.aborted) onError(error, `running the job ${job.name}`)
    }
    await progress.stop()
    const status = statusOf(result, signal)
    const finishedAt = clock.now()
    const { preview: _, error, ...counts } = result ?? {}
    const reason = error ?? messageOf(failure ?? signal.reason)
    const end = { status, finishedAt, progress: progress.counts, result: result && counts, error: reason }
    await store.endRun(run.id, end).catch((error: unknown) => onError(error, 'writing how a job ended'))
    await lock.release()
    options.onFinished(job.name, status, finishedAt - run.startedAt)
    await store
      .deleteBefore(finishedAt - RETENTION_MS, finishedAt - WARNED_RETENTION_MS)
      .catch((error: unknown) => onError(error, 'forgetting old runs of jobs'))
    return { runId: run.id, status, startedAt: run.startedAt, finishedAt, result, error: failure }
  }

  /** The lock shows whether the process is alive: it ends with its process, and its next holder records how the previous run ended. */
  async function endAbandoned(): Promise<boolean> {
    let anyEnded = false
    for (const { name } of options.jobs) {
      const run = await store.findRunning(name)
      if (run === undefined || underWay.has(run.id)) continue
      const lock = await takeLock(name)
      if (lock === null) continue
      try {
        anyEnded = (await store.interruptRun(run.id, clock.now())) || anyEnded
      } finally {
        await lock.release()
      }
    }
    return anyEnded
  }

  return {
    /** @throws AppError service_unavailable during shutdown, and database errors */
    start,
    /** Marks runs whose process was killed as interrupted. True when there was one. @throws database errors */
    endAbandoned,
    /** A run's current state: while it is in progress, `progress` is little more than a second old. */
    find: store.findRun,
    /** The runs that started at the instant (epoch milliseconds) or later, without dry runs, newest first. */
    listSince: store.listSince,
    /** Aborts the runs in progress and resolves when they have ended, or after two seconds; no run starts afterwards. */
    async close(): Promise<void> {
      stopping.abort(shuttingDown())
      await waitAtMost(CLOSE_WITHIN_MS, Promise.all(underWay.values()))
    },
  }
}

/** A run that completed despite the abort counts as completed; one that was cut short does not. */
function statusOf(result: JobResult | null, signal: AbortSignal): RunStatus {
  if (signal.aborted && result?.status !== 'completed') return 'interrupted'
  return result?.status ?? 'failed'
}

function messageOf(failure: unknown): string | null {
  if (failure === undefined) return null
  return (failure instanceof Error ? failure.message : String(failure)).slice(0, MAX_ERROR_LENGTH)
}

function shuttingDown(): AppError {
  return new AppError('service_unavailable', 'The service is shutting down')
}

const EVERY_MS = 1_000

/** Writes a run's newest counts when they change, at most once a second. A failed write is harmless: the next one has newer counts. */
function createProgressWriter(write: (counts: Readonly<Record<string, number>>) => Promise<void>, onError: (error: unknown) => void) {
  let counts: Readonly<Record<string, number>> = {}
  let written = counts
  let writing: Promise<void> | undefined
  const timer = setInterval(() => {
    if (counts === written || writing !== undefined) return
    written = counts
    writing = write(counts)
      .catch(onError)
      .finally(() => (writing = undefined))
  }, EVERY_MS).unref()
  return {
    /** The counts reported last. */
    get counts(): Readonly<Record<string, number>> {
      return counts
    },
    say(newest: Readonly<Record<string, number>>): void {
      counts = { ...newest }
    },
    /** Stops writing and resolves when no write is in flight. */
    async stop(): Promise<void> {
      clearInterval(timer)
      await writing
    },
  }
}
