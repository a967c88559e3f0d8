import type { AdminUser } from '../../../admin/access/index.ts'
import { AppError, invalidField } from '../../../errors.ts'
import type { Passwords } from '../../../platform/secrets/passwords.ts'
import type { Verdict } from './backoff-store.ts'
import type { Attempt } from './backoff.ts'
import { findCredentials } from './credential-store.ts'
import type { Assertion, PasskeyOptions, Passkeys } from './passkeys.ts'
import type { SecondFactor } from './second-factor.ts'

/** What a signed-in user proves their identity with again, before something dangerous. */
export interface Identity {
  readonly currentPassword: string
  /** A second-factor code, if the user has one set up, or a recovery code. */
  readonly totp?: string | undefined
  /** Does instead of a code. */
  readonly passkey?: Assertion | undefined
}

interface ProofOptions extends Pick<PasskeyOptions, 'db'> {
  readonly passwords: Passwords
  readonly secondFactor: SecondFactor
  readonly passkeys: Passkeys
}

export type ProveIdentity = ReturnType<typeof createProof>

/** Asks for the password, and for the second factor of users who have one, as a counted attempt. */
export function createProof({ db, passwords, secondFactor, passkeys }: ProofOptions) {
  /**
   * The user, and the hash that the password matched; a wrong proof counts against the attempt. `siteOrigin`: which passkeys are for.
   * @throws AppError `invalid_request` for a wrong password, code or passkey, `not_found` without an account
   */
  return async (
    userId: string,
    { currentPassword, totp, passkey }: Identity,
    siteOrigin: string,
    attempt: Attempt,
  ): Promise<{ readonly user: AdminUser; readonly provedBy: string }> => {
    let verdict: Verdict = 'none'
    const wrong = (field: string, why = 'is wrong'): AppError => {
      verdict = 'wrong'
      return invalidField(field, why)
    }
    try {
      const found = await findCredentials(db, { id: userId })
      if (found === null || found.passwordHash === null) throw new AppError('not_found', 'The development bypass has no password')
      if (!(await passwords.verify(currentPassword, found.passwordHash))) throw wrong('currentPassword')
      if (found.totpSecret !== null || found.hasPasskeys) {
        if (passkey !== undefined) {
          if (!(await passkeys.proves(userId, passkey, siteOrigin))) throw wrong('passkey', 'was not accepted')
          // A code that is missing is not a guess.
        } else if (totp === undefined) throw invalidField('totp', 'is required')
        else if (!(await secondFactor.check(found, totp))) throw wrong('totp')
      }
      verdict = 'right'
      return { user: found.user, provedBy: found.passwordHash }
    } finally {
      await attempt.settle(verdict)
    }
  }
}
