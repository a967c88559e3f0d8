import type { Variables } from './variable.ts'

export const STORAGE = {
  DATABASE_URL: {
    group: 'Storage',
    type: '`postgres://` URL',
    default: null,
    secret: true,
    meaning: 'PostgreSQL to use; unset: the embedded PostgreSQL in DATA_DIR',
  },
  DATA_DIR: {
    group: 'Storage',
    type: 'directory',
    default: './data',
    meaning: 'Embedded database, mail written to files, generated secrets (mode 0600)',
  },
  VALKEY_URL: {
    group: 'Storage',
    type: '`redis://` or `rediss://` URL',
    default: null,
    secret: true,
    meaning: 'Valkey or Redis for the second-level cache and the limits that nodes share',
  },
  ADMIN_SECRET: {
    group: 'Storage',
    type: 'text',
    default: null,
    defaultNote: 'generated in DATA_DIR; required with DATABASE_URL',
    secret: true,
    meaning:
      'Seals stored keys, second factors and the key of the hashes of addresses; the same on every node. `npm run rotate-secret` changes it (docs/operations.md)',
  },
  ADMIN_SECRET_NEW: {
    group: 'Storage',
    type: 'text, at least 16 characters',
    default: null,
    secret: true,
    meaning: 'Read by `npm run rotate-secret` only: what ADMIN_SECRET is to be from then on',
  },
  ADMIN_EMAIL: {
    group: 'Back office',
    type: 'e-mail address',
    default: null,
    meaning:
      'With ADMIN_PASSWORD, makes the first admin, an owner, when there is none; never touches an existing one. `npm run admin -- create` does the same',
  },
  ADMIN_PASSWORD: {
    group: 'Back office',
    type: 'text, 10 to 200 characters',
    default: null,
    secret: true,
    meaning: 'Password of the first admin; take it out again once there is one',
  },
  ALLOW_DEV_ADMIN_BYPASS: {
    group: 'Back office',
    type: 'switch',
    default: 'off',
    meaning:
      'Lifts the session requirement of the back office for requests over loopback; only with NODE_ENV=development and a loopback HOST',
  },
} as const satisfies Variables
