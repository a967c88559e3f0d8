import { createHash } from 'node:crypto'
import { chown, lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartupError } from '../../startup-error.ts'
import { type Account, canEnterDirectory } from './command.ts'

export const SOCKET_PORT = 5432
/** macOS has the lowest limit for the path of a socket: 104 bytes including the terminating zero. */
const LONGEST_SOCKET_PATH = 103

/**
 * Prepares an empty directory for the server's socket, 0700 and owned by the account that runs PostgreSQL. It is outside DATA_DIR, whose
 * path may be too long and whose file system may not support sockets. Its name is derived from the cluster's path, so that restarts leave
 * nothing behind.
 * @throws StartupError when no temporary directory is usable
 */
export async function prepareSocketDir(
  clusterDir: string,
  account: Account | undefined,
  bases: readonly string[] = [tmpdir(), '/tmp'],
): Promise<string> {
  const owner = account?.uid ?? process.getuid?.() ?? 0
  const name = `pg-${owner}-${createHash('sha256').update(clusterDir).digest('hex').slice(0, 12)}`
  for (const base of new Set(bases)) {
    const path = join(base, name)
    if (!fits(`${path}-XXXXXX`) || !(await canEnterDirectory(base, account))) continue
    const prepared = await claim(path, owner, account).catch(() => undefined)
    if (prepared !== undefined) return prepared
  }
  throw new StartupError(
    `No directory for the database socket could be created in ${bases.join(' or ')}: set TMPDIR to a short writable path`,
  )
}

function fits(directory: string): boolean {
  return Buffer.byteLength(join(directory, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST_SOCKET_PATH
}

async function claim(path: string, owner: number, account: Account | undefined): Promise<string> {
  const found = await lstat(path).catch(() => undefined)
  if (found !== undefined && found.isDirectory() && found.uid === owner && (found.mode & 0o777) === 0o700) {
    // Lock files of a killed server contain a process id that another program may have by now.
    for (const entry of await readdir(path)) await rm(join(path, entry), { recursive: true, force: true })
    return path
  }
  // The name is predictable, so another user of a shared /tmp may have taken it; then use a random one.
  let made = path
  if (found === undefined) await mkdir(path, { mode: 0o700 })
  else made = await mkdtemp(`${path}-`)
  if (account !== undefined) await chown(made, account.uid, account.gid)
  return made
}
