import type { Readable } from 'node:stream'
import { StartupError } from '../../startup-error.ts'
import { migrateDatabase, type MigrateOptions } from '../migrate.ts'
import { readMigrations } from '../migration-files.ts'
import { listApplied } from '../migration-state.ts'
import { type BackupHeader, formatBound, parsePartitionKey } from './format.ts'
import { createBackupReader, readContents, readHeader, type ReadOptions } from './reader.ts'

const NEWLINE = 0x0a

/**
 * Reads a whole backup without storing anything, so that a damaged file is found before anything is changed.
 * @throws StartupError when the backup is incomplete or damaged, or not known to be one's own and not trusted; Error when the source fails
 */
export async function checkBackup(source: Readable, options: ReadOptions): Promise<BackupHeader> {
  const reader = createBackupReader(source, options)
  try {
    const header = await readHeader(reader, options)
    for (const { bound, key } of header.partitions) {
      formatBound(bound)
      if (key !== null) parsePartitionKey(key)
    }
    await readContents(reader, header, options, { table: async (_, rows) => countLines(rows), sequences: async () => undefined })
    return header
  } finally {
    source.destroy()
  }
}

/**
 * Gives a database without a schema the backup's schema, which may be older than this release. Leaves a database with a schema unchanged.
 * @throws StartupError when the backup was made with migrations that this release does not have
 */
export async function migrateForBackup({ migrations }: BackupHeader, { pool, folder, log }: MigrateOptions): Promise<void> {
  const known = await readMigrations(folder)
  const unknown = migrations.find(({ version, checksum }, index) => known[index]?.version !== version || known[index].checksum !== checksum)
  if (unknown !== undefined)
    throw new StartupError(
      `The backup includes the migration ${unknown.name}, which this release does not have; restore it with a release that has it`,
    )
  if ((await listApplied(pool)).length === 0)
    await migrateDatabase({ pool, folder, log, upTo: migrations.at(-1)?.version ?? 0, what: 'the database that a backup is restored into' })
}

/** Counts rows: each is one line, since COPY escapes a line end within a row as `\n`. */
async function countLines(pieces: AsyncIterable<Buffer>): Promise<number> {
  let lines = 0
  for await (const piece of pieces) for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) lines++
  return lines
}
