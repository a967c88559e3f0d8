import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { MINUTE_MS } from '../../time.ts'
import { StartupError } from '../startup-error.ts'
import { isUnwritable } from './connect-errors.ts'
import type { DatabaseLog } from './log.ts'
import { type Migration, readMigrations } from './migration-files.ts'
import { type AppliedMigration, createMigrationsTable, listApplied, MIGRATIONS_TABLE, listPendingMigrations } from './migration-state.ts'

export interface MigrateOptions {
  readonly pool: pg.Pool
  readonly folder: string | URL
  readonly log: DatabaseLog
  /** How long to wait for another node that is migrating. */
  readonly lockWithinMs?: number
  /** Version of the last migration to run (default: the newest). */
  readonly upTo?: number
  /** Which database it is, for the log; default: that of the service. */
  readonly what?: string
}

/** Advisory lock for changes of the schema: an arbitrary number that nothing else in the database locks. */
const LOCK_KEY = '7305215086183714'

/**
 * Migrates the database to the newest migration of the folder, or to `upTo`. Any number of processes may call it at once: one runs the
 * migrations, the others wait and find nothing to do.
 * @returns the names of the migrations that this call ran
 * @throws StartupError when the database and the files do not agree, a migration fails, or the lock cannot be acquired in time
 */
export async function migrateDatabase(options: MigrateOptions): Promise<string[]> {
  const { pool, folder, log, lockWithinMs = 10 * MINUTE_MS, upTo = Infinity, what = 'the database' } = options
  const migrations = await readMigrations(folder)
  // Migrations that have already run need no lock; nearly every start finds only those.
  if (pendingUpTo(migrations, await listApplied(pool), upTo).length === 0) return []
  const client = await pool.connect()
  try {
    // After a crash, lost migrations simply run again, so there is no need to wait for the disk after each of forty.
    await client.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET synchronous_commit = off')
    await waitForLock(client, lockWithinMs)
    await createMigrationsTable(client)
    const pending = pendingUpTo(migrations, await listApplied(client), upTo)
    const [first] = pending
    if (first !== undefined) log.info({ migrations: pending.length, from: first.name, to: pending.at(-1)?.name }, `migrating ${what}`)
    for (const migration of pending) await run(client, migration)
    return pending.map(({ name }) => name)
  } finally {
    // Ends the session, and with it the lock and the settings.
    client.release(true)
  }
}

function pendingUpTo(migrations: readonly Migration[], applied: readonly AppliedMigration[], upTo: number): Migration[] {
  return listPendingMigrations(migrations, applied).filter(({ version }) => version <= upTo)
}

/**
 * Polls instead of waiting inside PostgreSQL: a session that waits there holds a snapshot, for which CREATE INDEX CONCURRENTLY in the
 * migrating session waits, and PostgreSQL would abort one of the two as a deadlock.
 */
async function waitForLock(client: pg.ClientBase, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>(`SELECT pg_try_advisory_lock(${LOCK_KEY}) AS locked`)
    if (rows[0]?.locked === true) return
    if (performance.now() > deadline)
      throw new StartupError(`Another process has been migrating the database for ${Math.round(withinMs / 1000)} seconds`)
    await sleep(50 + Math.random() * 100)
  }
}

async function run(client: pg.ClientBase, migration: Migration): Promise<void> {
  try {
    if (migration.inTransaction) {
      await client.query('BEGIN')
      await client.query(migration.sql)
      await record(client, migration)
      await client.query('COMMIT')
    } else {
      await dropInvalidIndexes(client)
      await client.query(migration.sql)
      await record(client, migration)
    }
  } catch (error) {
    // Reported as what the server lacks: it says nothing about the migration.
    if (isUnwritable(error) || (error as { readonly code?: string }).code === '42501') throw error
    throw new StartupError(`The migration ${migration.name} failed: ${(error as Error).message}`, { cause: error })
  }
}

async function record(client: pg.ClientBase, { version, name, checksum }: Migration): Promise<void> {
  await client.query(`INSERT INTO ${MIGRATIONS_TABLE} (version, name, checksum) VALUES ($1, $2, $3)`, [version, name, checksum])
}

/**
 * An interrupted CREATE INDEX CONCURRENTLY leaves an invalid index behind, whose name the next attempt would collide with. Nothing else
 * builds an index under the migration lock, so every invalid index is such a leftover.
 */
async function dropInvalidIndexes(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT format('%I.%I', n.nspname, c.relname) AS name
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE NOT i.indisvalid AND c.relkind = 'i' AND n.nspname = current_schema()`)
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`)
}

/** Whether the database has run exactly the migrations of the folder: false while an older or a newer release owns it. */
export async function isUpToDate({ pool, folder }: Pick<MigrateOptions, 'pool' | 'folder'>): Promise<boolean> {
  try {
    return listPendingMigrations(await readMigrations(folder), await listApplied(pool)).length === 0
  } catch (error) {
    if (error instanceof StartupError) return false
    throw error
  }
}
