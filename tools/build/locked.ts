import { mkdir, rmdir, stat, utimes } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { CannotBuild } from './cannot-build.ts'

const SLEEP_MS = 200
/** A process that has not renewed its lock for so long has died. Its work may take minutes on a busy machine. */
const STALE_MS = 60_000
const RENEWALS = 10

/** Does the work while no other process does; the folder `lock` exists meanwhile. @throws CannotBuild if it cannot be created */
export async function locked(lock: string, work: () => Promise<void>, staleMs = STALE_MS): Promise<void> {
  for (;;) {
    if (await isMade(lock)) break
    const since = (await stat(lock).catch(() => null))?.mtimeMs ?? Date.now()
    if (Date.now() - since > staleMs) await rmdir(lock).catch(() => undefined)
    await sleep(SLEEP_MS)
  }
  const renewing = setInterval(() => void utimes(lock, new Date(), new Date()).catch(() => undefined), staleMs / RENEWALS)
  try {
    await work()
  } finally {
    clearInterval(renewing)
    await rmdir(lock).catch(() => undefined)
  }
}

async function isMade(folder: string): Promise<boolean> {
  try {
    await mkdir(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw new CannotBuild((error as Error).message, { cause: error })
  }
}
