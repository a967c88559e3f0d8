import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning, parentOf } from '../../../test/helpers/embedded.ts'

/** Sends the signal; a process that is gone is not an error. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(pid, name)
    return true
  } catch {
    return false
  }
}

/** Pauses the processes for a while, like a machine that swaps or is being moved. */
export async function stall(pids: readonly number[], ms: number): Promise<void> {
  for (const pid of pids) signal(pid, 'SIGSTOP')
  try {
    await sleep(ms)
  } finally {
    for (const pid of pids) signal(pid, 'SIGCONT')
  }
}

export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === pid)
    .map(Number)
}

/** The workers of a supervisor. */
export function workersOf(pid: number): number[] {
  return childrenOf(pid).filter((child) => commandOf(child).includes('worker'))
}

function commandOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}

/** The first process of the PostgreSQL on a cluster, from the server's own lock file. */
export function postmasterOf(clusterDir: string): { readonly pid: number; readonly socketDir: string; readonly port: number } | undefined {
  try {
    const lines = readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    if (!isRunning(pid) || lines[7]?.trim() !== 'ready') return undefined
    return { pid, port: Number(lines[3]), socketDir: lines[4]?.trim() ?? '' }
  } catch {
    return undefined
  }
}

/** Whether something listens there. */
export function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/** Whether a program can be started. */
export const isInstalled = (program: string): boolean => spawnSync(program, ['-v'], { stdio: 'ignore' }).error === undefined

/**
 * Starts this program again in a namespace of its own (`unshare`), marked by an environment variable, and exits with the status of that process.
 * Returns at once if it is in that namespace already.
 */
export function enterNamespace(options: readonly string[], mark: string): void {
  if (process.env[mark] === '1') return
  const command = [...options, process.execPath, ...process.argv.slice(1)]
  const { status } = spawnSync('unshare', command, { stdio: 'inherit', env: { ...process.env, [mark]: '1' } })
  process.exit(status ?? 1)
}
