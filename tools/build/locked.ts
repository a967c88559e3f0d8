import { mkdir, rmdir, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { CannotBuild } from './cannot-build.ts'

const SLEEP_MS = 200
/** A build takes seconds: a process that holds the lock longer has died. */
const LOCK_MS = 120_000

/** Does the work while no other process does; the folder `lock` exists meanwhile. @throws CannotBuild if it cannot be created */
export async function locked(lock: string, work: () => Promise<void>): Promise<void> {
  for (;;) {
    if (await isMade(lock)) break
    const since = (await stat(lock).catch(() => null))?.mtimeMs ?? Date.now()
    if (Date.now() - since > LOCK_MS) await rmdir(lock).catch(() => undefined)
    await sleep(SLEEP_MS)
  }
  try {
    await work()
  } finally {
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
