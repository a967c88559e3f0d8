import type { Config } from '../config/config.ts'

interface Command {
  /** For the list of commands; null: it is none for people. */
  readonly summary: string | null
  /** Loads the command only when it is used: the whole service takes a second of processor time. */
  run(config: Config, args: readonly string[]): Promise<void>
}

/** What the program can be started as. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  serve: {
    summary: 'serve until SIGTERM or SIGINT; the default',
    run: async (config) => (await import('./serve.ts')).serve(config),
  },
  worker: { summary: null, run: async (config) => (await import('./worker.ts')).serveAsWorker(config) },
  check: {
    summary: 'check the configuration, the database, the providers and the mail server, without starting anything',
    run: async (config) => (await import('./check.ts')).checkSetup(config),
  },
  migrate: {
    summary: 'bring the database to this version, as a start does',
    run: async (config) => (await import('./migrate.ts')).migrateOnly(config),
  },
  backup: { summary: 'FILE: write all data to a file', run: async (...given) => (await import('./backup.ts')).writeBackupFile(...given) },
  restore: {
    summary: 'FILE: read a backup into an empty database',
    run: async (...given) => (await import('./backup.ts')).restoreFrom(...given),
  },
  admin: {
    summary: 'create, list, reset-password, setup-link, key, explain-alert, load-areas, load-places',
    run: async (...given) => (await import('./admin.ts')).runAdminCommand(...given),
  },
  'rotate-secret': {
    summary: 'replace ADMIN_SECRET',
    run: async (...given) => (await import('./rotate-secret.ts')).rotateSecret(...given),
  },
  weather: {
    summary: 'PLACE: the weather of a place in this terminal',
    run: async (...given) => (await import('./weather.ts')).showWeather(...given),
  },
  mcp: {
    summary: 'a server of the Model Context Protocol over standard input and output',
    run: async (...given) => (await import('./mcp.ts')).serveMcp(...given),
  },
}

/** The list of commands, one on each line. */
export function formatUsage(): string {
  const lines = Object.entries(COMMANDS).flatMap(([name, { summary }]) => (summary === null ? [] : `  ${name.padEnd(14)} ${summary}`))
  return [
    'usage: isobar [COMMAND]',
    '',
    ...lines,
    '',
    '  --version      print the version',
    '  --help         print this list',
    '',
    'Settings are environment variables, or lines of a file .env in the current folder: docs/configuration.md',
  ].join('\n')
}
