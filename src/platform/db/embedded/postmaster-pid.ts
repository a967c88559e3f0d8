import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../../startup-error.ts'
import type { DatabaseLog } from '../log.ts'
import { identifyProcess } from './process-identity.ts'

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
