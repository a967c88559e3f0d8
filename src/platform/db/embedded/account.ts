import { stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { StartupError } from '../../startup-error.ts'
import { type Account, runCommand } from './command.ts'

const CANDIDATES = ['postgres', 'nobody', 'daemon'] as const

/** Whether the service runs as root; false on systems without user ids. */
export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * Chooses the account for PostgreSQL, which refuses to run as root: the owner of an existing cluster, else the first of postgres, nobody
 * and daemon that exists and can be switched to (a rootless container may not map it). `undefined`: the service's own user.
 * @throws StartupError when the service is root and no such account exists
 */
export async function chooseAccount(clusterDir: string): Promise<Account | undefined> {
  if (!isRoot()) return undefined
  const owner = await stat(clusterDir).catch(() => undefined)
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const name of CANDIDATES) {
    const account = await findAccount(name)
    if (account !== undefined && (await runCommand('/bin/sh', ['-c', ':'], { account })).status === 0) return account
  }
  throw new StartupError(
    `PostgreSQL refuses to run as root and none of the accounts ${CANDIDATES.join(', ')} can be used: start the service as a regular user or set DATABASE_URL`,
  )
}

async function findAccount(name: string): Promise<Account | undefined> {
  const [uid, gid] = await Promise.all([runCommand('id', ['-u', name]), runCommand('id', ['-g', name])])
  if (uid.status !== 0 || gid.status !== 0) return undefined
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

/**
 * Checks that the user has an entry in the account database: initdb fails without one, as in containers that run as a bare user id.
 * @throws StartupError naming DATABASE_URL
 */
export function requireNamedUser(lookUp: () => unknown = userInfo): void {
  try {
    lookUp()
  } catch (error) {
    throw new StartupError(
      `The embedded database cannot be created: user id ${process.getuid?.()} has no entry in the account database (/etc/passwd); add one, run as a named user, or set DATABASE_URL`,
      { cause: error },
    )
  }
}
