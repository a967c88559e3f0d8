import { parseEmailAddress, parsePassword, parsePrintableText, parseAccessToken } from '../parsers.ts'
import type { Variables } from '../reader.ts'
import { parseDatabaseUrl, parseValkeyUrl } from '../urls.ts'
import { DIRECTORY, SWITCH } from './kinds.ts'

export const STORAGE = {
  DATABASE_URL: {
    group: 'Storage',
    type: '`postgres://` URL',
    parse: parseDatabaseUrl,
    default: null,
    secret: true,
    meaning: 'PostgreSQL server; unset: the embedded PostgreSQL in DATA_DIR. TLS and special characters: docs/operations.md',
  },
  DATA_DIR: {
    group: 'Storage',
    ...DIRECTORY,
    default: './data',
    meaning: 'The embedded database, emails in files, generated secrets (mode 0600)',
  },
  BACKUP_DIR: {
    group: 'Storage',
    ...DIRECTORY,
    default: null,
    defaultNote: 'DATA_DIR/backups',
    meaning: 'Backups by schedule and from the back office; shared by all nodes, better on another disk',
  },
  BACKUP_KEY: {
    group: 'Storage',
    type: 'text, at least 16 characters',
    parse: parseAccessToken,
    default: null,
    secret: true,
    meaning: 'Encrypts backups, if set; the same on all nodes. Keep it elsewhere: without it they cannot be restored',
  },
  VALKEY_URL: {
    group: 'Storage',
    type: '`redis://` or `rediss://` URL',
    parse: parseValkeyUrl,
    default: null,
    secret: true,
    meaning: 'Valkey or Redis for the second-level cache and shared rate limits',
  },
  ADMIN_SECRET: {
    group: 'Storage',
    type: 'text',
    parse: parsePrintableText,
    default: null,
    defaultNote: 'generated in DATA_DIR; required with DATABASE_URL',
    secret: true,
    meaning:
      'Encrypts stored keys, two-factor secrets and the key of the address hashes; must be the same on all nodes. Change it with `npm run rotate-secret` (docs/operations.md)',
  },
  ADMIN_SECRET_NEW: {
    group: 'Storage',
    type: 'text, at least 16 characters',
    parse: parsePrintableText,
    default: null,
    secret: true,
    meaning: 'Only for `npm run rotate-secret`: the new ADMIN_SECRET',
  },
  ADMIN_EMAIL: {
    group: 'Back office',
    type: 'email address',
    parse: parseEmailAddress,
    default: null,
    meaning: 'With ADMIN_PASSWORD, makes the first admin, an owner; otherwise the start logs a link to make it',
  },
  ADMIN_PASSWORD: {
    group: 'Back office',
    type: 'text, 10 to 200 characters',
    parse: parsePassword,
    default: null,
    secret: true,
    meaning: 'Password of the first admin, refused if easy to guess; remove it once the account exists',
  },
  ALLOW_DEV_ADMIN_BYPASS: {
    group: 'Back office',
    ...SWITCH,
    default: 'off',
    meaning: 'No sign-in to the back office over loopback; only with NODE_ENV=development and a loopback HOST',
  },
} as const satisfies Variables
