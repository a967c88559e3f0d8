import { createIdentify, type Identify } from '../features/accounts/access/index.ts'
import { type AuditStore, createAuditStore } from '../features/accounts/audit/index.ts'
import { type Auth, openAuth } from '../features/accounts/sign-in/index.ts'
import type { GeoIp } from '../features/weather/places/index.ts'
import {
  createInvitations,
  createResets,
  createSessions,
  createUsers,
  deleteLinksBefore,
  type Invitations,
  type Resets,
  type Sessions,
  type Users,
} from '../features/accounts/users/index.ts'
import type { Foundation } from './foundation.ts'
import { createPasswords, type Passwords } from '../platform/secrets/passwords.ts'
import { DAY_MS } from '../time.ts'

/** Who may open the back office, and how they prove it. */
export interface Accounts extends Auth {
  readonly users: Users
  readonly sessions: Sessions
  readonly invitations: Invitations
  readonly resets: Resets
  readonly audit: AuditStore
  readonly identify: Identify
  readonly passwords: Passwords
  /** Makes the first admin that ADMIN_EMAIL and ADMIN_PASSWORD ask for, or says how to make one, where there is none. */
  prepare(): Promise<void>
}

export interface AccountParts {
  readonly foundation: Foundation
  readonly geoIp: GeoIp
  /** Tells the workers that there is a mail. */
  readonly wakeMail: () => void
}

/** Expired links go on being told from unknown ones for so long. */
const LINKS_KEPT_MS = 30 * DAY_MS
const AUDIT_KEPT_MS = 730 * DAY_MS

export function openAccounts({ foundation, geoIp, wakeMail }: AccountParts): Accounts {
  const { config, storage, sealing, keyring, clock, clientHash, onError, log } = foundation
  const db = storage.database.kysely
  const passwords = createPasswords()
  const sessions = createSessions(db, clock)
  const options = { db, passwords, sealing, clock, onMail: wakeMail }
  const users = createUsers(options)
  const auth = openAuth({
    db,
    passwords,
    sealing,
    sessions,
    clock,
    onMail: wakeMail,
    accountHash: (key) => keyring.passingHash('account', key),
    onError,
  })
  const audit = createAuditStore(db)
  return {
    ...auth,
    users,
    sessions,
    passwords,
    audit,
    invitations: createInvitations({ ...options, sessions }),
    resets: createResets(options),
    identify: createIdentify({
      findSession: (token) => sessions.find(token).then((found) => (found === null ? null : { sessionId: found.id, user: found.user })),
      clientHash,
      countryOf: (ip) => geoIp.find(ip).then((region) => region?.country ?? null),
      devBypass: config.ALLOW_DEV_ADMIN_BYPASS,
    }),
    async prepare() {
      const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = config
      if (email !== null && password !== null) {
        const actor = { userId: null, name: 'environment', client: null, country: null, requestId: null }
        const made = await users.createFirst({ email, displayName: email.slice(0, email.lastIndexOf('@')), password }, actor)
        if (made !== null) log.info('the first admin account was created; ADMIN_PASSWORD is no longer needed')
      } else if (!(await users.any())) {
        log.info('there is no admin account yet: set ADMIN_EMAIL and ADMIN_PASSWORD, or run `npm run admin -- create`')
      }
    },
    async sweep() {
      const now = clock.now()
      await auth.sweep()
      await sessions.sweep()
      while ((await deleteLinksBefore(db, now - LINKS_KEPT_MS)) > 0);
      while ((await audit.deleteBefore(now - AUDIT_KEPT_MS)) > 0);
    },
  }
}
