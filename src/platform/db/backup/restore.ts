import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { StartupError } from '../../startup-error.ts'
import { type AppliedMigration, listApplied } from '../migration-state.ts'
import { listTables, type StoredPartition, type StoredSequence, type StoredTable } from './catalog.ts'
import type { BackupSummary } from './format.ts'
import { readContents, readHeader, createReader } from './reader.ts'

/**
 * Restores a backup, in one transaction, into a database without rows that has run exactly the backup's migrations.
 * @throws StartupError when the file is not a complete backup, the migrations differ, or a table has rows; Error when the database or the
 *   source fails
 */
export async function restore(pool: pg.Pool, source: Readable): Promise<BackupSummary> {
  // Before the first await: the source may fail at once, and an unhandled error would end the process.
  const reader = createReader(source)
  let client: pg.PoolClient | undefined
  let whole = false
  try {
    client = await pool.connect()
    await client.query('BEGIN')
    await client.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0')
    const header = await readHeader(reader)
    requireSameMigrations(header.migrations, await listApplied(client))
    await requireNoRows(client)
    await makePartitions(client, header.partitions)
    const into = client
    const summary = await readContents(reader, {
      table: (stored, rows) => fillTable(into, stored, rows),
      sequences: (sequences) => setSequences(into, sequences),
    })
    await client.query('COMMIT')
    whole = true
    return summary
  } finally {
    // A failed restore closes its session, which rolls everything back whatever the state of the COPY.
    client?.release(!whole)
    source.destroy()
  }
}

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

async function requireNoRows(client: pg.PoolClient): Promise<void> {
  for (const { table } of await listTables(client)) {
    const { rows } = await client.query<{ filled: boolean }>(`SELECT EXISTS (SELECT FROM ${client.escapeIdentifier(table)}) AS filled`)
    if (rows[0]?.filled === true) throw new StartupError(`The database is not empty (table ${table} has rows): restore into an empty one`)
  }
}

async function makePartitions(client: pg.PoolClient, partitions: readonly StoredPartition[]): Promise<void> {
  for (const { name, parent, bound, key } of partitions) {
    const by = key === null ? '' : ` PARTITION BY ${key}`
    await client.query(
      `CREATE TABLE IF NOT EXISTS ${client.escapeIdentifier(name)} PARTITION OF ${client.escapeIdentifier(parent)} ${bound}${by}`,
    )
  }
}

/** Copies rows with triggers disabled: they have already shaped the stored rows. */
async function fillTable(client: pg.PoolClient, { table, columns }: StoredTable, pieces: AsyncGenerator<Buffer>): Promise<number> {
  const name = client.escapeIdentifier(table)
  await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`)
  const copy = client.query(copyFrom(`COPY ${name} (${columns.map((column) => client.escapeIdentifier(column)).join(', ')}) FROM STDIN`))
  await pipeline(pieces, copy)
  // Check deferred constraints now: a table with pending constraint events cannot be altered.
  await client.query('SET CONSTRAINTS ALL IMMEDIATE')
  await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`)
  return copy.rowCount
}

async function setSequences(client: pg.PoolClient, sequences: readonly StoredSequence[]): Promise<void> {
  for (const { name, lastValue, isCalled } of sequences) {
    await client.query('SELECT setval(format($$%I$$, $1::text)::regclass, $2::bigint, $3)', [name, lastValue, isCalled])
  }
}
