import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { closedAtEnd } from './ending.ts'

/**
 * A busy machine takes longer for an answer than a provider may take: by default, tests would ask the second one, or fail. The second one is asked
 * after half of the shorter time. A test of a provider that does not answer sets its own times. Nor is it overload when other tests take the processors.
 */
export const PATIENT = {
  UPSTREAM_TIMEOUT_MS: '40000',
  REQUEST_TIMEOUT_MS: '60000',
  BATCH_TIMEOUT_MS: '60000',
  MAX_EVENT_LOOP_DELAY_MS: '0',
}

/**
 * The environment of a test's process: where programs are, and Node's compile cache, without which each of the hundred processes of a run
 * would compile the whole service again. One worker, because most tests look at one process.
 */
export const PROCESS_ENV: Readonly<Record<string, string>> = {
  PATH: process.env['PATH'] ?? '',
  WORKERS: '1',
  WEATHER_PROVIDERS: 'openweather,open-meteo',
  ...PATIENT,
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(tmpdir(), 'node-compile-cache'),
}

const MAIN = fileURLToPath(new URL('../../bin/isobar.js', import.meta.url))

/** The service in its own process, as an operator starts it. */
export interface ServiceProcess {
  readonly url: string
  readonly child: ChildProcess
  /** Everything printed so far. */
  output(): string
  /** Sends the signal and resolves with the exit status, or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>
}

/** Starts it and waits until it listens. Throws with its output if it exits first. */
export async function startService(env: Readonly<Record<string, string>>): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [MAIN, 'serve'], {
    env: { ...PROCESS_ENV, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  closedAtEnd(() => child.kill('SIGKILL'))
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  for await (const line of createInterface({ input: child.stdout })) {
    output += `${line}\n`
    const url = /listening on (http:\/\/[\d.]+:\d+)/.exec(line)?.[1]
    if (url === undefined) continue
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    return {
      url,
      child,
      output: () => output,
      async end(signal) {
        const exited = once(child, 'exit')
        child.kill(signal)
        const [code, by] = (await exited) as [number | null, NodeJS.Signals | null]
        return code ?? by ?? 'SIGKILL'
      },
    }
  }
  throw new Error(`the service exited before it listened:\n${output}`)
}

/** Runs the service, or one of its commands, when it is expected to exit by itself. `output` is everything printed. */
export async function runService(
  env: Readonly<Record<string, string>>,
  args: readonly string[] = ['serve'],
  input = '',
): Promise<{ status: number | null; output: string; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...PROCESS_ENV, PORT: '0', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  closedAtEnd(() => child.kill('SIGKILL'))
  // A command that fails early need not read it.
  child.stdin.on('error', () => undefined).end(input)
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, output: stdout + stderr, stdout, stderr }
}
