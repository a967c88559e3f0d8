import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** The service as a process of its own, as an operator starts it. */
export interface ServiceProcess {
  readonly url: string
  readonly child: ChildProcess
  /** Everything printed so far. */
  output(): string
  /** Sends the signal and resolves with the exit status, or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>
}

/** Starts it and waits until it listens. Throws with what it printed when it ends before. */
export async function startService(env: Readonly<Record<string, string>>): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [MAIN, 'serve'], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
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
  throw new Error(`the service ended before it listened:\n${output}`)
}

/** Runs it where it is expected to end by itself. */
export async function runService(
  env: Readonly<Record<string, string>>,
  args: readonly string[] = ['serve'],
): Promise<{ status: number | null; output: string; stderr: string }> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, output: stdout + stderr, stderr }
}
