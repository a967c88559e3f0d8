import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type pg from 'pg'
import { buildUnsignedActor } from '../admin/access/index.ts'
import { BACKUP_WRITTEN, recordAudit } from '../admin/audit/index.ts'
import { MIGRATIONS, openStorage } from '../composition/storage.ts'
import { findAdminSecret, loadAdminSecret } from '../config/admin-secret.ts'
import type { Config } from '../config/config.ts'
import { systemClock } from '../platform/clock.ts'
import { writeBackup } from '../platform/db/backup/backup.ts'
import { createBackupKeys } from '../platform/db/backup/keys.ts'
import { checkBackup, migrateForBackup } from '../platform/db/backup/prepare.ts'
import { restoreBackup } from '../platform/db/backup/restore.ts'
import { recordRestore } from '../platform/db/hold.ts'
import { migrateDatabase } from '../platform/db/migrate.ts'
import { createLogger } from '../platform/log.ts'
import { createSealing } from '../platform/secrets/sealing.ts'
import { StartupError } from '../platform/startup-error.ts'
import { readArguments } from './arguments.ts'

/** `backup FILE`: writes all rows as of one instant. The file gets its name only once it is complete. */
export async function writeBackupFile(config: Config, [file]: readonly string[]): Promise<void> {
  if (file === undefined) throw new StartupError('backup needs the name of the file to write')
  const storage = await openStorage(config, createLogger({ level: config.LOG_LEVEL }))
  const draft = `${file}.part`
  const keys = createBackupKeys(createSealing(await loadAdminSecret(config)), config.BACKUP_KEY)
  try {
    const { tables, rows } = await writeBackup(storage.database.pool, createWriteStream(draft, { mode: 0o600 }), { keys })
    await rename(draft, file)
    // A database that takes no writes can be backed up, too; only the metric does not learn of it.
    await recordAudit(storage.database.kysely, {
      at: systemClock.now(),
      actor: buildUnsignedActor('command line'),
      action: BACKUP_WRITTEN,
      object: { type: 'backup', id: basename(file) },
      after: { tables, rows },
    }).catch((error: unknown) => console.error(`The backup is complete, but could not be recorded: ${(error as Error).message}`))
    console.log(`${rows} rows of ${tables} tables written to ${file}`)
    if (config.ADMIN_SECRET === null)
      console.log(`Keep ${join(config.DATA_DIR, 'admin-secret')} with it: the backup does not contain the secret, with which it is signed`)
  } catch (error) {
    await rm(draft, { force: true })
    throw asFileFault(error, file)
  } finally {
    await storage.close()
  }
}

const RESTORE_USAGE = `restore needs the name of the file to read: restore [--trust] [--live] FILE
--trust: also a file that was not signed with this ADMIN_SECRET. What it contains becomes yours: accounts, settings, addresses.
--live: the service sends mails and runs jobs at once. Otherwise it holds them until somebody releases it in the back office, so that a copy
beside the original sends nothing.`

/**
 * `restore FILE`: restores into a database without rows, all or nothing, then migrates a backup of an older release to the current schema.
 * An incomplete or foreign file is rejected before a database is started or contacted.
 */
export async function restoreFrom(config: Config, args: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(args, { trust: { type: 'boolean' }, live: { type: 'boolean' } }, RESTORE_USAGE)
  const [file] = positionals
  if (file === undefined || positionals.length > 1) throw new StartupError(RESTORE_USAGE)
  const { trust = false, live = false } = values
  const log = createLogger({ level: config.LOG_LEVEL })
  const secret = await findAdminSecret(config)
  const options = { keys: createBackupKeys(secret === null ? null : createSealing(secret), config.BACKUP_KEY), trust }
  try {
    const header = await checkBackup(createReadStream(file), options)
    const prepare = (pool: pg.Pool): Promise<void> => migrateForBackup(header, { pool, folder: MIGRATIONS, log })
    const storage = await openStorage(config, log, { prepare })
    const { pool } = storage.database
    try {
      const at = systemClock.now()
      const { tables, rows } = await restoreBackup(pool, createReadStream(file), {
        ...options,
        beforeCommit: (client) => recordRestore(client, { at, file: basename(file), isOnHold: !live }),
      })
      console.log(`${rows} rows of ${tables} tables restored from ${file}`)
      await migrateDatabase({ pool, folder: MIGRATIONS, log })
      await recordAudit(storage.database.kysely, {
        at,
        actor: buildUnsignedActor('command line'),
        action: 'backup.restore',
        object: { type: 'backup', id: basename(file) },
        after: { tables, rows, trusted: trust, held: !live },
      })
      if (!live) console.log('It sends nothing and runs no jobs until an owner releases it in the back office')
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
