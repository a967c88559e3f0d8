import type { Readable } from 'node:stream'
import { StartupError } from '../../startup-error.ts'
import { migrate, type MigrateOptions } from '../migrate.ts'
import { readMigrations } from '../migration-files.ts'
import { listApplied } from '../migration-state.ts'
import type { BackupHeader } from './format.ts'
import { readContents, readHeader, createReader } from './reader.ts'

const NEWLINE = 0x0a

/**
 * Reads a whole backup without storing anything, so that a damaged file is found before anything is changed.
 * @throws StartupError when the backup is incomplete or damaged; Error when the source fails
 */
export async function checkBackup(source: Readable): Promise<BackupHeader> {
  const reader = createReader(source)
  try {
    const header = await readHeader(reader)
    await readContents(reader, { table: async (_, rows) => countLines(rows), sequences: async () => undefined })
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
  if ((await listApplied(pool)).length === 0) await migrate({ pool, folder, log, upTo: migrations.at(-1)?.version ?? 0 })
}

/** Counts rows: each is one line, since COPY escapes a line end within a row as `\n`. */
async function countLines(pieces: AsyncIterable<Buffer>): Promise<number> {
  let lines = 0
  for await (const piece of pieces) for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) lines++
  return lines
}
