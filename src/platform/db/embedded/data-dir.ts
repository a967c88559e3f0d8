import { constants } from 'node:fs'
import { access, mkdir, realpath } from 'node:fs/promises'
import { StartupError } from '../../startup-error.ts'
import { isRoot } from './account.ts'

const REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'part of the path is a file',
  EEXIST: 'it is a file',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exceeded',
  ENAMETOOLONG: 'the path is too long',
  ELOOP: 'its symbolic links form a loop',
}

/**
 * Creates the directory when missing and checks that it is writable.
 * @returns its absolute path with links resolved, so that each directory has one name
 * @throws StartupError naming the directory and the reason
 */
export async function prepareDataDir(dataDir: string): Promise<string> {
  try {
    // When the service is root, PostgreSQL runs as another account, which must traverse the directory; the cluster inside is 0700 either
    // way.
    await mkdir(dataDir, { recursive: true, mode: isRoot() ? 0o711 : 0o700 })
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    return await realpath(dataDir)
  } catch (error) {
    throw toDataDirError(dataDir, error)
  }
}

/** The one-line error for a failed file operation below DATA_DIR. A StartupError is returned unchanged. */
export function toDataDirError(dataDir: string, error: unknown): StartupError {
  if (error instanceof StartupError) return error
  const failure = error as NodeJS.ErrnoException
  const reason = REASONS[failure.code ?? ''] ?? failure.message
  const where = failure.path === undefined || failure.path === dataDir ? '' : ` (${failure.path})`
  return new StartupError(`DATA_DIR ${dataDir} cannot be used: ${reason}${where}`, { cause: error })
}
