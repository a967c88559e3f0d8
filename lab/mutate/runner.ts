import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Answer, Order } from './test-process.ts'

const POLL_MS = 250
/** What test files leave behind in a process adds up. */
const MAX_MEMORY_BYTES = 900 * 1024 ** 2

export type Result = Answer & { readonly isLate: boolean; readonly ms: number }

/** Runs test files in a process of its own, which stays until it is late, too large or `restart` is called. */
export interface Runner {
  /**
   * Time in which the process waited for a processor does not count in `withinMs` and `ms`: a machine that is busy with other things is no failure.
   * After `withinMs` the process is ended, and the result is late.
   */
  run(order: Order, withinMs: number): Promise<Result>
  /** The next run loads everything anew. */
  restart(): Promise<void>
  /** For good: runs, also one that is going on, are rejected. That its process ended says nothing about a mutant. */
  end(): Promise<void>
}

export function createRunner(copy: string, env: NodeJS.ProcessEnv, onEnd: (pid: number | undefined) => Promise<void>): Runner {
  const program = join(copy, 'lab/mutate/test-process.ts')
  const execArgv = [
    `--import=${pathToFileURL(join(copy, 'test/helpers/untracked-promises.ts')).href}`,
    `--test-reporter=${pathToFileURL(program).href}`,
    '--test-reporter-destination=stdout',
  ]
  let child: ChildProcess | undefined
  let hasEnded = false

  async function restart(): Promise<void> {
    const { pid } = child ?? {}
    child = undefined
    if (pid === undefined) return
    kill(pid)
    await onEnd(pid)
  }

  async function end(): Promise<void> {
    hasEnded = true
    await restart()
  }

  async function run(order: Order, withinMs: number): Promise<Result> {
    if (hasEnded) throw new Error('the runner has ended')
    // It may have died after its last answer.
    if (child !== undefined && (child.exitCode !== null || child.signalCode !== null)) await restart()
    // A process group of its own: a test may have started others.
    child ??= fork(program, { cwd: copy, env, execArgv, stdio: ['ignore', 'ignore', 'ignore', 'ipc'], detached: true })
    const process = child
    const [from, waitedBefore] = [performance.now(), waitedForProcessorMs(process.pid)]
    const spentMs = (): number => performance.now() - from - (waitedForProcessorMs(process.pid) - waitedBefore)
    let [ms, isLate] = [0, false]
    const timer = setInterval(() => {
      ms = spentMs()
      if (ms <= withinMs) return
      isLate = true
      kill(process.pid)
    }, POLL_MS)
    const { promise, resolve: settle } = Promise.withResolvers<Answer | undefined>()
    const onMessage = (message: unknown): void => settle(message as Answer)
    const onExit = (): void => settle(undefined)
    process.on('message', onMessage).on('exit', onExit)
    process.send(order, () => undefined)
    const answer = await promise
    process.off('message', onMessage).off('exit', onExit)
    clearInterval(timer)
    if (hasEnded) throw new Error('the runner has ended')
    // An answer that crossed the end of its process is late, too.
    if (answer === undefined || isLate) {
      await restart()
      return { isGood: false, loaded: [], executed: [], memoryBytes: 0, isLate, ms }
    }
    ms = spentMs()
    if (answer.memoryBytes > MAX_MEMORY_BYTES) await restart()
    return { ...answer, isLate, ms }
  }

  return { run, restart, end }
}

/** How long the main thread of a process was ready to run while others ran. Linux only; elsewhere 0. */
function waitedForProcessorMs(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}

function kill(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
