import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../src/platform/db/database.ts'
import { startEmbeddedPostgres } from '../../src/platform/db/embedded/embedded.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { createLogger } from '../../src/platform/log.ts'
import { type Listening, startListening } from './processes.ts'

const MIGRATIONS = new URL('../../migrations/', import.meta.url)
const log = createLogger({ level: 'error' })
/** Enough for a service and the bench. */
const CONNECTIONS = 40

/** What a bench runs on: a throwaway database server and the upstream simulator, each in its own process. */
export interface Databases {
  readonly simulator: Listening
  /** Creates an empty, migrated database; resolves to its URL. */
  createDatabase(name: string): Promise<string>
  dropDatabase(name: string): Promise<void>
  /** The environment of a service on that database, with limits that do not affect the measurement. */
  envOf(databaseUrl: string): Readonly<Record<string, string>>
}

/** Uses the embedded PostgreSQL as shipped, or the server of BENCH_DATABASE_URL, whose user must be allowed to create databases. */
export async function openDatabases(): Promise<Databases & AsyncDisposable> {
  const dataDir = await mkdtemp(join(tmpdir(), 'isobar-bench-'))
  await chmod(dataDir, 0o755)
  const given = process.env['BENCH_DATABASE_URL']
  const server =
    given === undefined ? await startEmbeddedPostgres({ dataDir, log, database: 'postgres', maxConnections: CONNECTIONS }) : null
  const simulator = await startListening(['tools/upstream-simulator/main.ts', '--port', '0'])
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
    simulator,
    async createDatabase(name) {
      await asAdmin(`CREATE DATABASE ${name}`)
      const database = await openDatabase({ connection: urlOf(name), maxConnections: 1, log })
      await migrate({ pool: database.pool, folder: MIGRATIONS, log })
      await database.close()
      return urlOf(name)
    },
    dropDatabase: (name) => asAdmin(`DROP DATABASE ${name} WITH (FORCE)`),
    envOf: (databaseUrl) => ({
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      ADMIN_SECRET: 'bench-admin-secret-0123456789',
      LOG_LEVEL: 'error',
      SCHEDULER: 'off',
      OPENWEATHER_API_KEY: 'bench',
      OPENWEATHER_BASE_URL: simulator.url,
      OPEN_METEO_BASE_URL: simulator.url,
      NWS_BASE_URL: simulator.url,
      // Counted as in production, but never refused.
      OPENWEATHER_DAILY_LIMIT: '100000000',
      OPENWEATHER_MINUTE_LIMIT: '1000000',
    }),
    async [Symbol.asyncDispose]() {
      await simulator.stop()
      await server?.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
