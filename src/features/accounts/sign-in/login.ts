import type { Kysely } from 'kysely'
import type { AdminUser } from '../../../admin/access/index.ts'
import { recordAudit, type RecordRefusal } from '../../../admin/audit/index.ts'
import { AppError } from '../../../errors.ts'
import type { Foundation } from '../../../foundation.ts'
import { toAddressKey } from '../../../platform/mail/address.ts'
import type { Passwords } from '../../../platform/secrets/passwords.ts'
import type { Beginner, Sessions } from '../users/index.ts'
import type { Attempt, Backoff, Verdict } from './backoff-store.ts'
import { findCredentials, recordLogin } from './credential-store.ts'
import type { Devices, Origin } from './device-store.ts'
import type { Assertion, Passkeys } from './passkeys.ts'
import type { SecondFactor } from './second-factor.ts'
import type { SignInTables } from './tables.ts'

export interface LoginOptions extends Pick<Foundation<SignInTables>, 'db' | 'clock'> {
  readonly passwords: Passwords
  readonly secondFactor: SecondFactor
  readonly passkeys: Passkeys
  readonly sessions: Sessions
  readonly backoff: Backoff
  readonly devices: Devices
  /** Keyed hash of an account's address. */
  readonly accountHash: (emailKey: string) => string
  readonly recordRefusal: RecordRefusal
}

export interface LoginRequest extends Beginner {
  readonly origin: Origin
  readonly email: string
  readonly password: string
  /** A second-factor code, or a recovery code. */
  readonly totp?: string
}

export interface PasskeyLogin extends Beginner {
  readonly assertion: Assertion
  /** Origin of the site, such as `https://weather.example`. */
  readonly siteOrigin: string
}

interface Begun {
  readonly user: AdminUser
  readonly session: string
}

export type Login = ReturnType<typeof createLogin>

/** Login by password and second factor, behind the backoff, or by a passkey, which is both and cannot be guessed. */
export function createLogin(options: LoginOptions) {
  const { db, passwords, secondFactor, passkeys, sessions, backoff, devices, clock, accountHash, recordRefusal } = options
  const keyOf = (email: string): string => accountHash(toAddressKey(email))

  /** The user whom password and code prove; otherwise the error to answer, and whether the attempt was a guess. */
  async function prove({ email, password, totp }: LoginRequest): Promise<Proof> {
    const found = await findCredentials(db, { email })
    const isRight = await passwords.verify(password, found?.passwordHash ?? null)
    if (found === null || found.passwordHash === null || found.disabled || !isRight) return { verdict: 'wrong', fault: wrongLogin() }
    if (found.totpSecret !== null || found.hasPasskeys) {
      if (totp === undefined) return { verdict: 'none', fault: codeFault('required', 'A second factor is required', found.hasPasskeys) }
      const isRightCode = await secondFactor.check(found, totp)
      if (!isRightCode) return { verdict: 'wrong', fault: codeFault('is wrong', 'The code is wrong or was already used') }
    }
    return { verdict: 'right', user: found.user, passwordHash: found.passwordHash }
  }

  /** Records a refused sign-in, behind the answer. What was typed for an address is recorded only if an account has it. */
  async function recordRefused({ actorOf }: Beginner, email: string | null, error: unknown): Promise<void> {
    const reason = reasonOf(error)
    if (reason === null) return
    const user = email === null ? undefined : (await findCredentials(db, { email }))?.user
    const actor = await actorOf(user ?? { id: '', email: 'unknown account' })
    const object = { type: 'user', id: user?.id ?? null }
    recordRefusal({ actor: { ...actor, userId: user?.id ?? null }, action: 'user.login.refused', object, reason })
  }
  async function orRecord(begun: Promise<Begun>, beginner: Beginner, email: string | null): Promise<Begun> {
    try {
      return await begun
    } catch (error) {
      // Behind the answer, which must not tell by its time whether there is such an account.
      void recordRefused(beginner, email, error).catch(() => undefined)
      throw error
    }
  }

  /** Begins a session, unless `admit` throws. */
  async function start(
    user: AdminUser,
    { userAgent, actorOf }: Beginner,
    admit: (trx: Kysely<SignInTables>, now: number) => Promise<{ readonly after?: object }>,
  ): Promise<Begun> {
    const actor = await actorOf(user)
    const session = await db.transaction().execute(async (trx: Kysely<SignInTables>) => {
      const now = clock.now()
      const audited = await admit(trx, now)
      await recordAudit(trx, { at: now, actor, action: 'user.login', object: { type: 'user', id: user.id }, ...audited })
      return sessions.start(trx, { userId: user.id, userAgent, country: actor.country })
    })
    return { user, session }
  }

  async function byPassword(request: LoginRequest): Promise<Begun> {
    const { email, origin } = request
    const known = await devices.known(toAddressKey(email), origin)
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
      const { user, passwordHash: from } = proof
      const to = passwords.isOutdated(from) ? await passwords.hash(request.password) : from
      return await start(user, request, async (trx, now) => {
        // The password may have been replaced, or the user disabled, during the comparison.
        if (!(await recordLogin(trx, user.id, now, { from, to }))) throw wrongLogin()
        return {}
      })
    } finally {
      await attempt.settle(verdict)
    }
  }

  async function byPasskey({ assertion, siteOrigin, ...beginner }: PasskeyLogin): Promise<Begun> {
    const proof = await passkeys.verify(assertion, siteOrigin)
    if (proof === null) throw refusedPasskey()
    const { user, name } = proof.passkey
    return start(user, beginner, async (trx, now) => {
      // The user first, as whoever adds or removes a passkey does.
      if (!(await recordLogin(trx, user.id, now)) || !(await passkeys.spend(trx, proof))) throw refusedPasskey()
      return { after: { passkey: name } }
    })
  }

  return {
    /**
     * Begins a session. An unknown address, a wrong password and a disabled user take the same time and look the same.
     * @throws AppError `unauthorized`, `rate_limited` after failures, `service_unavailable` when too many people sign in at once
     */
    login: (request: LoginRequest): Promise<Begun> => orRecord(byPassword(request), request, request.email),
    /**
     * Begins a session by a passkey alone, which proves the account, too.
     * @throws AppError `unauthorized`, for whatever reason
     */
    byPasskey: (request: PasskeyLogin): Promise<Begun> => orRecord(byPasskey(request), request, null),
    /** Begins a counted attempt for a signed-in user who reauthenticates; see Backoff. */
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

/** Why a sign-in was refused; null for what is no refusal: a code that is still to come, or a failure on our side. */
function reasonOf(error: unknown): string | null {
  if (!(error instanceof AppError)) return null
  if (error.code === 'rate_limited') return 'too many attempts'
  if (error.code !== 'unauthorized' || error.details?.some(({ message }) => message === 'required') === true) return null
  return error.details === undefined ? error.message : 'wrong code'
}

function wrongLogin(): AppError {
  return new AppError('unauthorized', 'Wrong email or password')
}

function refusedPasskey(): AppError {
  return new AppError('unauthorized', 'This passkey was not accepted. It may have been removed, or the request took too long.')
}

/** `hasPasskeys`: one of them does instead of a code. */
function codeFault(message: string, text: string, hasPasskeys = false): AppError {
  const details = [{ path: 'totp', message }, ...(hasPasskeys ? [{ path: 'passkey', message }] : [])]
  return new AppError('unauthorized', text, { details })
}
