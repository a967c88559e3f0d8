import type { FastifyRequest } from 'fastify'
import { createAccountCookies, type Identify } from '../../../admin/access/index.ts'
import type { RecordRefusal } from '../../../admin/audit/index.ts'
import type { Feature, Foundation } from '../../../foundation.ts'
import { MINUTE_MS } from '../../../time.ts'
import type { UserRoom } from '../users/index.ts'
import { createBackoff } from './backoff-store.ts'
import { createDevices } from './device-store.ts'
import { createLogin } from './login.ts'
import { createPasskeys } from './passkeys.ts'
import { type BothFactors, createReauthentication } from './reauthentication.ts'
import { registerAuth } from './routes.ts'
import { createSecondFactor } from './second-factor.ts'
import type { SignInTables } from './tables.ts'
export { inviteMail, passkeyChangedMail, passwordChangedMail, resetPasswordMail, totpChangedMail } from './emails/index.ts'
export { createPasskeys } from './passkeys.ts'
export { createSecondFactor, SEALED_USER_PLACES } from './second-factor.ts'
export type { BothFactors } from './reauthentication.ts'
export { Assertion } from './route-parts.ts'
export { authTables } from './tables.ts'

interface SignInNeeds {
  readonly users: UserRoom
  readonly identify: Identify
  readonly recordRefusal: RecordRefusal
  /** Wakes the mail workers. */
  readonly wakeMail: () => void
}

/** Signing in, and everything that authenticates a user. */
export function openSignIn(foundation: Foundation<SignInTables>, { users: room, identify, recordRefusal, wakeMail: onMail }: SignInNeeds) {
  const { config, db, clock, keyring, limiter, clientHash, siteName } = foundation
  const { passwords, sessions } = room
  const secondFactor = createSecondFactor({ ...foundation, onMail })
  const passkeys = createPasskeys({ db, clock, onMail, keyedHash: keyring.shortLivedHash })
  const backoff = createBackoff(db, clock)
  const devices = createDevices(db, clock)
  const accountHash = (emailKey: string): string => keyring.shortLivedHash('account', emailKey)
  const login = createLogin({ db, clock, passwords, sessions, secondFactor, passkeys, backoff, devices, accountHash, recordRefusal })
  const reauthentication = createReauthentication({ db, clientHash, passwords, secondFactor, passkeys, login, recordRefusal })
  const parts = { ...room, login, secondFactor, passkeys, devices, reauthentication }
  /** Deletes old failures, devices and challenges. */
  async function sweep(): Promise<void> {
    await Promise.all([backoff.sweep(), devices.sweep(), passkeys.sweep()])
  }
  return {
    passkeys,
    sweep,
    /** Has the user of a request prove their identity; see createReauthentication. */
    async reauthenticate(request: FastifyRequest, factors: BothFactors): Promise<void> {
      await reauthentication.withBothFactors(request, factors)
    },
    routes: (app) => registerAuth(app, { ...parts, identify, limiter, clientHash, siteName, ...createAccountCookies(config.PUBLIC_URL) }),
    tasks: [{ name: 'forgetting old sign-ins', everyMs: MINUTE_MS, run: sweep }],
  } satisfies Feature & Record<string, unknown>
}
