import { emailAddress, password, printable } from '../parsers.ts'
import type { Variables } from '../reader.ts'
import { databaseUrl, valkeyUrl } from '../urls.ts'
import { DIRECTORY, SWITCH } from './kinds.ts'

export const STORAGE = {
  DATABASE_URL: {
    group: 'Storage',
    type: '`postgres://` URL',
    parse: databaseUrl,
    default: null,
    secret: true,
    meaning: 'PostgreSQL server; unset: the embedded PostgreSQL in DATA_DIR',
  },
  DATA_DIR: {
    group: 'Storage',
    ...DIRECTORY,
    default: './data',
    meaning: 'Directory for the embedded database, emails written to files and generated secrets (mode 0600)',
  },
  BACKUP_DIR: {
    group: 'Storage',
    ...DIRECTORY,
    default: null,
    defaultNote: 'DATA_DIR/backups',
    meaning:
      'Directory for the backups that are made by schedule or from the back office; with several nodes one that all of them share, better on another disk than the database',
  },
  VALKEY_URL: {
    group: 'Storage',
    type: '`redis://` or `rediss://` URL',
    parse: valkeyUrl,
    default: null,
    secret: true,
    meaning: 'Valkey or Redis for the second-level cache and shared rate limits',
  },
  ADMIN_SECRET: {
    group: 'Storage',
    type: 'text',
    parse: printable,
    default: null,
    defaultNote: 'generated in DATA_DIR; required with DATABASE_URL',
    secret: true,
    meaning:
      'Encrypts stored keys, two-factor secrets and the key of the address hashes; must be the same on all nodes. Change it with `npm run rotate-secret` (docs/operations.md)',
  },
  ADMIN_SECRET_NEW: {
    group: 'Storage',
    type: 'text, at least 16 characters',
    parse: printable,
    default: null,
    secret: true,
    meaning: 'Only for `npm run rotate-secret`: the new ADMIN_SECRET',
  },
  ADMIN_EMAIL: {
    group: 'Back office',
    type: 'email address',
    parse: emailAddress,
    default: null,
    meaning:
      'With ADMIN_PASSWORD, makes the first admin, an owner, when there is none; never touches an existing one. Without them, the start logs a link to make it in a browser',
  },
  ADMIN_PASSWORD: {
    group: 'Back office',
    type: 'text, 10 to 200 characters',
    parse: password,
    default: null,
    secret: true,
    meaning: 'Password of the first admin, refused if it is easy to guess; remove it once the account exists',
  },
  ALLOW_DEV_ADMIN_BYPASS: {
    group: 'Back office',
    ...SWITCH,
    default: 'off',
    meaning: 'Disables sign-in to the back office for requests over loopback; only with NODE_ENV=development and a loopback HOST',
  },
} as const satisfies Variables
