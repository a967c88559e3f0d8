import { Worker, type ResourceLimits } from 'node:worker_threads'
import { AppError, buildInvalidFieldError } from '../../errors.ts'
import { startSandboxWatchdog, type Watchdog } from './watchdog.ts'

/** Why a job has no answer. `cpu` and `memory`: the job is to blame. Others: retry. */
export type SandboxFault = 'cpu' | 'memory' | 'crashed' | 'busy' | 'closed'

export class SandboxError extends Error {
  readonly fault: SandboxFault

  constructor(fault: SandboxFault, cause?: unknown) {
    super(`sandbox: ${fault}`, { cause })
    this.name = 'SandboxError'
    this.fault = fault
  }
}

export interface SandboxOptions {
  /** A module that calls `answerJobs`. */
  readonly module: URL
  /** Processor time that one job may use. */
  readonly cpuMs: number
  readonly memory: ResourceLimits
  /** Jobs that may wait per priority; more are rejected as `busy`. */
  readonly maxWaiting: number
}

/** Runs one job in the thread. @throws SandboxError, after which the thread is gone */
export type Ask<Job, Answer> = (job: Job) => Promise<Answer>

export type Sandbox<Job, Answer> = ReturnType<typeof createSandbox<Job, Answer>>

interface Waiting<Job, Answer> {
  readonly begin: (ask: Ask<Job, Answer>) => Promise<void>
  readonly reject: (error: SandboxError) => void
}

/** Loading the thread's modules may take this long on a busy machine. */
const MAX_START_MS = 30_000

/** A sandbox; its thread starts with the first job. */
export function createSandbox<Job, Answer>(options: SandboxOptions) {
  const urgent: Waiting<Job, Answer>[] = []
  const ordinary: Waiting<Job, Answer>[] = []
  let worker: Promise<Worker> | undefined
  let current: Promise<void> | undefined
  let isClosed = false

  async function work(): Promise<void> {
    for (let next = urgent.shift() ?? ordinary.shift(); next !== undefined; next = urgent.shift() ?? ordinary.shift()) {
      if (isClosed) next.reject(new SandboxError('closed'))
      else await next.begin(ask)
    }
    // Must be synchronous with finding the queues empty: a session that arrives a microtask later has to restart the loop.
    current = undefined
  }

  async function ask(job: Job): Promise<Answer> {
    try {
      let thread = await (worker ??= startWorker(options))
      if (isClosed) throw new SandboxError('closed')
      // The thread may have exited since the last job; a job posted to it would be lost silently.
      if (thread.threadId === -1) thread = await (worker = startWorker(options))
      return await runOne<Job, Answer>(thread, job, options.cpuMs)
    } catch (error) {
      const broken = worker
      worker = undefined
      await broken?.then((thread) => thread.terminate()).catch(() => undefined)
      throw isClosed ? new SandboxError('closed') : asSandboxError(error)
    }
  }

  return {
    /**
     * Runs the jobs of a session in a separate thread: one session at a time, urgent ones first. The thread is terminated when a job uses
     * too much processor time or memory; the next job starts another.
     * @throws SandboxError, and what the session throws
     */
    run<Result>(
      session: (ask: Ask<Job, Answer>) => Promise<Result>,
      { urgent: isUrgent = false }: { readonly urgent?: boolean } = {},
    ): Promise<Result> {
      if (isClosed) return Promise.reject(new SandboxError('closed'))
      const queue = isUrgent ? urgent : ordinary
      if (queue.length >= options.maxWaiting) return Promise.reject(new SandboxError('busy'))
      return new Promise((resolve, reject) => {
        queue.push({ begin: (ask) => session(ask).then(resolve, reject), reject })
        // `work` cannot end before this assignment: it awaits the session that was just queued.
        current ??= work()
      })
    },

    /** Ends the thread, unless a session runs; the next job starts another. */
    async endIdleThread(): Promise<void> {
      if (current !== undefined) return
      const idle = worker
      worker = undefined
      await idle?.then((thread) => thread.terminate()).catch(() => undefined)
    },

    async close(): Promise<void> {
      isClosed = true
      for (const { reject } of [...urgent.splice(0), ...ordinary.splice(0)]) reject(new SandboxError('closed'))
      await worker?.then((thread) => thread.terminate()).catch(() => undefined)
      await current
    },
  }
}

/** Resolves when the worker reports that it is ready, so that loading counts towards no job. */
function startWorker({ module, memory }: SandboxOptions): Promise<Worker> {
  // No environment variables: the code needs none.
  const worker = new Worker(module, { resourceLimits: memory, env: {}, execArgv: [...process.execArgv].filter(isNeeded) })
  return new Promise<Worker>((resolve, reject) => {
    const timer = setTimeout(() => fail(new SandboxError('crashed')), MAX_START_MS)
    const fail = (error: unknown): void => {
      clearTimeout(timer)
      reject(asSandboxError(error))
      void worker.terminate()
    }
    const crash = (): void => fail(new SandboxError('crashed'))
    worker.once('error', fail)
    worker.once('exit', crash)
    worker.once('message', () => {
      clearTimeout(timer)
      worker.off('error', fail).off('exit', crash)
      // Between two jobs, its errors concern no caller, and it must not keep the process alive.
      worker.on('error', () => undefined)
      worker.unref()
      resolve(worker)
    })
  })
}

async function runOne<Job, Answer>(worker: Worker, job: Job, cpuMs: number): Promise<Answer> {
  worker.ref()
  const answer = Promise.withResolvers<Answer>()
  const failure = Promise.withResolvers<never>()
  failure.promise.catch(() => undefined)
  const crash = (): void => failure.reject(new SandboxError('crashed'))
  // Listen before the first await, so that no event is missed.
  worker.on('message', answer.resolve).on('error', failure.reject).on('exit', crash)
  let watchdog: Watchdog | undefined
  try {
    // A thread that is terminated in the meantime never reports its usage.
    watchdog = await Promise.race([startSandboxWatchdog(worker, cpuMs), failure.promise])
    watchdog.onExceeded(() => failure.reject(new SandboxError('cpu')))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(job)
    return await Promise.race([answer.promise, failure.promise])
  } finally {
    watchdog?.stop()
    // Remove only our listeners: `terminate()` has its own listener for the exit.
    worker.off('message', answer.resolve).off('error', failure.reject).off('exit', crash)
    worker.unref()
  }
}

function asSandboxError(error: unknown): SandboxError {
  if (error instanceof SandboxError) return error
  const isMemory = (error as { code?: unknown } | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return new SandboxError(isMemory ? 'memory' : 'crashed', error)
}

/** Threads do not inherit flags for debugging or testing. */
function isNeeded(argument: string): boolean {
  return argument.startsWith('--experimental') || argument.startsWith('--no-warnings')
}

const RETRY_AFTER_SECONDS = 5

/**
 * Maps a sandbox error of rendering a text to the caller's error: `invalid_request` naming the field when the text uses too much,
 * `service_unavailable` when it is not to blame. Returns any other error unchanged.
 */
export function toSandboxRefusal(error: unknown, field: string): unknown {
  if (!(error instanceof SandboxError)) return error
  if (error.fault === 'cpu' || error.fault === 'memory') return buildInvalidFieldError(field, 'takes too long to render')
  return new AppError('service_unavailable', 'Texts cannot be rendered right now. Please try again in a few seconds.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause: error,
  })
}
