import { readFile, rm, stat } from 'node:fs/promises'
import { join, basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../../startup-error.ts'
import type { DatabaseLog } from '../log.ts'
import { runCommand } from './command.ts'

export interface PostmasterPid {
  readonly pid: number
  /** Whether the file's status is `ready`, which PostgreSQL writes once it accepts connections. */
  readonly isReady: boolean
}

/** Reads `postmaster.pid`, PostgreSQL's own lock file (process id on line 1, status on line 8); `undefined` when there is none. */
export async function readPostmasterPid(clusterDir: string): Promise<PostmasterPid | undefined> {
  const text = await readFile(pidFile(clusterDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const lines = text.split('\n')
  return { pid: Number.parseInt(lines[0] ?? '', 10), isReady: lines[7]?.trim() === 'ready' }
}

/** How long each signal may take: fast shutdown, immediate shutdown, kill. */
const STOP_STEPS = [
  { signal: 'SIGINT', waitMs: 15_000 },
  { signal: 'SIGQUIT', waitMs: 5_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
] as const

/**
 * Cleans up after a predecessor: stops a server that still runs, and removes a `postmaster.pid` whose process is dead, a zombie or another
 * program, since PostgreSQL refuses to start while a process with that id is alive. Safe because the caller holds the directory's lock.
 * PostgreSQL itself refuses to start while shared memory is still in use; the start is then retried.
 * @throws StartupError when the old server cannot be stopped
 */
export async function clearPredecessor(clusterDir: string, log: DatabaseLog): Promise<void> {
  const found = await readPostmasterPid(clusterDir)
  if (found === undefined) return
  const identity = await identifyProcess(found.pid, clusterDir)
  if (identity === 'server') {
    log.warn({ pid: found.pid, clusterDir }, 'stopping the PostgreSQL that an earlier run left behind')
    await stopServer(found.pid, clusterDir)
  } else {
    log.warn({ pid: found.pid, identity, clusterDir }, 'removing the stale postmaster.pid of an earlier run')
  }
  await rm(pidFile(clusterDir), { force: true })
}

async function stopServer(pid: number, clusterDir: string): Promise<void> {
  for (const { signal, waitMs } of STOP_STEPS) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return
      throw new StartupError(`PostgreSQL (process ${pid}) is already running on ${clusterDir} as another user: stop it first`, {
        cause: error,
      })
    }
    const deadline = performance.now() + waitMs
    while (performance.now() < deadline) {
      if ((await identifyProcess(pid, clusterDir)) !== 'server') return
      await sleep(20)
    }
  }
  throw new StartupError(`PostgreSQL (process ${pid}) is already running on ${clusterDir} and does not stop`)
}

function pidFile(clusterDir: string): string {
  return join(clusterDir, 'postmaster.pid')
}

/** `server`: the PostgreSQL of this data directory; `other`: an unrelated live program. */
type ProcessIdentity = 'dead' | 'zombie' | 'other' | 'server'

/**
 * Identifies the process that an id from a file, possibly years old, refers to now. The postmaster's working directory is always its data
 * directory, which distinguishes it from every other PostgreSQL.
 */
export async function identifyProcess(pid: number, clusterDir: string): Promise<ProcessIdentity> {
  if (!Number.isSafeInteger(pid) || pid <= 0 || !isAlive(pid)) return 'dead'
  return process.platform === 'linux' ? await identifyOnLinux(pid, clusterDir) : await identifyByPs(pid, clusterDir)
}

async function identifyOnLinux(pid: number, clusterDir: string): Promise<ProcessIdentity> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (status === undefined) return 'dead'
  // The program name is in parentheses and may itself contain some; the state follows the last one.
  if (/^[ZXx]/.test(status.slice(status.lastIndexOf(')') + 2))) return 'zombie'
  const args = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')
  if (basename(args[0] ?? '') !== 'postgres') return 'other'
  const [cluster, cwd] = await Promise.all([stat(clusterDir), stat(`/proc/${pid}/cwd`).catch(() => undefined)])
  if (cwd === undefined) return args.includes(clusterDir) ? 'server' : 'other'
  return cwd.dev === cluster.dev && cwd.ino === cluster.ino ? 'server' : 'other'
}

async function identifyByPs(pid: number, clusterDir: string): Promise<ProcessIdentity> {
  const { status, stdout } = await runCommand('ps', ['-p', String(pid), '-o', 'stat=,command='])
  if (status !== 0) return 'dead'
  const line = stdout.trim()
  if (line.startsWith('Z')) return 'zombie'
  return /\S\s+\S*postgres\b/.test(line) && line.includes(`-D ${clusterDir} `) ? 'server' : 'other'
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
