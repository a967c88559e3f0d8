import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS } from '../../../time.ts'
import { StartupError } from '../../startup-error.ts'
import type { DatabaseLog } from '../log.ts'
import type { PostgresBinaries } from './binaries.ts'
import { chooseClusterPath } from './cluster-path.ts'
import { type Account, selectErrorLine } from './command.ts'
import { clearPredecessor, readPostmasterPid } from './postmaster-pid.ts'
import { buildServerArguments, type ServerSettings } from './settings.ts'
import { prepareSocketDir, SOCKET_PORT } from './socket-dir.ts'
import { startServerWatchdog, type DatabaseWatchdog } from './watchdog.ts'

export interface ServerOptions {
  readonly clusterDir: string
  readonly binaries: PostgresBinaries
  readonly account: Account | undefined
  readonly settings: ServerSettings
  readonly log: DatabaseLog
}

export interface RunningServer {
  readonly pid: number
  readonly socketDir: string
  readonly watchdog: DatabaseWatchdog
}

/** Crash recovery replays up to max_wal_size, which may take this long on a slow disk. */
const READY_DEADLINE_MS = 2 * MINUTE_MS
/** How long a killed server's last processes may hold shared memory or the socket. */
const RETRY_FOR_MS = 15_000
const LEFTOVERS = /pre-existing shared memory block|lock file .* already exists|is another (postmaster|postgres)|still in use/i

/**
 * Starts PostgreSQL on a cluster and returns once it accepts connections. Cleans up after an earlier run first, and retries the start for
 * some seconds while that run's processes are still exiting. The caller must hold the directory's lock. `onSpawned` is called each time the
 * server has been started.
 * @throws StartupError with PostgreSQL's own message
 */
export async function startServer(options: ServerOptions, onSpawned?: () => void): Promise<RunningServer> {
  const { clusterDir, log } = options
  const deadline = performance.now() + RETRY_FOR_MS
  for (;;) {
    const path = chooseClusterPath(clusterDir, options.account)
    path.catch(() => undefined)
    await clearPredecessor(clusterDir, log)
    const socketDir = await prepareSocketDir(clusterDir, options.account)
    const watchdog = startServerWatchdog({
      program: options.binaries.postgres,
      args: buildServerArguments(await path, socketDir, SOCKET_PORT, options.settings),
      cwd: clusterDir,
      account: options.account,
      onLine: (line) => logLine(line, log),
    })
    onSpawned?.()
    const outcome = await waitUntilReady(clusterDir, watchdog)
    if (typeof outcome === 'number') return { pid: outcome, socketDir, watchdog }
    if (!LEFTOVERS.test(outcome) || performance.now() > deadline) {
      throw new StartupError(`The embedded database in ${clusterDir} did not start: ${outcome}`)
    }
    await sleep(200)
  }
}

/** The server's process id, or the reason why it did not start. */
async function waitUntilReady(clusterDir: string, watchdog: DatabaseWatchdog): Promise<number | string> {
  const ended = watchdog.exited.then(({ lastLines }) => selectErrorLine(lastLines.join('\n')))
  const deadline = performance.now() + READY_DEADLINE_MS
  for (;;) {
    const found = await readPostmasterPid(clusterDir)
    if (found?.isReady === true) return found.pid
    if (performance.now() > deadline) {
      await watchdog.stop()
      return `it was not ready after ${READY_DEADLINE_MS / 1000} seconds`
    }
    const complaint = await Promise.race([ended, sleep(10)])
    if (complaint !== undefined) return complaint
  }
}

function logLine(line: string, log: DatabaseLog): void {
  const fields = { source: 'postgres' }
  if (/^(FATAL|PANIC):/.test(line)) log.error(fields, line)
  else if (/^(WARNING|ERROR):/.test(line)) log.warn(fields, line)
  else log.info(fields, line)
}
