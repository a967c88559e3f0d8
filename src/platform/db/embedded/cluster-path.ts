import { StartupError } from '../../startup-error.ts'
import { type Account, canEnterDirectory } from './command.ts'

/**
 * The path that PostgreSQL, run as `account` with `directory` as its working directory, must use for that directory. When the service is
 * root, the account may be unable to traverse a 0700 parent (a project under /root). A process enters its working directory before it
 * changes user, and on Linux /proc/self/cwd leads there without traversing the parents.
 * @throws StartupError when /proc/self/cwd does not exist
 */
export async function chooseClusterPath(directory: string, account: Account | undefined): Promise<string> {
  if (account === undefined || (await canEnterDirectory(directory, account))) return directory
  if (process.platform === 'linux') return '/proc/self/cwd'
  throw new StartupError(
    `${directory} cannot be reached by user id ${account.uid}, which PostgreSQL runs as because the service is root: set DATA_DIR to a directory whose parents are accessible to other users, start the service as a regular user, or set DATABASE_URL`,
  )
}
