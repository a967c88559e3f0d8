import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../src/platform/db/database.ts'
import { startEmbeddedPostgres } from '../../src/platform/db/embedded/embedded.ts'
import { migrateDatabase } from '../../src/platform/db/migrate.ts'
import { createLogger } from '../../src/platform/log.ts'

const MIGRATIONS = new URL('../../migrations/', import.meta.url)
const log = createLogger({ level: 'error' })
/** Enough for a service and the bench. */
const CONNECTIONS = 40

/** A throwaway database server in its own process. */
export interface Databases {
  /** Removed at the end. */
  readonly dataDir: string
  /** Creates an empty, migrated database; resolves to its URL. */
  createDatabase(name: string): Promise<string>
  dropDatabase(name: string): Promise<void>
}

/** Uses the embedded PostgreSQL as shipped, or the server of BENCH_DATABASE_URL, whose user must be allowed to create databases. */
export async function openDatabases(): Promise<Databases & AsyncDisposable> {
  const dataDir = await mkdtemp(join(tmpdir(), 'isobar-bench-'))
  await chmod(dataDir, 0o755)
  const given = process.env['BENCH_DATABASE_URL']
  const server =
    given === undefined ? await startEmbeddedPostgres({ dataDir, log, database: 'postgres', maxConnections: CONNECTIONS }) : null
  const urlOf = (database: string): string => {
    const url = new URL(given ?? 'postgresql://localhost/')
    if (server !== null) {
      const { host, port, user } = server.connection
      return `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
    }
    url.pathname = `/${database}`
    return url.href
  }
  const asAdmin = async (statement: string): Promise<void> => {
    const admin = await openDatabase({ connection: urlOf('postgres'), maxConnections: 1, log })
    await admin.pool.query(statement)
    await admin.close()
  }
  return {
    dataDir,
    async createDatabase(name) {
      await asAdmin(`CREATE DATABASE ${name}`)
      const database = await openDatabase({ connection: urlOf(name), maxConnections: 1, log })
      await migrateDatabase({ pool: database.pool, folder: MIGRATIONS, log })
      await database.close()
      return urlOf(name)
    },
    dropDatabase: (name) => asAdmin(`DROP DATABASE ${name} WITH (FORCE)`),
    async [Symbol.asyncDispose]() {
      await server?.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
