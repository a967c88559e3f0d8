import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { addressIn } from '../listen.ts'
import { exerciseService } from './exercise.ts'
import type { Exercise } from './record.ts'
import { startStandIns } from './stand-ins.ts'

/** A program with the arguments before its command: `node`, `bin/isobar.js`. */
export type Program = readonly [file: string, ...args: string[]]

const CHECKOUT: Program = [process.execPath, fileURLToPath(new URL('../../bin/isobar.js', import.meta.url))]

/** Where a service that is being exercised can be asked, and its settings. */
export interface RunningService {
  readonly url: string
  readonly env: NodeJS.ProcessEnv
}

/** Exercises the service of this checkout, which must have been built. */
export const exerciseCheckout = (): Promise<readonly Exercise[]> => exerciseProgram(CHECKOUT, process.env)

/**
 * Starts the service on empty data, exercises it, does what `meanwhile` does, and stops it. `env`: what it needs besides the settings.
 * @throws when it does not start, logs an error, or does not stop with status 0
 */
export async function exerciseProgram(
  [file, ...args]: Program,
  env: NodeJS.ProcessEnv,
  meanwhile: (service: RunningService) => Promise<void> = async () => undefined,
): Promise<readonly Exercise[]> {
  const folder = await mkdtemp(join(tmpdir(), 'isobar-exercise-'))
  const standIns = await startStandIns()
  const settings = { ...env, ...standIns.env, PORT: '0', DATA_DIR: join(folder, 'data') }
  const service = spawn(file, [...args, 'serve'], { cwd: folder, env: settings, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(service, 'exit')
  const errors: string[] = []
  createInterface({ input: service.stdout }).on('line', (line) => {
    // PostgreSQL's own lines are of a busy machine: it ends sessions that have been idle for too long.
    if (/"level":"(?:error|fatal)"/.test(line) && !line.includes('"source":"postgres"')) errors.push(line.slice(0, 500))
  })
  const endedEarly = ended.then(([status, signal]) => {
    throw new Error(`the service ended with ${status ?? signal} while it was exercised; its last errors: ${errors.slice(-3).join(' ')}`)
  })
  endedEarly.catch(() => undefined)
  try {
    const url = await addressIn(service.stdout, file)
    const exercises = await Promise.race([exerciseService(url, standIns), endedEarly])
    await meanwhile({ url, env: settings })
    service.kill('SIGTERM')
    const [status] = (await ended) as [number | null]
    if (status !== 0) throw new Error(`the service ended with status ${status}`)
    if (errors.length > 0) throw new Error(`the service logged ${errors.length} errors: ${errors.slice(0, 3).join(' ')}`)
    return exercises
  } finally {
    service.kill('SIGTERM')
    if (service.exitCode === null && service.signalCode === null) await ended
    await standIns.close()
    await rm(folder, { recursive: true, force: true })
  }
}
