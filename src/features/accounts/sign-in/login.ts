import type { Kysely } from 'kysely'
import type { Actor, AdminUser } from '../../../admin/access/index.ts'
import { recordAudit } from '../../../admin/audit/index.ts'
import { AppError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import { addressKeyOf } from '../../../platform/mail/address.ts'
import type { Passwords } from '../../../platform/secrets/passwords.ts'
import type { Sessions } from '../users/index.ts'
import type { Verdict } from './backoff-store.ts'
import type { Attempt, Backoff } from './backoff.ts'
import { findCredentials, recordLogin } from './credential-store.ts'
import type { Devices, Origin } from './devices.ts'
import type { SecondFactor, SecondFactorTables } from './second-factor.ts'

export interface LoginOptions {
  readonly db: Kysely<SecondFactorTables>
  readonly passwords: Passwords
  readonly secondFactor: SecondFactor
  readonly sessions: Sessions
  readonly backoff: Backoff
  readonly devices: Devices
  readonly clock: Clock
  /** Keyed hash of an account's address. */
  readonly accountHash: (emailKey: string) => string
}

export interface LoginRequest {
  readonly email: string
  readonly password: string
  /** A second-factor code, or a recovery code. */
  readonly totp?: string
  readonly origin: Origin
  readonly userAgent: string | null
  readonly actorOf: (user: AdminUser) => Promise<Actor>
}

export type Login = ReturnType<typeof createLogin>

/** Login by password and second factor, behind the backoff. */
export function createLogin({ db, passwords, secondFactor, sessions, backoff, devices, clock, accountHash }: LoginOptions) {
  const keyOf = (email: string): string => accountHash(addressKeyOf(email))

  /** The user whom password and code prove; otherwise the error to answer, and whether the attempt was a guess. */
  async function prove({ email, password, totp }: LoginRequest): Promise<Proof> {
    const found = await findCredentials(db, { email })
    const isRight = await passwords.verify(password, found?.passwordHash ?? null)
    if (found === null || found.passwordHash === null || found.disabled || !isRight) return { verdict: 'wrong', fault: wrongLogin() }
    if (found.totpSecret !== null) {
      if (totp === undefined) return { verdict: 'none', fault: codeFault('required', 'A two-factor code is required') }
      const isRightCode = await secondFactor.check(found, totp)
      if (!isRightCode) return { verdict: 'wrong', fault: codeFault('is wrong', 'The code is wrong or was already used') }
    }
    return { verdict: 'right', user: found.user, passwordHash: found.passwordHash }
  }

  async function start({ user, passwordHash }: Proved, { password, userAgent, actorOf }: LoginRequest): Promise<string> {
    const newHash = passwords.isOutdated(passwordHash) ? await passwords.hash(password) : passwordHash
    const actor = await actorOf(user)
    return db.transaction().execute(async (trx: Kysely<SecondFactorTables>) => {
      const now = clock.now()
      // The password may have been replaced, or the user disabled, during the comparison.
      if (!(await recordLogin(trx, user.id, { from: passwordHash, to: newHash }, now))) throw wrongLogin()
      await recordAudit(trx, { at: now, actor, action: 'user.login', object: { type: 'user', id: user.id } })
      return sessions.start(trx, { userId: user.id, userAgent, country: actor.country })
    })
  }

  return {
    /**
     * Begins a session. An unknown address, a wrong password and a disabled user take the same time and look the same.
     * @throws AppError `unauthorized`, `rate_limited` after failures, `service_unavailable` when too many people sign in at once
     */
    async login(request: LoginRequest): Promise<{ readonly user: AdminUser; readonly session: string; readonly device: string }> {
      const { email, origin } = request
      const known = await devices.known(addressKeyOf(email), origin)
      const attempt = await backoff.begin({
        account: keyOf(email),
        client: origin.client,
        known: known === null ? null : { name: known.name, own: known.kind === 'browser' },
      })
      // A failure on our side is not a guess.
      let verdict: Verdict = 'none'
      try {
        const proof = await prove(request)
        verdict = proof.verdict
        if (proof.verdict !== 'right') throw proof.fault
        const session = await start(proof, request)
        return { user: proof.user, session, device: await devices.remember(proof.user.id, origin) }
      } finally {
        await attempt.settle(verdict)
      }
    },
    /** Begins a counted attempt for a signed-in user who proves their identity again; see Backoff. */
    begin: (email: string, client: string, sessionId: string): Promise<Attempt> =>
      backoff.begin({ account: keyOf(email), client, known: { name: `session ${sessionId}`, own: true } }),
    /** Clears an account's failures. */
    forgive: (email: string): Promise<void> => backoff.forget(keyOf(email)),
  }
}

interface Proved {
  readonly verdict: 'right'
  readonly user: AdminUser
  readonly passwordHash: string
}

type Proof = Proved | { readonly verdict: 'wrong' | 'none'; readonly fault: AppError }

function wrongLogin(): AppError {
  return new AppError('unauthorized', 'Wrong email or password')
}

function codeFault(message: string, text: string): AppError {
  return new AppError('unauthorized', text, { details: [{ path: 'totp', message }] })
}
