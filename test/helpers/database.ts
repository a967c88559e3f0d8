import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createDatabase, type Database } from '../../src/platform/db/database.ts'
import { migrateDatabase } from '../../src/platform/db/migrate.ts'
import { readMigrations } from '../../src/platform/db/migration-files.ts'
import { closedAtEnd } from './ending.ts'
import { testServerUrl } from './postgres.ts'

export const PRODUCT_MIGRATIONS = new URL('../../migrations/', import.meta.url)

/** A busy machine stands still for longer than a service or its database may: another node would fetch the same, or the database count as away. */
export const PATIENCE = 20

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }
const TEMPLATE_LOCK = 5_127_734_001

export interface TestDatabaseOptions {
  /** The folder to migrate with (default: the product's); `false`: an empty database. */
  readonly migrations?: string | URL | false
  readonly maxConnections?: number
  readonly patience?: number
  /** Makes something in the template, once for all databases that name it. */
  readonly furnished?: { readonly name: string; readonly furnish: (pool: pg.Pool) => Promise<void> }
}

/** A test's own database, opened. */
export interface TestDatabase<T> extends Database<T> {
  readonly name: string
  /** For other processes, and for the test's own pools. */
  readonly connectionString: string
  /** Closes the pool, disconnects everybody else, and drops the database. */
  drop(): Promise<void>
}

/**
 * Creates a database by cloning a migrated template, which the first test with these migrations makes. Takes 30 to 150 ms. Uses the run's
 * throwaway PostgreSQL, or the server of TEST_DATABASE_URL, whose user must be allowed to create databases.
 */
export async function createTestDatabase<T>(options: TestDatabaseOptions = {}): Promise<TestDatabase<T>> {
  const { migrations = PRODUCT_MIGRATIONS, maxConnections = 5, furnished } = options
  const serverUrl = await testServerUrl()
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`
  await asAdmin(serverUrl, async (admin) => {
    const template = migrations === false ? 'template0' : await templateOf(admin, serverUrl, migrations, furnished)
    // Copies the template's files: writing them through the log, the default, takes longer.
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`)
  })
  const connectionString = databaseUrl(serverUrl, name)
  const database = createDatabase<T>({
    connection: connectionString,
    maxConnections,
    log: SILENT,
    applicationName: name,
    patience: options.patience ?? PATIENCE,
  })
  return {
    ...database,
    name,
    connectionString,
    drop: closedAtEnd(async () => {
      await database.close()
      await asAdmin(serverUrl, (admin) => admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
    }),
  }
}

type Furnished = TestDatabaseOptions['furnished']

const templates = new Map<string, string>()

/** Remembers the product's template only: a test may change another folder between two databases. */
async function templateOf(admin: pg.PoolClient, serverUrl: string, folder: string | URL, furnished: Furnished): Promise<string> {
  const key = `${serverUrl} ${furnished?.name ?? ''}`
  const known = folder === PRODUCT_MIGRATIONS ? templates.get(key) : undefined
  const template = known ?? (await ensureTemplate(admin, serverUrl, folder, furnished))
  if (folder === PRODUCT_MIGRATIONS) templates.set(key, template)
  return template
}

/** Test processes that need the template at the same time make it once; it gets its name when it is complete. */
async function ensureTemplate(admin: pg.PoolClient, serverUrl: string, folder: string | URL, furnished: Furnished): Promise<string> {
  const key = createHash('sha256')
  for (const { checksum } of await readMigrations(folder)) key.update(checksum)
  key.update(furnished?.name ?? '')
  const template = `template_${key.digest('hex').slice(0, 16)}`
  while ((await admin.query<{ locked: boolean }>(`SELECT pg_try_advisory_lock(${TEMPLATE_LOCK}) AS locked`)).rows[0]?.locked !== true)
    await sleep(20)
  try {
    const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [template])
    if (rowCount === 0) {
      const building = `${template}_building`
      await admin.query(`DROP DATABASE IF EXISTS ${building} WITH (FORCE)`)
      await admin.query(`CREATE DATABASE ${building} TEMPLATE template0`)
      const pool = new pg.Pool({ connectionString: databaseUrl(serverUrl, building), max: 1 })
      try {
        await migrateDatabase({ pool, folder, log: SILENT })
        await furnished?.furnish(pool)
      } finally {
        await pool.end()
      }
      await admin.query(`ALTER DATABASE ${building} RENAME TO ${template}`)
    }
  } finally {
    await admin.query(`SELECT pg_advisory_unlock(${TEMPLATE_LOCK})`)
  }
  return template
}

const admins = new Map<string, pg.Pool>()

/**
 * Uses one connection for the whole process, which does not keep the process alive. Calls run one after the other, since advisory locks
 * belong to the connection.
 */
async function asAdmin<R>(serverUrl: string, work: (admin: pg.PoolClient) => Promise<R>): Promise<R> {
  const client = await (admins.get(serverUrl) ?? adminsOf(serverUrl)).connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

function adminsOf(serverUrl: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: serverUrl, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // The server may stop before this process does.
  pool.on('error', () => undefined)
  admins.set(serverUrl, pool)
  return pool
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
