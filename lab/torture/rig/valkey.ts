import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { until } from '../../../test/helpers/until.ts'
import { freePort } from '../../../tools/listen.ts'
import { accepts, isInstalled } from './processes.ts'

/** Valkey, or Redis in its place. */
export interface Valkey {
  readonly url: string
  readonly port: number
  pid(): number
  start(): Promise<void>
  kill(): Promise<void>
}

/** Undefined if the machine has neither. */
export async function startValkey(dir: string, listenOn = '127.0.0.1'): Promise<Valkey | undefined> {
  const program = ['valkey-server', 'redis-server'].find(isInstalled)
  if (program === undefined) return undefined
  const port = await freePort()
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    const settings = ['--port', String(port), '--bind', listenOn, '--protected-mode', 'no', '--save', '', '--dir', dir]
    child = spawn(program as string, settings, { stdio: 'ignore' })
    await until('Valkey listens', () => accepts(port))
  }

  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    pid: () => child?.pid ?? 0,
    start,
    async kill() {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}
