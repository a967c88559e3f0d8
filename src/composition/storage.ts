import type pg from 'pg'
import type { Config } from '../config/config.ts'
import { describeStartError } from '../platform/db/connect-errors.ts'
import { type Database, type DatabaseOptions, type DatabasePatience, type FinishedQuery, openDatabase } from '../platform/db/database.ts'
import type { EmbeddedPostgres, SocketConnection } from '../platform/db/embedded/embedded.ts'
import { isUpToDate, migrateDatabase } from '../platform/db/migrate.ts'
import type { Logger } from '../platform/log.ts'
import { MAX_CONNECTIONS, startEmbedded } from './embedded.ts'
import type { Tables } from './tables.ts'

/** The migrated database, and the embedded server if there is one. */
export type Storage = Awaited<ReturnType<typeof openStorage>>

/** Identifies the service's connections in `pg_stat_activity`. */
export const APPLICATION_NAME = 'isobar'
export const MIGRATIONS = new URL('../../migrations', import.meta.url)

export interface StorageOptions extends DatabasePatience {
  /** The embedded server that another process runs, used instead of starting one. */
  readonly embeddedAt?: SocketConnection | undefined
  /** This process's own embedded server, if it has already been started. */
  readonly embedded?: EmbeddedPostgres | undefined
  readonly applicationName?: string
  /** Brings the schema to the state that the caller needs (default: the newest migration). */
  readonly prepare?: (pool: pg.Pool) => Promise<unknown>
  /** Called after each statement. */
  readonly onQuery?: ((query: FinishedQuery) => void) | undefined
}

/** Opens another database of the same server. @throws StartupError when it cannot be reached */
export function openSibling(
  connection: string | SocketConnection,
  name: string,
  { log, patience }: Pick<DatabaseOptions, 'log' | 'patience'>,
): Promise<Database<unknown>> {
  if (typeof connection !== 'string')
    return openDatabase({ connection: { ...connection, database: name }, maxConnections: 2, log, patience })
  const url = new URL(connection)
  url.pathname = `/${encodeURIComponent(name)}`
  return openDatabase({ connection: url.href, maxConnections: 2, log, patience })
}

/** @throws StartupError when the database cannot be started, reached or prepared */
export async function openStorage(
  config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>,
  log: Logger,
  {
    embeddedAt,
    embedded: started,
    applicationName = APPLICATION_NAME,
    prepare = (pool) => migrateDatabase({ pool, folder: MIGRATIONS, log }),
    onQuery,
    patience,
    restartMs,
  }: StorageOptions = {},
) {
  const given = config.DATABASE_URL ?? embeddedAt
  const embedded = given === undefined ? (started ?? (await startEmbedded(config, log))) : null
  try {
    const connection = given ?? embedded?.connection ?? ''
    const database = await openDatabase<Tables>({
      connection,
      maxConnections: MAX_CONNECTIONS,
      log,
      applicationName,
      onQuery,
      patience,
      restartMs,
    })
    await prepare(database.pool).catch(async (error: unknown) => {
      await database.close()
      throw describeStartError(error, connection)
    })
    let isClosing = false
    return {
      connection,
      database,
      /** The readiness checks by name. */
      checks: {
        database: () => database.isReady(),
        writes: async () => database.isWritable(),
        migrations: () => isUpToDate({ pool: database.pool, folder: MIGRATIONS }),
      },
      /** Resolves with the reason when an embedded server is gone for good. */
      lost: new Promise<string>((resolve) => void embedded?.exited.then((end) => !isClosing && resolve(JSON.stringify(end)))),
      async close(): Promise<void> {
        isClosing = true
        await database.close()
        await embedded?.stop()
      },
    }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}
