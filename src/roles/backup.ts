import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Config } from '../config/config.ts'
import { backup } from '../platform/db/backup/backup.ts'
import { restore } from '../platform/db/backup/restore.ts'
import { createLogger } from '../platform/log.ts'
import { StartupError } from '../platform/startup-error.ts'
import { openStorage } from '../services/storage.ts'

/** `backup FILE`: all rows as of one moment. The file gets its name when it is whole. */
export async function backupTo(config: Config, [file]: readonly string[]): Promise<void> {
  if (file === undefined) throw new StartupError('backup needs the name of the file to write')
  const storage = await openStorage(config, createLogger({ level: config.LOG_LEVEL }))
  const draft = `${file}.part`
  try {
    const { tables, rows } = await backup(storage.database.pool, createWriteStream(draft, { mode: 0o600 }))
    await rename(draft, file)
    console.log(`${rows} rows of ${tables} tables are in ${file}`)
  } catch (error) {
    await rm(draft, { force: true })
    throw asFileFault(error, file)
  } finally {
    await storage.close()
  }
}

/** `restore FILE`: into a database that has no rows yet, all or nothing. */
export async function restoreFrom(config: Config, [file]: readonly string[]): Promise<void> {
  if (file === undefined) throw new StartupError('restore needs the name of the file to read')
  const storage = await openStorage(config, createLogger({ level: config.LOG_LEVEL }))
  try {
    const { tables, rows } = await restore(storage.database.pool, createReadStream(file))
    console.log(`${rows} rows of ${tables} tables are restored from ${file}`)
  } catch (error) {
    throw asFileFault(error, file)
  } finally {
    await storage.close()
  }
}

function asFileFault(error: unknown, file: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException
  return syscall === undefined ? error : new StartupError(`${file} cannot be used (${code})`, { cause: error })
}
