import type pg from 'pg'
import { StartupError } from '../startup-error.ts'
import type { Migration } from './migration-files.ts'

export interface AppliedMigration {
  readonly version: number
  readonly name: string
  readonly checksum: string
}

export const MIGRATIONS_TABLE = 'schema_migrations'

/** Creates the table of applied migrations if it does not exist. */
export async function createMigrationsTable(client: pg.ClientBase): Promise<void> {
  await client.query(`
    CREATE TABLE IF NOT EXISTS ${MIGRATIONS_TABLE} (
      version    integer     PRIMARY KEY,
      name       text        NOT NULL,
      checksum   text        NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`)
}

/** The migrations that this database has run, in order; empty when it was never migrated. */
export async function listApplied(client: pg.ClientBase | pg.Pool): Promise<AppliedMigration[]> {
  const { rows: found } = await client.query<{ exists: boolean }>(`SELECT to_regclass($1) IS NOT NULL AS exists`, [MIGRATIONS_TABLE])
  if (found[0]?.exists !== true) return []
  const { rows } = await client.query<AppliedMigration>(`SELECT version, name, checksum FROM ${MIGRATIONS_TABLE} ORDER BY version`)
  return rows
}

/**
 * The migrations still to run.
 * @throws StartupError when the database and the files do not agree: it is newer than this release, or a file it has run was changed,
 *   removed, or joined by one with a lower number
 */
export function listPendingMigrations(migrations: readonly Migration[], applied: readonly AppliedMigration[]): Migration[] {
  const byVersion = new Map(migrations.map((migration) => [migration.version, migration]))
  const newest = migrations.at(-1)?.version ?? 0
  for (const { version, name, checksum } of applied) {
    const file = byVersion.get(version)
    if (file === undefined && version > newest)
      throw new StartupError(`The database is newer than this release (migration ${name}): start the newer release`)
    if (file === undefined) throw new StartupError(`The database has run the migration ${name}, which this release does not have`)
    if (file.checksum !== checksum)
      throw new StartupError(`The migration ${file.name} was changed after the database ran it; put it back and add a new one`)
  }
  const last = applied.at(-1)?.version ?? 0
  const pending = migrations.filter(({ version }) => !applied.some((done) => done.version === version))
  const late = pending.find(({ version }) => version < last)
  if (late !== undefined)
    throw new StartupError(`The migration ${late.name} has a lower number than the last one the database has run: give it the next number`)
  return pending
}
