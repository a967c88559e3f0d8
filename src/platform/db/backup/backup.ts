import { createHmac } from 'node:crypto'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { StartupError } from '../../startup-error.ts'
import { listApplied } from '../migration-state.ts'
import { listPartitions, listSequences, listTables, TRANSFER_SETTINGS } from './catalog.ts'
import { encryptWith } from './encryption.ts'
import { BACKUP_FORMAT, BACKUP_FORMAT_VERSION, type BackupHeader, type BackupRecord, type BackupSummary, END_OF_ROWS } from './format.ts'
import type { BackupKeys } from './keys.ts'

export interface BackupOptions {
  readonly keys: BackupKeys
  /** Aborts the backup, also if it was aborted before it began. */
  readonly signal?: AbortSignal
}

/**
 * Writes all rows of the schema, as of one instant, into one gzip stream while the service keeps running. Memory use is constant. Ends
 * `destination`; a file is complete only once this resolves.
 * @throws StartupError when the database was never migrated; Error when the database or the destination fails, or the signal aborts
 */
export async function writeBackup(pool: pg.Pool, destination: Writable, { keys, signal }: BackupOptions): Promise<BackupSummary> {
  const summary = { tables: 0, rows: 0 }
  const { signing, encryption } = keys
  if (signing === null) throw new StartupError('There is no secret to sign the backup with')
  const parts = contents(pool, summary, signing.id)
  await pipeline(signed(parts, signing.key), createGzip(), encryptWith(encryption), destination, signal === undefined ? {} : { signal })
  return summary
}

/** Appends the signature of all that is written before it. */
async function* signed(parts: AsyncIterable<string | Buffer>, key: Buffer): AsyncGenerator<string | Buffer> {
  const hmac = createHmac('sha256', key)
  for await (const part of parts) {
    hmac.update(part)
    yield part
  }
  yield line({ signature: hmac.digest('base64url') })
}

/** The parts of a backup, read in one transaction; counts them in `summary`. */
async function* contents(pool: pg.Pool, summary: { tables: number; rows: number }, keyId: string): AsyncGenerator<string | Buffer> {
  const client = await pool.connect()
  let isWhole = false
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await client.query(TRANSFER_SETTINGS)
    const migrations = await listApplied(client)
    if (migrations.length === 0) throw new StartupError('There is nothing to back up: the database has no schema yet')
    const partitions = await listPartitions(client)
    yield line({ format: BACKUP_FORMAT, formatVersion: BACKUP_FORMAT_VERSION, keyId, migrations, partitions })
    for (const stored of await listTables(client)) {
      yield line(stored)
      // A query, since COPY cannot name a partitioned table.
      const columns = stored.columns.map((name) => client.escapeIdentifier(name)).join(', ')
      const copy = client.query(copyTo(`COPY (SELECT ${columns} FROM ${client.escapeIdentifier(stored.table)}) TO STDOUT`))
      yield* copy as AsyncIterable<Buffer>
      yield END_OF_ROWS
      summary.tables++
      summary.rows += copy.rowCount
    }
    yield line({ sequences: await listSequences(client) })
    yield line({ end: summary })
    await client.query('COMMIT')
    isWhole = true
  } finally {
    // A connection with a COPY under way cannot be used again.
    client.release(!isWhole)
  }
}

const line = (record: BackupHeader | BackupRecord): string => `${JSON.stringify(record)}\n`
