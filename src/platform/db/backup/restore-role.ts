import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { StoredSequence, StoredTable } from './catalog.ts'

/**
 * Continues the transaction as a role that may do nothing but insert into these tables and set these sequences, if its user is a superuser:
 * what a backup contains then runs with no more rights than it needs. @returns the way back, before the commit
 */
export async function enterRestoreRole(
  client: pg.ClientBase,
  tables: readonly Pick<StoredTable, 'table'>[],
  sequences: readonly Pick<StoredSequence, 'name'>[],
): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ isSuperuser: boolean }>(
    `SELECT rolsuper AS "isSuperuser" FROM pg_roles WHERE rolname = current_user`,
  )
  if (rows[0]?.isSuperuser !== true) return async () => undefined
  // Roles belong to the whole server: two restores at a time need two. A transaction that fails leaves none.
  const role = `restore_${randomBytes(8).toString('hex')}`
  const names = (list: readonly string[]): string => list.map((name) => client.escapeIdentifier(name)).join(', ')
  await client.query(`CREATE ROLE ${role} NOLOGIN NOSUPERUSER NOINHERIT`)
  const { rows: schemas } = await client.query<{ name: string }>('SELECT current_schema() AS name')
  await client.query(`GRANT USAGE ON SCHEMA ${names([schemas[0]?.name ?? 'public'])} TO ${role}`)
  if (tables.length > 0) await client.query(`GRANT INSERT ON ${names(tables.map(({ table }) => table))} TO ${role}`)
  if (sequences.length > 0) await client.query(`GRANT UPDATE ON SEQUENCE ${names(sequences.map(({ name }) => name))} TO ${role}`)
  await client.query(`SET LOCAL ROLE ${role}`)
  return async () => {
    await client.query(`RESET ROLE`)
    await client.query(`DROP OWNED BY ${role}`)
    await client.query(`DROP ROLE ${role}`)
  }
}
