import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildBaseUrls } from '../../packages/providers/src/testing/base-urls.ts'
import { addressIn } from '../../tools/listen.ts'
import { SERVER_CORE } from './load.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A listening process of the bench, which runs until it is stopped or disposed. */
export interface Listening extends AsyncDisposable {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

const running = new Set<ChildProcess>()
// A bench that fails leaves nothing running.
process.once('exit', () => running.forEach((child) => child.kill()))

/** Starts a script, on the servers' core unless `cores` says otherwise, and waits for the address that it prints. */
export async function startListening(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cores: readonly string[] = SERVER_CORE,
): Promise<Listening> {
  const [program = '', ...rest] = [...cores, process.execPath, ...args]
  const child = spawn(program, rest, { cwd: ROOT, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await addressIn(child.stdout, args.join(' '))
  running.add(child)
  return listening(url, child.pid ?? 0, () => stop(child))
}

export function listening(url: string, pid: number, stop: () => Promise<void>): Listening {
  return { url, pid, stop, [Symbol.asyncDispose]: stop }
}

async function stop(child: ChildProcess): Promise<void> {
  running.delete(child)
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** Points a service at a simulator. Calls are counted as in production, but never refused. */
export const simulatedProviders = (url: string): Readonly<Record<string, string>> => ({
  ...buildBaseUrls(url),
  OPENWEATHER_API_KEY: 'bench',
  WEATHER_PROVIDERS: 'openweather,open-meteo',
  OPENWEATHER_DAILY_LIMIT: '100000000',
  OPENWEATHER_MINUTE_LIMIT: '1000000',
})

export const startSimulator = (cores: readonly string[] = SERVER_CORE): Promise<Listening> =>
  startListening(['tools/upstream-simulator/main.ts', '--port', '0'], {}, cores)

/** Starts the simulator and a service that uses it, with their own data directory and limits that do not affect the measurement. */
export async function startService(env: Readonly<Record<string, string>> = {}, cores: readonly string[] = SERVER_CORE): Promise<Listening> {
  const dataDir = await mkdtemp(join(tmpdir(), 'isobar-bench-'))
  const simulator = await startSimulator()
  const settings = {
    ...simulatedProviders(simulator.url),
    WORKERS: '1',
    PORT: '0',
    DATA_DIR: dataDir,
    RATE_LIMITS:
      'weather=999999999,tiles=999999999,pages=999999999,batch=999999999,history=999999999,region=0,login=0,upstream=0,upstream-day=0,upstream-geocode=0,upstream-tiles=0',
    ...env,
  }
  const service = await startListening(['bin/isobar.js', 'serve'], settings, cores)
  async function end(): Promise<void> {
    await service.stop()
    await simulator.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return listening(service.url, service.pid, end)
}
