import { openStorage } from '../composition/storage.ts'
import type { Config } from '../config/config.ts'
import { createLogger } from '../platform/log.ts'

/** Migrates the database to the newest migration and exits; `serve` does the same at start. */
export async function migrateOnly(config: Config): Promise<void> {
  const storage = await openStorage(config, createLogger({ level: config.LOG_LEVEL }))
  await storage.close()
}
