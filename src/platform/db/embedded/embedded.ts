import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { DatabaseLog } from '../log.ts'
import { chooseAccount, isRoot } from './account.ts'
import { findBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { toDataDirError, prepareDataDir } from './data-dir.ts'
import { lockDataDir } from './lock.ts'
import { type RunningServer, type ServerOptions, startServer } from './server.ts'
import { EMBEDDED_SETTINGS } from './settings.ts'
import { SOCKET_PORT } from './socket-dir.ts'
import { RESTART_POLICY, type RestartPolicy, superviseServer } from './supervisor.ts'

/** Where the server listens: `host` is the directory of its Unix socket. */
export interface SocketConnection {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
}

export type EmbeddedPostgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>

export interface EmbeddedOptions {
  readonly dataDir: string
  readonly log: DatabaseLog
  /** The database to create in the cluster; default `app`. */
  readonly database?: string
  /** In total, for all processes that use it (default: 20). */
  readonly maxConnections?: number
  readonly restartPolicy?: RestartPolicy
  /** Called each time initdb or the server has been started: it works on while this process is busy with something else. */
  readonly onSpawned?: () => void
}

const USER = 'postgres'

/**
 * Starts the embedded PostgreSQL on `DATA_DIR/postgres`, creating the cluster at the first start, and keeps it running. The server stops
 * when the service dies, by any signal. A server left behind by an earlier run is stopped first; a second service on the directory is
 * rejected.
 * @throws StartupError, one line for the operator
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions) {
  const { log, database = 'app', onSpawned } = options
  const dataDir = await prepareDataDir(options.dataDir)
  const lock = await lockDataDir(dataDir)
  let server: RunningServer | undefined
  try {
    const clusterDir = join(dataDir, 'postgres')
    const account = await chooseAccount(clusterDir)
    const binaries = await findBinaries({ account, copyInto: copyPlaces(dataDir) })
    const created = await ensureCluster({ clusterDir, binaries, account }, onSpawned)
    const settings = { ...EMBEDDED_SETTINGS, ...(options.maxConnections && { max_connections: String(options.maxConnections) }) }
    const serverOptions: ServerOptions = { clusterDir, binaries, account, settings, log }
    server = await startServer(serverOptions, onSpawned)
    const connection: SocketConnection = { host: server.socketDir, port: SOCKET_PORT, user: USER, database }
    await ensureDatabase(connection)
    log.info({ clusterDir, created: created === 'created', pid: server.pid }, 'embedded PostgreSQL is running')
    const supervisor = superviseServer(server, serverOptions, options.restartPolicy ?? RESTART_POLICY)
    const exited = supervisor.ended.finally(() => lock.release())
    return {
      connection,
      /** Process id of the postmaster; changes after a restart. */
      get pid(): number {
        return supervisor.server().pid
      },
      /** Resolves when the server is gone for good: after `stop`, or when it could not be kept running. */
      exited,
      /** Shuts the server down (a checkpoint, no recovery at the next start) and frees DATA_DIR. */
      stop: async (): Promise<void> => {
        await supervisor.stop()
        await exited
        await rm(connection.host, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await server?.watchdog.stop()
    lock.release()
    throw toDataDirError(dataDir, error)
  }
}

/** Directories that the programs may be copied to. When the service is root, PostgreSQL's account can reach only public places. */
export function copyPlaces(dataDir: string): string[] {
  return isRoot() ? ['/var/cache', '/var/tmp', tmpdir()] : [dataDir]
}

/** A new cluster has an unused database, which is renamed: copying another one would be a tenth of a first start. */
async function ensureDatabase(connection: SocketConnection): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'template1', ssl: false })
  await client.connect()
  try {
    const { rows } = await client.query<{ datname: string }>('SELECT datname FROM pg_database')
    const names = new Set(rows.map(({ datname }) => datname))
    if (names.has(connection.database)) return
    const name = client.escapeIdentifier(connection.database)
    await client.query(names.has('postgres') ? `ALTER DATABASE postgres RENAME TO ${name}` : `CREATE DATABASE ${name}`)
  } finally {
    await client.end()
  }
}
