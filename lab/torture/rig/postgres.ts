import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chooseAccount } from '../../../src/platform/db/embedded/account.ts'
import { findBinaries } from '../../../src/platform/db/embedded/binaries.ts'
import { ensureCluster } from '../../../src/platform/db/embedded/cluster.ts'
import { CHILD_ENVIRONMENT } from '../../../src/platform/db/embedded/command.ts'
import { copyPlaces } from '../../../src/platform/db/embedded/embedded.ts'
import { EMBEDDED_SETTINGS, buildServerArguments } from '../../../src/platform/db/embedded/settings.ts'
import { until } from '../../../test/helpers/until.ts'
import { freePort } from '../../../tools/listen.ts'
import { postmasterOf } from './processes.ts'

/** A PostgreSQL server for several nodes, as an operator runs one beside the service; here it runs the bundled programs. */
export interface PostgresServer {
  readonly url: string
  readonly port: number
  readonly clusterDir: string
  /** Starts it again, however it ended. */
  start(): Promise<void>
  stop(signal: NodeJS.Signals): Promise<void>
}

/** `listenOn`: its addresses, as in `listen_addresses`. */
export async function startPostgres(dir: string, listenOn = '127.0.0.1'): Promise<PostgresServer> {
  const clusterDir = join(dir, 'postgres')
  mkdirSync(dir, { recursive: true })
  chmodSync(dir, 0o755)
  const account = await chooseAccount(clusterDir)
  if (account !== undefined) chownSync(dir, account.uid, account.gid)
  const binaries = await findBinaries({ account, copyInto: copyPlaces(dir) })
  await ensureCluster({ clusterDir, binaries, account, sync: false })
  const port = await freePort()
  const settings = { ...EMBEDDED_SETTINGS, listen_addresses: listenOn, max_connections: '120' }
  const socketDir = join(dir, 's')
  mkdirSync(socketDir)
  if (account !== undefined) chownSync(socketDir, account.uid, account.gid)
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    child = spawn(binaries.postgres, buildServerArguments(clusterDir, socketDir, port, settings), {
      cwd: clusterDir,
      env: CHILD_ENVIRONMENT,
      stdio: 'ignore',
      ...account,
    })
    await until('PostgreSQL is ready', () => postmasterOf(clusterDir) !== undefined, 60_000)
  }

  await start()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    clusterDir,
    start,
    async stop(signal) {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill(signal)
      await exited
    },
  }
}
