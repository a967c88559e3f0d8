import type { Kysely } from 'kysely'
import type { AdminUser } from '../../../admin/access/index.ts'
import { AppError, invalidField } from '../../../errors.ts'
import type { Passwords } from '../../../platform/secrets/passwords.ts'
import type { Verdict } from './backoff-store.ts'
import type { Attempt } from './backoff.ts'
import { findCredentials } from './credential-store.ts'
import type { SecondFactor, SecondFactorTables } from './second-factor.ts'

/** What a signed-in user proves their identity with again, before something dangerous. */
export interface Identity {
  readonly currentPassword: string
  /** A second-factor code, if the user has one set up, or a recovery code. */
  readonly totp?: string | undefined
}

/**
 * The user, and the hash that the password matched; a wrong proof counts against the attempt.
 * @throws AppError `invalid_request` for a wrong password or code, `not_found` without an account
 */
export type ProveIdentity = ReturnType<typeof createProof>

export function createProof({
  db,
  passwords,
  secondFactor,
}: {
  readonly db: Kysely<SecondFactorTables>
  readonly passwords: Passwords
  readonly secondFactor: SecondFactor
}) {
  return async (
    userId: string,
    { currentPassword, totp }: Identity,
    attempt: Attempt,
  ): Promise<{ readonly user: AdminUser; readonly provedBy: string }> => {
    let verdict: Verdict = 'none'
    const wrong = (field: string): AppError => {
      verdict = 'wrong'
      return invalidField(field, 'is wrong')
    }
    try {
      const found = await findCredentials(db, { id: userId })
      if (found === null || found.passwordHash === null) throw new AppError('not_found', 'The development bypass has no password')
      if (!(await passwords.verify(currentPassword, found.passwordHash))) throw wrong('currentPassword')
      // A code that is missing is not a guess.
      if (found.totpSecret !== null && totp === undefined) throw invalidField('totp', 'is required')
      if (found.totpSecret !== null && !(await secondFactor.check(found, totp ?? ''))) throw wrong('totp')
      verdict = 'right'
      return { user: found.user, provedBy: found.passwordHash }
    } finally {
      await attempt.settle(verdict)
    }
  }
}
