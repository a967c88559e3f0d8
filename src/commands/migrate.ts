import type { Config } from '../config/config.ts'
import { createLogger } from '../platform/log.ts'
import { openStorage } from '../composition/storage.ts'

/** Brings the database to the newest migration and exits; serving does the same at start. */
export async function migrateOnly(config: Config): Promise<void> {
  const storage = await openStorage(config, createLogger({ level: config.LOG_LEVEL }))
  await storage.close()
}
