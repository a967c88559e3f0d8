import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { StartupError } from '../../startup-error.ts'
import { listApplied } from '../migration-state.ts'
import { listPartitions, listSequences, listTables } from './catalog.ts'
import { copyOut } from './copy.ts'
import { BACKUP_FORMAT, BACKUP_FORMAT_VERSION, type BackupHeader, type BackupRecord, type BackupSummary, END_OF_ROWS } from './format.ts'

/**
 * Writes all rows of the schema, as of one moment, into one gzip stream while the service keeps running. Memory use is constant. Ends
 * `destination`; a file is complete only once this resolves.
 * @throws StartupError when the database was never migrated; Error when the database or the destination fails
 */
export async function backup(pool: pg.Pool, destination: Writable): Promise<BackupSummary> {
  const gzip = createGzip()
  // Before the first await: the destination may fail at once, and an unhandled error would end the process.
  const written = pipeline(gzip, destination)
  written.catch(() => undefined)
  let client: pg.PoolClient | undefined
  let whole = false
  try {
    client = await pool.connect()
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await client.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0')
    const summary = await writeAll(client, gzip)
    await client.query('COMMIT')
    gzip.end()
    await written
    whole = true
    return summary
  } catch (error) {
    gzip.destroy(error as Error)
    await written.catch(() => undefined)
    throw error
  } finally {
    client?.release(!whole)
  }
}

async function writeAll(client: pg.PoolClient, sink: Writable): Promise<BackupSummary> {
  const migrations = await listApplied(client)
  if (migrations.length === 0) throw new StartupError('There is nothing to back up: the database has no schema yet')
  const header: BackupHeader = {
    format: BACKUP_FORMAT,
    formatVersion: BACKUP_FORMAT_VERSION,
    migrations,
    partitions: await listPartitions(client),
  }
  await writeLine(sink, header)
  const tables = await listTables(client)
  let rows = 0
  for (const stored of tables) {
    await writeLine(sink, stored satisfies BackupRecord)
    // A query, since COPY cannot name a partitioned table.
    const columns = stored.columns.map((name) => client.escapeIdentifier(name)).join(', ')
    rows += await copyOut(client, `COPY (SELECT ${columns} FROM ${client.escapeIdentifier(stored.table)}) TO STDOUT`, sink)
    await write(sink, END_OF_ROWS)
  }
  const summary: BackupSummary = { tables: tables.length, rows }
  await writeLine(sink, { sequences: await listSequences(client) } satisfies BackupRecord)
  await writeLine(sink, { end: summary } satisfies BackupRecord)
  return summary
}

async function writeLine(sink: Writable, record: BackupHeader | BackupRecord): Promise<void> {
  await write(sink, `${JSON.stringify(record)}\n`)
}

async function write(sink: Writable, text: string): Promise<void> {
  if (sink.destroyed) throw sink.errored ?? new Error('The destination was closed')
  if (sink.write(text)) return
  const closed = new AbortController()
  const onClose = (): void => closed.abort(sink.errored ?? new Error('The destination was closed'))
  sink.once('close', onClose)
  try {
    await once(sink, 'drain', { signal: closed.signal })
  } finally {
    sink.off('close', onClose)
  }
}
