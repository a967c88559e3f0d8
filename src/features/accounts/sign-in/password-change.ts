import type { Kysely } from 'kysely'
import type { Actor, AdminUser } from '../../../admin/access/index.ts'
import { recordAudit } from '../../../admin/audit/index.ts'
import { AppError, invalidField } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Passwords } from '../../../platform/secrets/passwords.ts'
import { changeOwnPassword, type NewPasswords } from '../users/index.ts'
import type { Verdict } from './backoff-store.ts'
import type { Attempt } from './backoff.ts'
import { findCredentials } from './credential-store.ts'
import type { Assertion, Passkeys, PasskeyTables } from './passkeys.ts'
import type { SecondFactor } from './second-factor.ts'

export interface PasswordChange {
  readonly currentPassword: string
  readonly newPassword: string
  /** A second-factor code, if the user has one set up, or a recovery code. */
  readonly totp?: string | undefined
  /** Does instead of a code. */
  readonly passkey?: Assertion | undefined
  readonly siteOrigin: string
  /** Language of the notification mail. */
  readonly lang: string
}

export type PasswordChanges = ReturnType<typeof createPasswordChanges>

export type PasswordTables = PasskeyTables

export interface PasswordChangeOptions {
  readonly db: Kysely<PasswordTables>
  readonly passwords: Passwords
  readonly newPasswords: NewPasswords
  readonly secondFactor: SecondFactor
  readonly passkeys: Passkeys
  readonly clock: Clock
  /** Wakes the mail workers. */
  readonly onMail: () => void
}

/** Password changes by signed-in users. */
export function createPasswordChanges({ db, passwords, newPasswords, secondFactor, passkeys, clock, onMail }: PasswordChangeOptions) {
  /** The user, and the hash that the password matched. */
  async function prove(userId: string, change: PasswordChange): Promise<{ user: AdminUser; provedBy: string }> {
    const { currentPassword, totp, passkey, siteOrigin } = change
    const found = await findCredentials(db, { id: userId })
    if (found === null || found.passwordHash === null) throw new AppError('not_found', 'The development bypass has no password')
    if (!(await passwords.verify(currentPassword, found.passwordHash))) throw invalidField('currentPassword', 'is wrong')
    if (found.totpSecret !== null || found.hasPasskeys) {
      if (passkey !== undefined) {
        if (!(await passkeys.proves(userId, passkey, siteOrigin))) throw invalidField('passkey', 'was not accepted')
      } else if (totp === undefined) throw new NotProved(invalidField('totp', 'is required'))
      else if (!(await secondFactor.check(found, totp))) throw invalidField('totp', 'is wrong')
    }
    return { user: found.user, provedBy: found.passwordHash }
  }

  return {
    /**
     * Sets a new password for a signed-in user who proves their identity again. Ends all other sessions and mails a notification.
     * @throws AppError `invalid_request` for a wrong password or code and for a new password that is easy to guess, `not_found` without an account
     */
    async change(
      change: PasswordChange,
      { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
      attempt: Attempt,
      actor: Actor,
    ): Promise<void> {
      let verdict: Verdict = 'none'
      try {
        const { user, provedBy } = await prove(userId, change).catch((error: unknown) => {
          if (error instanceof NotProved) throw error.answer
          if (error instanceof AppError && error.code === 'invalid_request') verdict = 'wrong'
          throw error
        })
        verdict = 'right'
        if (change.newPassword === change.currentPassword) throw invalidField('newPassword', 'must differ from the current password')
        const passwordHash = await newPasswords.hash(change.newPassword, user, 'newPassword')
        await db.transaction().execute(async (trx: Kysely<PasswordTables>) => {
          const now = clock.now()
          const isChanged = await changeOwnPassword(
            trx,
            { userId, provedBy, passwordHash, exceptSession: sessionId, lang: change.lang },
            now,
          )
          if (!isChanged) throw new AppError('conflict', 'The password was changed elsewhere in the meantime. Please sign in again.')
          await recordAudit(trx, { at: now, actor, action: 'user.change_password', object: { type: 'user', id: userId } })
        })
        onMail()
      } finally {
        await attempt.settle(verdict)
      }
    },
  }
}

/** A code is missing; that is not a guess. */
class NotProved extends Error {
  readonly answer: AppError

  constructor(answer: AppError) {
    super(answer.message)
    this.answer = answer
  }
}
