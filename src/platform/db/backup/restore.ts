import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { StartupError } from '../../startup-error.ts'
import { type AppliedMigration, listApplied } from '../migration-state.ts'
import { listSequences, listTables, type StoredPartition, type StoredSequence, type StoredTable, TRANSFER_SETTINGS } from './catalog.ts'
import { type BackupSummary, DAMAGED, formatBound, parsePartitionKey } from './format.ts'
import { type ContentsVisitor, createBackupReader, readContents, readHeader, type ReadOptions } from './reader.ts'
import { enterRestoreRole } from './restore-role.ts'

export interface RestoreOptions extends ReadOptions {
  /** Called in the transaction, once all rows are there. */
  readonly beforeCommit?: (client: pg.ClientBase) => Promise<void>
}

/**
 * Restores a backup, in one transaction, into a database without rows that has run exactly the backup's migrations. The file decides on
 * nothing but rows: its tables, columns and sequences must be the database's, and partitions are made anew from their parsed bounds.
 * @throws StartupError when the file is not a complete backup, not known to be one's own and not trusted, the migrations differ, or a table
 *   has rows; Error when the database or the source fails
 */
export async function restoreBackup(pool: pg.Pool, source: Readable, options: RestoreOptions): Promise<BackupSummary> {
  // Before the first await: the source may fail at once, and an unhandled error would end the process.
  const reader = createBackupReader(source, options)
  let client: pg.PoolClient | undefined
  let whole = false
  try {
    client = await pool.connect()
    await client.query('BEGIN')
    await client.query(TRANSFER_SETTINGS)
    const header = await readHeader(reader, options)
    requireSameMigrations(header.migrations, await listApplied(client))
    const tables = await listTables(client)
    await requireNoRows(client, tables)
    await makePartitions(client, header.partitions, tables)
    const summary = await fill(client, tables, (visitor) => readContents(reader, header, options, visitor))
    await options.beforeCommit?.(client)
    await client.query('COMMIT')
    whole = true
    return summary
  } catch (error) {
    throw isAboutContents(error) ? new StartupError(DAMAGED, { cause: error }) : error
  } finally {
    // A failed restore closes its session, which rolls everything back whatever the state of the COPY.
    client?.release(!whole)
    source.destroy()
  }
}

/** Whether the database refused what the file contains: data, constraints, names. */
function isAboutContents(error: unknown): boolean {
  const { code, severity } = error as { readonly code?: unknown; readonly severity?: unknown }
  return severity !== undefined && /^(?:22|23|42(?!501))/.test(String(code))
}

/** Has `read` fill the tables with their triggers disabled, since those have already shaped the stored rows, and set the sequences. */
async function fill(
  client: pg.PoolClient,
  tables: readonly StoredTable[],
  read: (visitor: ContentsVisitor) => Promise<BackupSummary>,
): Promise<BackupSummary> {
  const sequences = await listSequences(client)
  const missing = new Map(tables.map((stored) => [stored.table, stored]))
  for (const { table } of tables) await client.query(`ALTER TABLE ${client.escapeIdentifier(table)} DISABLE TRIGGER USER`)
  const leaveRole = await enterRestoreRole(client, tables, sequences)
  const summary = await read({
    table(stored, rows) {
      const known = missing.get(stored.table)
      missing.delete(stored.table)
      if (known === undefined || !isSameSet(stored.columns, known.columns)) throw new StartupError(DAMAGED)
      return copyRows(client, stored, rows)
    },
    async sequences(stored) {
      const known = new Set(sequences.map(({ name }) => name))
      if (!stored.every(({ name }) => known.has(name))) throw new StartupError(DAMAGED)
      await setSequences(client, stored)
    },
  })
  await leaveRole()
  // Check deferred constraints now: a table with pending constraint events cannot be altered.
  await client.query('SET CONSTRAINTS ALL IMMEDIATE')
  for (const { table } of tables) await client.query(`ALTER TABLE ${client.escapeIdentifier(table)} ENABLE TRIGGER USER`)
  return summary
}

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && new Set([...one, ...other]).size === one.length

function requireSameMigrations(inFile: readonly AppliedMigration[], inDatabase: readonly AppliedMigration[]): void {
  const differing = Array.from(
    { length: Math.max(inFile.length, inDatabase.length) },
    (_, index) => [inFile[index], inDatabase[index]] as const,
  ).find(([file, database]) => file?.version !== database?.version || file?.checksum !== database?.checksum)
  if (differing === undefined) return
  const [file, database] = differing
  throw new StartupError(
    `The backup and the database are from different releases: at ${file?.name ?? database?.name} the backup has ${file?.name ?? 'nothing more'} and the database ${database?.name ?? 'nothing more'}; restore into a new, empty database`,
  )
}

async function requireNoRows(client: pg.PoolClient, tables: readonly StoredTable[]): Promise<void> {
  for (const { table } of tables) {
    const { rows } = await client.query<{ filled: boolean }>(`SELECT EXISTS (SELECT FROM ${client.escapeIdentifier(table)}) AS filled`)
    if (rows[0]?.filled === true) throw new StartupError(`The database is not empty (table ${table} has rows): restore into an empty one`)
  }
}

async function makePartitions(
  client: pg.PoolClient,
  partitions: readonly StoredPartition[],
  tables: readonly StoredTable[],
): Promise<void> {
  const parents = new Set(tables.map(({ table }) => table))
  for (const { name, parent, bound, key } of partitions) {
    if (!parents.has(parent)) throw new StartupError(DAMAGED)
    parents.add(name)
    const by = key === null ? '' : ` PARTITION BY RANGE (${client.escapeIdentifier(parsePartitionKey(key))})`
    const text = `CREATE TABLE IF NOT EXISTS ${client.escapeIdentifier(name)} PARTITION OF ${client.escapeIdentifier(parent)} ${formatBound(bound)}${by}`
    // The extended protocol takes one statement only.
    const statement: pg.QueryConfig & { readonly queryMode: 'extended' } = { text, queryMode: 'extended' }
    await client.query(statement)
  }
}

async function copyRows(client: pg.PoolClient, { table, columns }: StoredTable, pieces: AsyncGenerator<Buffer>): Promise<number> {
  const names = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  const copy = client.query(copyFrom(`COPY ${client.escapeIdentifier(table)} (${names}) FROM STDIN`))
  await pipeline(pieces, copy)
  return copy.rowCount
}

async function setSequences(client: pg.PoolClient, sequences: readonly StoredSequence[]): Promise<void> {
  for (const { name, lastValue, isCalled } of sequences) {
    await client.query('SELECT setval(format($$%I$$, $1::text)::regclass, $2::bigint, $3)', [name, lastValue, isCalled])
  }
}
