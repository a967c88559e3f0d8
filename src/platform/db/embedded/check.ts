import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { StartupError } from '../../startup-error.ts'
import { findPackage } from './binaries.ts'
import { toDataDirError } from './data-dir.ts'

/**
 * Whether an embedded server could be started with this directory, which need not exist yet. Creates and starts nothing. Resolves to what is there, in
 * words.
 * @throws StartupError naming what to do
 */
export async function checkEmbedded(dataDir: string): Promise<string> {
  findPackage()
  const directory = resolve(dataDir)
  const existing = await nearestExisting(directory)
  try {
    if (!(await stat(existing)).isDirectory()) throw new StartupError(`DATA_DIR ${dataDir} cannot be used: ${existing} is a file`)
    await access(existing, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw toDataDirError(dataDir, error)
  }
  return existing === directory ? `the embedded one, in ${dataDir}` : `the embedded one; a start would create ${dataDir}`
}

async function nearestExisting(path: string): Promise<string> {
  const isThere = await stat(path).then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => code !== 'ENOENT' && code !== 'ENOTDIR',
  )
  return isThere ? path : nearestExisting(dirname(path))
}
