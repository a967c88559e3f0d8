import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { enterNamespace } from './processes.ts'

/** A separate file system that can be filled to the last byte. */
export interface SmallDisk {
  readonly dir: string
  /** Returns a function that frees it again. */
  fill(): () => void
  close(): void
}

const MEGABYTES = 700
const MARK = 'TORTURE_OWN_MOUNTS'

/** Starts this program again in a separate mount namespace, where its mounts are visible to nobody else, if that is possible. */
export function enterOwnMounts(): void {
  if (process.getuid?.() !== 0 || spawnSync('unshare', ['--mount', 'true'], { stdio: 'ignore' }).status !== 0) return
  enterNamespace(['--mount', '--propagation', 'private'], MARK)
}

/** Undefined without a separate mount namespace. */
export function mountSmallDisk(dir: string): SmallDisk | undefined {
  if (process.env[MARK] !== '1') return undefined
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${MEGABYTES}m,mode=755`, 'torture', dir])
  const ballast = join(dir, 'ballast')
  return {
    dir,
    fill() {
      const file = openSync(ballast, 'w')
      const block = Buffer.alloc(1024 * 1024)
      try {
        for (;;) {
          const { bavail, bsize } = statfsSync(dir)
          if (bavail === 0) break
          writeSync(file, block, 0, Math.min(block.length, bavail * bsize))
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        closeSync(file)
      }
      return () => rmSync(ballast, { force: true })
    },
    close: () => void spawnSync('umount', ['--lazy', dir], { stdio: 'ignore' }),
  }
}
