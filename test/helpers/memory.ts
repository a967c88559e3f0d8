import { readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** Where Linux keeps files in memory. In a container it is often too small. */
const SHARED_MEMORY = '/dev/shm'
/** The databases and temporary files of a run take a quarter of this. */
const ENOUGH_BYTES = 4 * 1024 ** 3

/**
 * A folder in memory with room for a test run, if there is one: creating and dropping databases on a disk costs more than most tests do.
 * Decided by total size, not by what is free at the moment, so that all processes of a run agree.
 */
export function roomInMemory(): string | undefined {
  try {
    const { blocks, bsize } = statfsSync(SHARED_MEMORY)
    return Math.min(blocks * bsize, process.constrainedMemory() || Infinity) >= ENOUGH_BYTES ? SHARED_MEMORY : undefined
  } catch {
    return undefined
  }
}

/** Removes from `base` what killed runs left: folders named `prefix` plus the run's process id. */
export function removeLeftBehind(base: string, prefix: string): void {
  for (const name of readdirSync(base).filter((name) => name.startsWith(prefix))) {
    if (isAlive(Number(name.slice(prefix.length)))) continue
    try {
      rmSync(join(base, name), { recursive: true, force: true })
    } catch {
      // Belongs to another user.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
