import type { Config } from '../config/config.ts'
import { administer } from './admin.ts'
import { backupTo, restoreFrom } from './backup.ts'
import { migrateOnly } from './migrate.ts'
import { rotateSecret } from './rotate-secret.ts'
import { serve } from './serve.ts'

/** The roles that the program can be started in. */
export const ROLES: Readonly<Record<string, (config: Config, args: readonly string[]) => Promise<void>>> = {
  serve,
  migrate: migrateOnly,
  backup: backupTo,
  restore: restoreFrom,
  admin: administer,
  'rotate-secret': rotateSecret,
}
