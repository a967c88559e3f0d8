import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { computeBackoffMs } from '../backoff.ts'
import type { MachineLimiter } from '../http/limits/machine-limiter.ts'
import type { ToMachine } from '../http/limits/machine-messages.ts'
import { StartupError } from '../startup-error.ts'
import type { ToSupervisor, ToWorker } from './messages.ts'

export interface WorkerOptions<Opening, Values> {
  readonly count: number
  /** The program that a worker runs. */
  readonly program: string
  readonly args: readonly string[]
  /** 0: any free port, the same for all workers. */
  readonly port: number
  /** What a worker needs to open. Meanwhile, the first one loads its code. */
  readonly opening: Promise<Opening>
  /**
   * Combines the metrics of ended workers: `last` is the last report of the worker that has just ended, `former` the result for those
   * before it. Without this, sums would fall when a worker ends, and a falling counter is read as a reset.
   */
  retire(former: Values | undefined, last: Values): Promise<Values>
  /** Counts requests for all workers. */
  readonly limits: MachineLimiter
  readonly log: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
    error(fields: object, message: string): void
  }
}

const FIRST_REPLACEMENT_MS = 100
const LONGEST_REPLACEMENT_MS = 30_000
/** A worker that runs longer than this did not fail because of its start; the backoff begins anew. */
const STEADY_MS = 60_000
const GATHER_MS = 1_000

/** Why there is no first worker. What it had to say itself, it has printed. */
function describeFailedStart(code: number | string | null, signal: NodeJS.Signals | null): string {
  if (typeof code === 'string') return `no worker could be started (${code})`
  const how = signal === 'SIGKILL' ? 'it was killed, as happens when memory runs out' : (signal ?? `status ${code}`)
  return `the first worker ended before it listened: ${how}`
}

/**
 * Runs a program in several processes that share one port, and replaces each that ends. The kernel distributes connections among them. The first
 * starts alone, so that it listens sooner than several that share the processors would; if it cannot start, `failed` resolves with the error.
 */
export function startWorkers<Opening, Values>(options: WorkerOptions<Opening, Values>) {
  const { log } = options
  const workers = new Set<ChildProcess>()
  const gatherings = new Map<number, (values: Values) => void>()
  /** The last metrics of each worker. */
  const lastValues = new Map<ChildProcess, Values>()
  let retired: Promise<Values | undefined> = Promise.resolve(undefined)
  const listening = Promise.withResolvers<number>()
  const failed = Promise.withResolvers<Error>()
  let { port } = options
  let lastId = 0
  let starts = 0
  let hasListened = false
  let isGivingPort = false
  let logLevel: string | undefined
  let isStopping = false
  const waiting = new Set<ChildProcess>()
  const announced = new Set<string>()

  function start(): void {
    const startedAt = performance.now()
    let worker: ChildProcess
    try {
      worker = fork(options.program, options.args, { serialization: 'advanced', stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    } catch (error) {
      // Such as ENOMEM.
      return replace(startedAt, (error as NodeJS.ErrnoException).code ?? String(error), null)
    }
    workers.add(worker)
    let onLimits: ((message: ToMachine) => void) | undefined
    const link: Parameters<MachineLimiter['join']>[0] = {
      send: (message) => send(worker, { type: 'limits', message }),
      receive(listener) {
        onLimits = listener
      },
    }
    worker.on('message', (message: ToSupervisor) => {
      if (message.type === 'limits') return onLimits?.(message.message)
      // It listens to what is said of limits now, and hears it before it has a port.
      if (message.type === 'ready') options.limits.join(link)
      return onMessage(worker, message)
    })
    const onEnd = (code: number | string | null, signal: NodeJS.Signals | null): void => {
      if (!workers.delete(worker)) return
      waiting.delete(worker)
      options.limits.leave(link)
      const last = lastValues.get(worker)
      lastValues.delete(worker)
      if (last !== undefined && !isStopping) retired = retired.then((former) => options.retire(former, last).catch(() => former))
      replace(startedAt, code, signal, worker.pid)
    }
    worker.once('exit', onEnd)
    // A process that could not be started (EAGAIN) emits no exit.
    worker.on('error', (error: NodeJS.ErrnoException) => worker.pid === undefined && onEnd(error.code ?? null, null))
    if (logLevel !== undefined) send(worker, { type: 'log-level', level: logLevel })
    void options.opening.then(
      (opening) => send(worker, { type: 'open', opening }),
      () => undefined,
    )
  }

  /** Starts another one, later each time, for one that has ended or could not be started; `code` is then the error's. */
  function replace(startedAt: number, code: number | string | null, signal: NodeJS.Signals | null, pid?: number): void {
    if (isStopping) return
    if (!hasListened) return failed.resolve(new StartupError(describeFailedStart(code, signal)))
    if (performance.now() - startedAt > STEADY_MS) starts = 0
    const afterMs = computeBackoffMs(FIRST_REPLACEMENT_MS, LONGEST_REPLACEMENT_MS, starts++)
    log.error({ pid, code, signal, afterMs }, 'a worker ended; replacing it')
    setTimeout(() => !isStopping && start(), afterMs)
  }

  function send(worker: ChildProcess, message: ToWorker<Opening>): void {
    // A worker that has just ended is replaced, and waiting for its answer has a time limit.
    if (worker.connected) worker.send(message, () => undefined)
  }

  function onMessage(worker: ChildProcess, message: Exclude<ToSupervisor, { type: 'limits' }>): void {
    switch (message.type) {
      case 'ready':
        waiting.add(worker)
        return givePort()
      case 'listening':
        port = message.port
        isGivingPort = false
        if (!hasListened) {
          log.info({ workers: options.count, port }, 'the first worker listens')
          hasListened = true
          listening.resolve(port)
          const others = isStopping ? 0 : options.count - 1
          for (let i = 0; i < others; i++) start()
        }
        return givePort()
      case 'refused':
        // Resolve before the worker's exit does, whose error says less.
        if (!hasListened) failed.resolve(new StartupError(message.message))
        else log.error({ pid: worker.pid, reason: message.message }, 'a worker cannot start')
        return
      case 'announce':
        if (!announced.has(message.subject)) log[message.at]({}, message.message)
        return void announced.add(message.subject)
      case 'gather':
        void gather().then((all) => send(worker, { type: 'gathered', id: message.id, all }))
        return
      case 'metrics':
        return gatherings.get(message.id)?.(message.values as Values)
    }
  }

  /** Sends the port to the waiting workers. Port 0 goes to one worker, and the port that it got to the others. */
  function givePort(): void {
    if (port === 0 && isGivingPort) return
    for (const worker of waiting) {
      waiting.delete(worker)
      send(worker, { type: 'listen', port })
      isGivingPort = true
      if (port === 0) return
    }
  }

  /** The metrics of all workers (for busy ones, their last report) and what remains of those that have ended. */
  async function gather(): Promise<Values[]> {
    const all = [...workers].map(async (worker) => {
      const id = ++lastId
      const { promise, resolve } = Promise.withResolvers<Values>()
      gatherings.set(id, resolve)
      send(worker, { type: 'report-metrics', id })
      const values = await Promise.race([promise, sleep(GATHER_MS, undefined, { ref: false })])
      gatherings.delete(id)
      if (values !== undefined && workers.has(worker)) lastValues.set(worker, values)
    })
    await Promise.all(all)
    // Read both in one step, so that a worker that ends is in exactly one of them.
    const [running, gone] = [[...lastValues.values()], retired]
    const stays = await gone
    return stays === undefined ? running : [...running, stays]
  }

  start()
  options.opening.catch((error: unknown) => failed.resolve(error as Error))

  return {
    /** Resolves with the port when the first worker listens. */
    listening: listening.promise,
    /** Resolves with the error when the workers cannot start. */
    failed: failed.promise,
    /** Sets the log level of all workers, including those that start later. */
    setLogLevel(level: string): void {
      logLevel = level
      for (const worker of workers) send(worker, { type: 'log-level', level })
    },
    /** Asks all workers to stop, and kills those still running after `withinMs`. */
    async stop(why: string, withinMs: number): Promise<void> {
      isStopping = true
      const ended = [...workers].map((worker) => once(worker, 'exit'))
      for (const worker of workers) send(worker, { type: 'stop', why })
      await Promise.race([Promise.all(ended), sleep(withinMs, undefined, { ref: false })])
      for (const worker of workers) worker.kill('SIGKILL')
      await Promise.all(ended)
    },
  }
}
