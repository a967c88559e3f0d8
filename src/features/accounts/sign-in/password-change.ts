import type { Kysely } from 'kysely'
import type { Actor } from '../../../admin/access/index.ts'
import { recordAudit } from '../../../admin/audit/index.ts'
import { AppError, invalidField } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import { changeOwnPassword, type NewPasswords } from '../users/index.ts'
import type { Attempt } from './backoff.ts'
import type { Identity, ProveIdentity } from './identity.ts'
import type { PasskeyTables } from './passkeys.ts'

export interface PasswordChange extends Identity {
  readonly newPassword: string
  /** Language of the notification mail. */
  readonly lang: string
}

export type PasswordChanges = ReturnType<typeof createPasswordChanges>

export type PasswordTables = PasskeyTables

export interface PasswordChangeOptions {
  readonly db: Kysely<PasswordTables>
  readonly newPasswords: NewPasswords
  readonly prove: ProveIdentity
  readonly clock: Clock
  /** Wakes the mail workers. */
  readonly onMail: () => void
}

/** Password changes by signed-in users. */
export function createPasswordChanges({ db, newPasswords, prove, clock, onMail }: PasswordChangeOptions) {
  return {
    /**
     * Sets a new password for a signed-in user who proves their identity again. Ends all other sessions and mails a notification.
     * @throws AppError `invalid_request` for a wrong password or code and for a new password that is easy to guess, `not_found` without an account
     */
    async change(
      change: PasswordChange,
      { userId, sessionId, siteOrigin }: { readonly userId: string; readonly sessionId: string; readonly siteOrigin: string },
      attempt: Attempt,
      actor: Actor,
    ): Promise<void> {
      const { user, provedBy } = await prove(userId, change, siteOrigin, attempt)
      if (change.newPassword === change.currentPassword) throw invalidField('newPassword', 'must differ from the current password')
      const passwordHash = await newPasswords.hash(change.newPassword, user, 'newPassword')
      await db.transaction().execute(async (trx: Kysely<PasswordTables>) => {
        const now = clock.now()
        const isChanged = await changeOwnPassword(trx, { userId, provedBy, passwordHash, exceptSession: sessionId, lang: change.lang }, now)
        if (!isChanged) throw new AppError('conflict', 'The password was changed elsewhere in the meantime. Please sign in again.')
        await recordAudit(trx, { at: now, actor, action: 'user.change_password', object: { type: 'user', id: userId } })
      })
      onMail()
    },
  }
}
