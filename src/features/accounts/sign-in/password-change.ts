import type { Kysely } from 'kysely'
import type { Actor } from '../../../admin/access/index.ts'
import { recordAudit } from '../../../admin/audit/index.ts'
import { AppError, invalidField } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import { changeOwnPassword, type NewPasswords } from '../users/index.ts'
import type { Reauthenticated } from './reauthentication.ts'
import type { SecondFactorTables } from './second-factor.ts'

export interface PasswordChange {
  readonly currentPassword: string
  readonly newPassword: string
  /** Language of the notification mail. */
  readonly lang: string
}

export type PasswordChanges = ReturnType<typeof createPasswordChanges>

export interface PasswordChangeOptions {
  readonly db: Kysely<SecondFactorTables>
  readonly newPasswords: NewPasswords
  readonly clock: Clock
  /** Wakes the mail workers. */
  readonly onMail: () => void
}

/** Password changes by signed-in users. */
export function createPasswordChanges({ db, newPasswords, clock, onMail }: PasswordChangeOptions) {
  return {
    /**
     * Sets a new password for a user who has reauthenticated. Ends all other sessions and mails a notification.
     * @throws AppError `invalid_request` for a new password that is the current one or easy to guess, `conflict` when it was changed meanwhile
     */
    async change(
      { currentPassword, newPassword, lang }: PasswordChange,
      { user, passwordHash: provedBy, sessionId: exceptSession }: Reauthenticated,
      actor: Actor,
    ): Promise<void> {
      if (newPassword === currentPassword) throw invalidField('newPassword', 'must differ from the current password')
      const passwordHash = await newPasswords.hash(newPassword, user, 'newPassword')
      await db.transaction().execute(async (trx: Kysely<SecondFactorTables>) => {
        const now = clock.now()
        const isChanged = await changeOwnPassword(trx, { userId: user.id, provedBy, passwordHash, exceptSession, lang }, now)
        if (!isChanged) throw new AppError('conflict', 'The password was changed elsewhere in the meantime. Please sign in again.')
        await recordAudit(trx, { at: now, actor, action: 'user.change_password', object: { type: 'user', id: user.id } })
      })
      onMail()
    },
  }
}
