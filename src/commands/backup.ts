import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type pg from 'pg'
import { unsignedActor } from '../admin/access/index.ts'
import { BACKUP_WRITTEN, recordAudit } from '../admin/audit/index.ts'
import { MIGRATIONS, openStorage } from '../composition/storage.ts'
import type { Config } from '../config/config.ts'
import { systemClock } from '../platform/clock.ts'
import { backup } from '../platform/db/backup/backup.ts'
import { checkBackup, migrateForBackup } from '../platform/db/backup/prepare.ts'
import { restore } from '../platform/db/backup/restore.ts'
import { migrate } from '../platform/db/migrate.ts'
import { createLogger } from '../platform/log.ts'
import { StartupError } from '../platform/startup-error.ts'

/** `backup FILE`: writes all rows as of one instant. The file gets its name only once it is complete. */
export async function backupTo(config: Config, [file]: readonly string[]): Promise<void> {
  if (file === undefined) throw new StartupError('backup needs the name of the file to write')
  const storage = await openStorage(config, createLogger({ level: config.LOG_LEVEL }))
  const draft = `${file}.part`
  try {
    const { tables, rows } = await backup(storage.database.pool, createWriteStream(draft, { mode: 0o600 }))
    await rename(draft, file)
    // A database that takes no writes can be backed up, too; only the metric does not learn of it.
    await recordAudit(storage.database.kysely, {
      at: systemClock.now(),
      actor: unsignedActor('command line'),
      action: BACKUP_WRITTEN,
      object: { type: 'backup', id: basename(file) },
      after: { tables, rows },
    }).catch((error: unknown) => console.error(`The backup is complete, but could not be recorded: ${(error as Error).message}`))
    console.log(`${rows} rows of ${tables} tables written to ${file}`)
    if (config.ADMIN_SECRET === null)
      console.log(`Keep ${join(config.DATA_DIR, 'admin-secret')} with it: the backup does not contain the secret`)
  } catch (error) {
    await rm(draft, { force: true })
    throw asFileFault(error, file)
  } finally {
    await storage.close()
  }
}

/**
 * `restore FILE`: restores into a database without rows, all or nothing, then migrates a backup of an older release to the current schema.
 * An incomplete file is rejected before a database is started or contacted.
 */
export async function restoreFrom(config: Config, [file]: readonly string[]): Promise<void> {
  if (file === undefined) throw new StartupError('restore needs the name of the file to read')
  const log = createLogger({ level: config.LOG_LEVEL })
  try {
    const header = await checkBackup(createReadStream(file))
    const prepare = (pool: pg.Pool): Promise<void> => migrateForBackup(header, { pool, folder: MIGRATIONS, log })
    const storage = await openStorage(config, log, { prepare })
    const { pool } = storage.database
    try {
      const { tables, rows } = await restore(pool, createReadStream(file))
      console.log(`${rows} rows of ${tables} tables restored from ${file}`)
      await migrate({ pool, folder: MIGRATIONS, log })
    } finally {
      await storage.close()
    }
  } catch (error) {
    throw asFileFault(error, file)
  }
}

function asFileFault(error: unknown, file: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException
  return syscall === undefined ? error : new StartupError(`${file} cannot be used (${code})`, { cause: error })
}
