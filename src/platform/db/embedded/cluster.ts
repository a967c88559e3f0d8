import { chown, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { StartupError } from '../../startup-error.ts'
import { requireNamedUser } from './account.ts'
import type { PostgresBinaries } from './binaries.ts'
import { chooseClusterPath } from './cluster-path.ts'
import { type Account, selectErrorLine, runCommand } from './command.ts'

export interface ClusterOptions {
  readonly clusterDir: string
  readonly binaries: PostgresBinaries
  readonly account: Account | undefined
  /** `false` leaves the files in the page cache: for throwaway clusters only. */
  readonly sync?: boolean
}

/**
 * Makes sure that `clusterDir` has a cluster of this release's major version, which PostgreSQL stores in `PG_VERSION`. A new cluster is
 * created next to it and renamed, so that it is complete or absent; `onSpawned` is called once initdb has been started for it.
 * @throws StartupError for another major version, a directory that is not a cluster, or a failing initdb
 */
export async function ensureCluster(options: ClusterOptions, onSpawned?: () => void): Promise<'created' | 'existing'> {
  const { clusterDir, binaries } = options
  await removeUnfinished(clusterDir)
  const entries = await readdir(clusterDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [] as string[]
    throw error
  })
  if (entries.length === 0) {
    await createCluster(options, onSpawned)
    return 'created'
  }
  if (!entries.includes('PG_VERSION'))
    throw new StartupError(
      `${clusterDir} contains files but no PostgreSQL data (PG_VERSION is missing): move it away or set another DATA_DIR`,
    )
  const major = (await readFile(join(clusterDir, 'PG_VERSION'), 'utf8')).trim()
  if (major !== String(binaries.majorVersion)) {
    throw new StartupError(
      `The data in ${clusterDir} was written by PostgreSQL ${major} and this release includes ${binaries.majorVersion}: make a backup with the release that wrote it and restore that into an empty DATA_DIR`,
    )
  }
  return 'existing'
}

async function createCluster({ clusterDir, binaries, account, sync = true }: ClusterOptions, onSpawned?: () => void): Promise<void> {
  if (account === undefined) requireNamedUser()
  const staging = await mkdtemp(`${clusterDir}.new-`)
  if (account !== undefined) await chown(staging, account.uid, account.gid)
  const path = await chooseClusterPath(staging, account)
  const common = [
    '-D',
    path,
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--data-checksums',
    '--no-instructions',
    ...(sync ? [] : ['--no-sync']),
  ]
  // The built-in provider sorts and folds case identically on every system; --locale covers the few things for which PostgreSQL still uses
  // the C library.
  const collation = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const running = runCommand(binaries.initdb, [...common, ...collation, '--locale=C.UTF-8'], { account, cwd: staging })
  onSpawned?.()
  let result = await running
  if (result.status !== 0 && /locale/i.test(result.stderr)) {
    result = await runCommand(binaries.initdb, [...common, ...collation, '--locale=C'], { account, cwd: staging })
  }
  if (result.status !== 0) {
    await rm(staging, { recursive: true, force: true })
    throw new StartupError(`The embedded database could not be created in ${clusterDir}: ${selectErrorLine(result.stderr)}`)
  }
  await rename(staging, clusterDir)
  if (sync) await syncDirectory(dirname(clusterDir))
}

/**
 * Removes the staging directory of a run that died during initdb. The caller's lock guarantees that no service uses it, but the orphaned
 * initdb may still add files for a short time, so removal is retried for some seconds.
 */
async function removeUnfinished(clusterDir: string): Promise<void> {
  const parent = dirname(clusterDir)
  const prefix = `${basename(clusterDir)}.new-`
  for (const name of await readdir(parent)) {
    if (name.startsWith(prefix)) await rm(join(parent, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 20 })
  }
}

/** Syncs a directory; a rename in it is durable only after that. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
