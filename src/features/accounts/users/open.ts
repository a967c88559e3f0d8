import { AppError } from '../../../errors.ts'
import type { Feature, Foundation } from '../../../foundation.ts'
import { createPasswords } from '../../../platform/secrets/passwords.ts'
import type { Argon2Cost } from '../../../platform/secrets/phc.ts'
import { StartupError } from '../../../platform/startup-error.ts'
import { DAY_MS, MINUTE_MS } from '../../../time.ts'
import { registerUserAdmin } from './admin.ts'
import { createInvitations } from './invitations.ts'
import { deleteLinksBefore } from './link-store.ts'
import { createNewPasswords } from './new-passwords.ts'
import { createResets } from './resets.ts'
import { registerSessionAdmin } from './session-admin.ts'
import { createSessions } from './session-store.ts'
import { createSetupLinks, formatSetupUrl } from './setup-links.ts'
import { type AccountTables, createUsers } from './users.ts'

export interface UserNeeds {
  /** Wakes the mail workers. */
  readonly wakeMail: () => void
  /** Whether mail leaves this machine. If not, an invitation's link is shown to the inviter. */
  readonly hasMailTransport: () => boolean
  /** Cost of hashing a password; undefined: the default of `createPasswords`. */
  readonly passwordCost: Argon2Cost | undefined
}

/** Accounts, sessions and links of the back office. */
export type UserRoom = ReturnType<typeof openUsers>

/** For this long an expired link is answered differently from an unknown one. */
const LINK_RETENTION_MS = 30 * DAY_MS

/** The accounts of the back office, their sessions, and the links for invitations and resets. */
export function openUsers(foundation: Foundation<AccountTables>, { wakeMail, hasMailTransport, passwordCost }: UserNeeds) {
  const { config, db, sealing, keyring, clock, log, announce, siteName } = foundation
  const passwords = createPasswords(passwordCost === undefined ? {} : { cost: passwordCost })
  const sessions = createSessions(db, clock)
  const newPasswords = createNewPasswords(passwords, siteName)
  const options = { db, newPasswords, sealing, clock, onMail: wakeMail }
  const users = createUsers(options)
  const invitations = createInvitations(options, sessions)
  const setupLinks = createSetupLinks({ keyedHash: keyring.shortLivedHash, users, sessions, clock })
  /** Deletes expired sessions and links. */
  async function sweep(): Promise<void> {
    await sessions.sweep()
    await deleteLinksBefore(db, clock.now() - LINK_RETENTION_MS)
  }
  return {
    users,
    sessions,
    passwords,
    newPasswords,
    invitations,
    setupLinks,
    resets: createResets(options),
    /**
     * If there is no account: creates the first admin from ADMIN_EMAIL and ADMIN_PASSWORD, or logs a link to make it with.
     * @throws StartupError when ADMIN_PASSWORD is easy to guess
     */
    async prepare(): Promise<void> {
      const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = config
      if (email !== null && password !== null) {
        const actor = { userId: null, name: 'environment', client: null, country: null, requestId: null }
        const account = { email, displayName: email.slice(0, email.lastIndexOf('@')), password }
        const made = await users.createFirst(account, actor).catch((error: unknown) => {
          const [fault] = error instanceof AppError ? (error.details ?? []) : []
          throw fault?.path === 'password' ? new StartupError(`ADMIN_PASSWORD ${fault.message}`) : error
        })
        if (made !== null) log.info('the first admin account was created; ADMIN_PASSWORD is no longer needed')
      } else if (!(await users.any())) {
        const link = formatSetupUrl(config, setupLinks.issue())
        const text = 'there is no admin account yet'
        announce(
          'info',
          `${text}: open ${link} within an hour to make it; each start logs a new link, as does \`npm run admin -- setup-link\``,
          text,
        )
      }
    },
    sweep,
    adminRoutes(app) {
      registerSessionAdmin(app, sessions)
      registerUserAdmin(app, { users, invitations, hasMailTransport })
    },
    tasks: [{ name: 'deleting ended sessions', everyMs: MINUTE_MS, run: sweep }],
  } satisfies Feature & Record<string, unknown>
}
