import { createReadStream, createWriteStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { checkBackup, migrateForBackup } from '../../src/platform/db/backup/prepare.ts'
import { restoreBackup } from '../../src/platform/db/backup/restore.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { startEmbeddedPostgres } from '../../src/platform/db/embedded/embedded.ts'
import { putCluster } from './cluster.ts'
import { PATIENCE, PRODUCT_MIGRATIONS } from './database.ts'

const FIXTURES = fileURLToPath(new URL('../fixtures/releases/', import.meta.url))
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** The oldest fixtures are not signed. */
const TRUSTED = { keys: { signing: null, encryption: null }, trust: true }

/** The secret that every release fixture was made with. */
export const FIXTURE_SECRET = 'test-admin-secret-0123456789'
export const FIXTURE_OWNER = { email: 'owner@example.org', password: 'correct horse battery staple' }
export const FIXTURE_CLIENT = 'fixture-client'

/** The releases that have a fixture: `0.1.0`, …. */
export function releases(): string[] {
  return readdirSync(FIXTURES)
    .map((name) => name.replace(/\.backup$/, ''))
    .toSorted()
}

/** Writes the release's fixture to `file` as that release's `npm run backup` did: fixtures are not compressed, so that they can be read. */
export async function writeBackupOf(release: string, file: string): Promise<void> {
  await pipeline(createReadStream(join(FIXTURES, `${release}.backup`)), createGzip(), createWriteStream(file))
}

/** Fills an empty database with the rows of a backup, under the schema of the release that made it. */
export async function fillAsReleased(pool: pg.Pool, backupFile: string): Promise<void> {
  const header = await checkBackup(createReadStream(backupFile), TRUSTED)
  await migrateForBackup(header, { pool, folder: PRODUCT_MIGRATIONS, log: SILENT })
  await restoreBackup(pool, createReadStream(backupFile), TRUSTED)
}

/** Makes the DATA_DIR that the release would have left behind when it stopped. */
export async function makeDataDir(dataDir: string, backupFile: string): Promise<void> {
  await putCluster(dataDir)
  const embedded = await startEmbeddedPostgres({ dataDir, log: SILENT, database: 'isobar' })
  const database = await openDatabase({
    connection: embedded.connection,
    maxConnections: 2,
    log: SILENT,
    applicationName: 'releases',
    patience: PATIENCE,
  })
  try {
    await fillAsReleased(database.pool, backupFile)
  } finally {
    await database.close()
    await embedded.stop()
  }
}
