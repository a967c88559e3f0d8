import { chownSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../../startup-error.ts'
import { isRoot } from './account.ts'
import { toDataDirError } from './data-dir.ts'

export interface FileLock {
  release(): void
}

const SQLITE_BUSY = 5

/**
 * Takes a lock that the kernel releases when this process dies, however it dies, so that it is never stale. Node has no file locks, but its
 * built-in SQLite takes POSIX record locks on the (empty) file and keeps them while an exclusive transaction is open. This works on Linux
 * and macOS, between containers that share a volume on one kernel, and also excludes a second lock within one process.
 * @returns `undefined` when another holder keeps it for all of `waitMs`
 */
export async function takeFileLock(path: string, waitMs: number): Promise<FileLock | undefined> {
  const deadline = performance.now() + waitMs
  const database = new DatabaseSync(path, { timeout: 0 })
  for (;;) {
    try {
      // A journal file would outlive a killed process and might belong to a different user than the next one.
      database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
      return { release: () => database.close() }
    } catch (error) {
      if ((error as { errcode?: number }).errcode === SQLITE_BUSY && performance.now() < deadline) {
        await sleep(20)
        continue
      }
      database.close()
      if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined
      throw error
    }
  }
}

/**
 * Makes this process the only service on DATA_DIR. Waits half a second, the time that a killed predecessor may need to exit.
 * @throws StartupError naming the directory and the holder
 */
export async function lockDataDir(dataDir: string): Promise<FileLock> {
  const lockPath = join(dataDir, 'postgres.lock')
  const holderPath = join(dataDir, 'postgres.lock.holder')
  const lock = await takeFileLock(lockPath, 500).catch((error: unknown) => {
    throw new StartupError(`DATA_DIR ${dataDir} cannot be locked (${lockPath}: ${(error as Error).message})`, { cause: error })
  })
  if (lock === undefined)
    throw new StartupError(`DATA_DIR ${dataDir} is in use by ${readHolder(holderPath)}: only one service can use a DATA_DIR`)
  try {
    writeFileSync(holderPath, `process ${process.pid} on ${hostname()}\n`, { mode: 0o600 })
    if (isRoot()) {
      // The directory's owner must be able to start the service after root has done so.
      const owner = statSync(dataDir)
      for (const path of [lockPath, holderPath]) chownSync(path, owner.uid, owner.gid)
    }
  } catch (error) {
    lock.release()
    throw toDataDirError(dataDir, error)
  }
  return lock
}

/** Only for the message: the kernel knows who holds the lock; this text is what the holder wrote about itself. */
function readHolder(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim() || 'another process'
  } catch {
    return 'another process'
  }
}
