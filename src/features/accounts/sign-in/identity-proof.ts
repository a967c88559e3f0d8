import { AppError, invalidField } from '../../../errors.ts'
import type { Passwords } from '../../../platform/secrets/passwords.ts'
import type { Verdict } from './backoff-store.ts'
import type { Attempt } from './backoff.ts'
import { findCredentials } from './credential-store.ts'
import type { Assertion, PasskeyOptions, Passkeys } from './passkeys.ts'

interface IdentityProofOptions extends Pick<PasskeyOptions, 'db'> {
  readonly passwords: Passwords
  readonly passkeys: Passkeys
}

export type IdentityProof = ReturnType<typeof createIdentityProof>

/** Asks a signed-in user to prove their identity again, by password or passkey, as a counted attempt. */
export function createIdentityProof({ db, passwords, passkeys }: IdentityProofOptions) {
  /** @throws AppError `invalid_request` for a wrong password or passkey, `not_found` without an account */
  return async (
    userId: string,
    { password, passkey }: { readonly password?: string | undefined; readonly passkey?: Assertion | undefined },
    siteOrigin: string,
    attempt: Attempt,
  ): Promise<void> => {
    let verdict: Verdict = 'none'
    try {
      const found = await findCredentials(db, { id: userId })
      if (found === null) throw new AppError('not_found', 'The development bypass has no passkeys')
      const isRight = await (passkey === undefined
        ? passwords.verify(password ?? '', found.passwordHash)
        : passkeys.proves(userId, passkey, siteOrigin))
      verdict = isRight ? 'right' : 'wrong'
      if (!isRight) throw passkey === undefined ? invalidField('password', 'is wrong') : invalidField('passkey', 'was not accepted')
    } finally {
      await attempt.settle(verdict)
    }
  }
}
