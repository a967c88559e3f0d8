import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { PROCESS_ENV } from '../../../test/helpers/service-process.ts'
import type { Disturbances } from './disturbances.ts'

const PROGRAM = fileURLToPath(new URL('../../../bin/isobar.js', import.meta.url))
const PRELOAD = new URL('clock-preload.ts', import.meta.url).href

/** One node: the service as a process, restarted whenever it ends, as a supervisor does on an operator's machine. */
export interface Node {
  readonly index: number
  /** Where it last listened. */
  url(): string
  pid(): number | undefined
  isUp(): boolean
  /** Sends the signal and waits until another process listens. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
  /** Resolves when it listens. */
  ready(withinMs: number): Promise<void>
  /** Sends SIGTERM and does not restart it. */
  stop(): Promise<number | NodeJS.Signals | null>
}

export interface NodeOptions {
  readonly index: number
  readonly env: Readonly<Record<string, string>>
  readonly disturbances: Disturbances
  readonly onLog: (line: string) => void
  /** It ended without being told to. */
  readonly onOwnEnd: (status: number | NodeJS.Signals | null, lastLines: readonly string[]) => void
  /** SIGTERM did not end it properly. */
  readonly onBadStop: (status: number | NodeJS.Signals | null, ms: number) => void
  readonly onOutage: (ms: number) => void
}

/** docs/operations.md: gone within ten seconds of SIGTERM. */
const STOP_MS = 10_000
const START_AGAIN_MS = 300
const START_MS = 120_000
const MAX_LINES = 30

export function startNode(options: NodeOptions): Node {
  const { index, disturbances } = options
  let child: ChildProcess | undefined
  let url = ''
  let isUp = false
  const over = new AbortController()
  let sentSignal: NodeJS.Signals | undefined
  let endDown = disturbances.begin('down', index)
  let downSince = performance.now()
  let waiting = Promise.withResolvers<void>()

  async function run(): Promise<void> {
    while (!over.signal.aborted) {
      const [status, lines] = await runOnce()
      isUp = false
      if (sentSignal === undefined && !over.signal.aborted) options.onOwnEnd(status, lines)
      sentSignal = undefined
      if (!over.signal.aborted) await sleep(START_AGAIN_MS)
    }
  }

  async function runOnce(): Promise<[number | NodeJS.Signals | null, readonly string[]]> {
    const lines: string[] = []
    child = spawn(process.execPath, ['--import', PRELOAD, PROGRAM, 'serve'], {
      // Overload is one of the answers that the campaign judges.
      env: { ...PROCESS_ENV, MAX_EVENT_LOOP_DELAY_MS: '1000', ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const onLine = (line: string): void => {
      lines.push(line)
      if (lines.length > MAX_LINES) lines.shift()
      options.onLog(line)
      const address = /listening on (http:\/\/[\d.]+:\d+)/.exec(line)?.[1]
      // Each worker prints this, one perhaps after its supervisor has been killed.
      if (address !== undefined && !isUp && sentSignal === undefined && child?.exitCode === null && child.signalCode === null) up(address)
    }
    for (const stream of [child.stdout, child.stderr]) if (stream !== null) createInterface({ input: stream }).on('line', onLine)
    const [code, by] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    down()
    return [code ?? by, lines]
  }

  function up(address: string): void {
    url = address
    isUp = true
    options.onOutage(performance.now() - downSince)
    // Requests sent a moment ago may still be refused.
    setTimeout(endDown, 200).unref()
    waiting.resolve()
  }

  function down(): void {
    if (!isUp) return
    isUp = false
    downSince = performance.now()
    endDown = disturbances.begin('down', index)
    waiting = Promise.withResolvers<void>()
  }

  async function ready(withinMs: number): Promise<void> {
    const late = sleep(withinMs, 'late' as const, { ref: false })
    if ((await Promise.race([waiting.promise, late])) === 'late') throw new Error(`node ${index} did not listen within ${withinMs} ms`)
  }

  async function stopWith(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | NodeJS.Signals | null> {
    const { pid, exitCode, signalCode } = child ?? {}
    if (child === undefined || pid === undefined || (exitCode ?? signalCode ?? null) !== null) return null
    sentSignal = signal
    const wasUp = isUp
    down()
    const startedAt = performance.now()
    const exited = once(child, 'exit')
    child.kill(signal)
    const given = setTimeout(() => child?.kill('SIGKILL'), STOP_MS * 2)
    const [code, by] = (await exited) as [number | null, NodeJS.Signals | null]
    clearTimeout(given)
    const ms = performance.now() - startedAt
    // Before the service has printed that it listens, it may not handle the signal yet.
    const isProper = code === 0 || !wasUp
    if (signal === 'SIGTERM' && (!isProper || ms > STOP_MS + stalledMs(startedAt))) options.onBadStop(code ?? by, ms)
    return code ?? by
  }

  /** Time that it was stopped does not count against it. */
  const stalledMs = (from: number): number => 1_000 + disturbances.overlapMs(/stall|disk/, from, performance.now(), index)

  const running = run()
  return {
    index,
    url: () => url,
    pid: () => child?.pid,
    isUp: () => isUp,
    ready,
    async end(signal) {
      await stopWith(signal)
      await ready(START_MS)
    },
    async stop() {
      over.abort()
      const status = await stopWith('SIGTERM')
      await running
      return status
    },
  }
}
