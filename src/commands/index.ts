import type { Config } from '../config/config.ts'
import { StartupError } from '../platform/startup-error.ts'

type Role = (config: Config, args: readonly string[]) => Promise<void>

/** The roles in which the program can be started. Each is loaded only when used: the whole service takes a second of processor time. */
export const ROLES: Readonly<Record<string, Role>> = {
  serve: async (config) => (await import('./serve.ts')).serve(config),
  worker: async (config) => (await import('./worker.ts')).work(config),
  migrate: async (config) => (await import('./migrate.ts')).migrateOnly(config),
  backup: async (...given) => (await import('./backup.ts')).backupTo(...given),
  restore: async (...given) => (await import('./backup.ts')).restoreFrom(...given),
  admin: async (...given) => (await import('./admin.ts')).administer(...given),
  weather: async (...given) => (await built(import('./weather.ts'))).showWeather(...given),
  mcp: async (...given) => (await built(import('./mcp.ts'))).serveMcp(...given),
  'rotate-secret': async (...given) => (await import('./rotate-secret.ts')).rotateSecret(...given),
}

/** A release has the site's sources in its build only. @throws StartupError if that is not what runs */
async function built<T>(module: Promise<T>): Promise<T> {
  try {
    return await module
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new StartupError('this command is part of the build, which is missing or older than its sources', { cause: error })
  }
}
