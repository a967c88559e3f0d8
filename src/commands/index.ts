import type { Config } from '../config/config.ts'

type Role = (config: Config, args: readonly string[]) => Promise<void>

/** The roles in which the program can be started. Each is loaded only when used: the whole service takes a second of processor time. */
export const ROLES: Readonly<Record<string, Role>> = {
  serve: async (config) => (await import('./serve.ts')).serve(config),
  worker: async (config) => (await import('./worker.ts')).work(config),
  migrate: async (config) => (await import('./migrate.ts')).migrateOnly(config),
  backup: async (...given) => (await import('./backup.ts')).backupTo(...given),
  restore: async (...given) => (await import('./backup.ts')).restoreFrom(...given),
  admin: async (...given) => (await import('./admin.ts')).administer(...given),
  'rotate-secret': async (...given) => (await import('./rotate-secret.ts')).rotateSecret(...given),
}
