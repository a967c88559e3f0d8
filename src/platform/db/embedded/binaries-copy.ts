import { chmod, cp, lstat, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Copies the programs once, atomically, into `parent/postgres-binaries-<version>` and returns that directory. An existing one is trusted
 * only when it is ours and nobody else can write to it: the parent may be a shared directory such as /var/tmp.
 */
export async function copyBinaries(
  nativeDir: string,
  parent: string,
  version: string,
  complete: (dir: string) => Promise<void>,
): Promise<string> {
  const target = join(parent, `postgres-binaries-${version}`)
  await mkdir(parent, { recursive: true })
  if (await isOurs(target)) return target
  const staging = await mkdtemp(`${target}-`)
  try {
    // Static libraries are needed only for compiling; they are a fifth of the files.
    await cp(nativeDir, staging, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') })
    // Copies of read-only directories are read-only: nothing could be added to them, and they could not be removed.
    for (const directory of await directoriesIn(staging)) await chmod(directory, 0o755)
    await complete(staging)
    await rename(staging, target).catch((error: unknown) => {
      // Another process was faster. Its copy is complete, since renaming is the last step.
      if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    })
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
  if (!(await isOurs(target))) throw new Error(`${target} belongs to another user`)
  return target
}

async function directoriesIn(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return [root, ...entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name))]
}

async function isOurs(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined)
  return found !== undefined && found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
}
