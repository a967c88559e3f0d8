import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** The outcome and cost of one run of a job. */
export interface MeasuredRun {
  readonly status: string
  readonly ms: number
  readonly peakRssBytes: number
  readonly result: Readonly<Record<string, unknown>>
}

/** Runs a script in its own process and parses its last line as JSON. */
export async function measured<T>(args: readonly string[], env: Readonly<Record<string, string>>): Promise<T> {
  const child = spawn(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [status] = (await once(child, 'close')) as [number | null]
  const last = output.trim().split('\n').at(-1) ?? ''
  if (status !== 0 || !last.startsWith('{')) throw new Error(`${args.join(' ')} ended with ${status}: ${output}`)
  return JSON.parse(last) as T
}

/** Nothing listens there, so that the mails of a run stay in the outbox while it is measured. */
export const NO_SMTP = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Bench <bench@bench.example>' }

export function runJob(job: 'weekly-digests' | 'weather-alerts', env: Readonly<Record<string, string>>): Promise<MeasuredRun> {
  return measured<MeasuredRun>(['lab/bench/jobs/run-job.ts', job], { ...env, ...NO_SMTP })
}
