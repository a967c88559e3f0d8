import { chmod, cp, lstat, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Copies the programs once into `parent/postgres-binaries-<version>`, whole or not at all, and returns that directory.
 * An existing one is trusted only when it is ours and nobody else may write to it: the parent may be a shared directory such as /var/tmp.
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
    // The static libraries are for compiling against; they are a fifth of the files and never read.
    await cp(nativeDir, staging, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') })
    // A read-only original makes read-only directories, to which nothing can be added and which could not be removed.
    for (const directory of await directoriesIn(staging)) await chmod(directory, 0o755)
    await complete(staging)
    await rename(staging, target).catch((error: unknown) => {
      // Another process was faster; what it made is complete, as renaming is the last step.
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
