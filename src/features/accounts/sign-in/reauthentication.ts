import type { FastifyRequest } from 'fastify'
import { getAdminContext } from '../../../admin/access/index.ts'
import type { RecordRefusal } from '../../../admin/audit/index.ts'
import { AppError, buildInvalidFieldError } from '../../../errors.ts'
import type { Foundation } from '../../../foundation.ts'
import { getClientIp } from '../../../platform/http/server/client-ip.ts'
import type { Passwords } from '../../../platform/secrets/passwords.ts'
import type { Verdict } from './backoff-store.ts'
import { type Credentials, findCredentials } from './credential-store.ts'
import type { Login } from './login.ts'
import type { Assertion, Passkeys } from './passkeys.ts'
import type { SecondFactor } from './second-factor.ts'
import type { SignInTables } from './tables.ts'

/** The password and, of users who have one, the second factor. */
export interface BothFactors {
  readonly currentPassword: string
  /** A second-factor code, or a recovery code. */
  readonly totp?: string | undefined
  /** Instead of a code. */
  readonly passkey?: Assertion | undefined
}

/** One of these; if there are several, the first. */
export interface OneFactor {
  readonly passkey?: Assertion | undefined
  /** A second-factor code, or a recovery code. */
  readonly code?: string | undefined
  readonly password?: string | undefined
}

/** The account of a user who has reauthenticated. */
export interface Reauthenticated extends Credentials {
  readonly passwordHash: string
  readonly sessionId: string
}

export interface ReauthenticationOptions extends Pick<Foundation<SignInTables>, 'db' | 'clientHash'> {
  readonly passwords: Passwords
  readonly secondFactor: Pick<SecondFactor, 'check'>
  readonly passkeys: Pick<Passkeys, 'proves'>
  readonly login: Pick<Login, 'begin'>
  readonly recordRefusal: RecordRefusal
}

export type Reauthentication = ReturnType<typeof createReauthentication>

/**
 * Has the signed-in user of a request prove their identity before something dangerous, as a counted attempt. All throw AppError
 * `invalid_request` for a wrong or missing proof, `rate_limited` after failures, `not_found` without an account.
 */
export function createReauthentication({
  db,
  passwords,
  secondFactor,
  passkeys,
  login,
  clientHash,
  recordRefusal,
}: ReauthenticationOptions) {
  /** `check` resolves to the field that is wrong, or null. */
  async function attempt(request: FastifyRequest, check: (account: Reauthenticated) => Promise<string | null>): Promise<Reauthenticated> {
    const { user, sessionId, actor } = getAdminContext(request)
    if (sessionId === null) throw noAccount()
    const begun = await login.begin(user.email, clientHash(getClientIp(request)), sessionId)
    // A missing proof is not a guess, nor is a failure on our side.
    let verdict: Verdict = 'none'
    try {
      const found = await findCredentials(db, { id: user.id })
      if (found === null || found.passwordHash === null) throw noAccount()
      const account = { ...found, passwordHash: found.passwordHash, sessionId }
      const wrong = await check(account)
      verdict = wrong === null ? 'right' : 'wrong'
      if (wrong !== null) {
        recordRefusal({ actor, action: 'user.proof.refused', object: { type: 'user', id: user.id }, reason: `wrong ${wrong}` })
        throw buildInvalidFieldError(wrong, wrong === 'passkey' ? 'was not accepted' : 'is wrong')
      }
      return account
    } finally {
      await begun.settle(verdict)
    }
  }

  const checkPasskey = async (request: FastifyRequest, passkey: Assertion): Promise<string | null> =>
    (await passkeys.proves(getAdminContext(request).user.id, passkey, request.server.publicOrigin())) ? null : 'passkey'

  return {
    withBothFactors: (request: FastifyRequest, { currentPassword, totp, passkey }: BothFactors): Promise<Reauthenticated> =>
      attempt(request, async (account) => {
        if (!(await passwords.verify(currentPassword, account.passwordHash))) return 'currentPassword'
        if (account.totpSecret === null && !account.hasPasskeys) return null
        if (passkey !== undefined) return checkPasskey(request, passkey)
        if (totp === undefined) throw buildInvalidFieldError('totp', 'is required')
        return (await secondFactor.check(account, totp)) ? null : 'totp'
      }),

    async withOneFactor(request: FastifyRequest, { passkey, code, password }: OneFactor): Promise<Reauthenticated> {
      if (passkey !== undefined) return attempt(request, () => checkPasskey(request, passkey))
      if (code !== undefined) return attempt(request, async (account) => ((await secondFactor.check(account, code)) ? null : 'code'))
      if (password === undefined) throw buildInvalidFieldError('password', 'is required')
      return attempt(request, async (account) => ((await passwords.verify(password, account.passwordHash)) ? null : 'password'))
    },
  }
}

function noAccount(): AppError {
  return new AppError('not_found', 'The development bypass has no account')
}
