import { hostname } from 'node:os'
import type pg from 'pg'
import type { BackupKeys } from '../../../platform/db/backup/keys.ts'
import { migrateForBackup, checkBackup } from '../../../platform/db/backup/prepare.ts'
import { restoreBackup } from '../../../platform/db/backup/restore.ts'
import type { Database } from '../../../platform/db/database.ts'
import { migrateDatabase } from '../../../platform/db/migrate.ts'
import type { Logger } from '../../../platform/log.ts'
import { openAll } from '../../../platform/secrets/reseal-store.ts'
import type { SealedPlace } from '../../../platform/secrets/sealed-place.ts'
import type { Sealing } from '../../../platform/secrets/sealing.ts'
import { StartupError } from '../../../platform/startup-error.ts'
import type { Job, JobContext, JobResult } from '../jobs/index.ts'
import type { BackupFolder } from './folder.ts'
import { createScratch } from './scratch-store.ts'

export interface RestoreTestOptions {
  readonly folder: BackupFolder
  readonly pool: pg.Pool
  readonly keys: BackupKeys
  /** Opens another database of the same server. */
  readonly openDatabase: (name: string) => Promise<Database<unknown>>
  readonly migrations: URL
  readonly places: readonly SealedPlace[]
  readonly sealing: Pick<Sealing, 'open'>
  readonly log: Logger
}

/** Insufficient privilege, from CREATE DATABASE. */
const NOT_ALLOWED = '42501'

/**
 * Restores the newest backup into a database of its own, migrates it, counts its rows, opens its secrets, and drops it. The room for a second
 * database is needed meanwhile.
 */
export function restoreTest({ folder, pool, keys, openDatabase, migrations, places, sealing, log }: RestoreTestOptions): Job {
  const scratch = createScratch(pool)

  async function run({ signal }: JobContext): Promise<JobResult> {
    const [newest] = await folder.list()
    if (newest === undefined) return { status: 'failed', error: `${folder.path} on ${hostname()} has no backup` }
    const about = { file: newest.name, node: hostname() }
    const header = await checkBackup(folder.read(newest.name), { keys, signal })
    signal.throwIfAborted()
    const name = await scratch.create()
    const database = await openDatabase(name)
    try {
      await migrateForBackup(header, { pool: database.pool, folder: migrations, log })
      const counts = await restoreBackup(database.pool, folder.read(newest.name), { keys, signal })
      const rows = await scratch.countRows(database.pool)
      if (rows < counts.rows)
        return { status: 'failed', error: `${newest.name} has ${counts.rows} rows, of which ${rows} were restored`, ...about }
      await migrateDatabase({ pool: database.pool, folder: migrations, log, what: 'the copy that the restore test made' })
      const { opened, unreadable } = await openAll(database.kysely, places, sealing)
      if (unreadable.length > 0) return { status: 'failed', error: secretsText(newest.name, unreadable), ...about }
      return { status: 'completed', ...about, ...counts, secrets: opened }
    } finally {
      await database.close()
      await scratch.drop()
    }
  }

  async function explained(context: JobContext): Promise<JobResult> {
    try {
      return await run(context)
    } catch (error) {
      const { code, syscall } = error as NodeJS.ErrnoException
      if (code === NOT_ALLOWED)
        return { status: 'failed', error: 'The database user may not create a database for the test: ALTER USER … CREATEDB' }
      if (error instanceof StartupError || syscall !== undefined) return { status: 'failed', error: (error as Error).message }
      throw error
    }
  }
  return { name: 'restore-test', run: explained }
}

function secretsText(file: string, unreadable: readonly { readonly table: string }[]): string {
  const tables = [...new Set(unreadable.map(({ table }) => table))].join(', ')
  return `ADMIN_SECRET does not decrypt ${unreadable.length} secrets of ${file} (${tables})`
}
