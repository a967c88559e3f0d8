import type { FastifyRequest } from 'fastify'
import { accountCookies, type Identify } from '../../../admin/access/index.ts'
import type { Feature, Foundation } from '../../../foundation.ts'
import { MINUTE_MS } from '../../../time.ts'
import type { UserRoom } from '../users/index.ts'
import { type Auth, createAuth } from './auth.ts'
import type { BothFactors } from './reauthentication.ts'
import { registerAuth } from './routes.ts'
import type { SecondFactorTables } from './second-factor.ts'
export { inviteMail } from './emails/invite/index.ts'
export { passkeyChangedMail } from './emails/passkey-changed/index.ts'
export { passwordChangedMail } from './emails/password-changed/index.ts'
export { resetPasswordMail } from './emails/reset-password/index.ts'
export { totpChangedMail } from './emails/totp-changed/index.ts'
export { SEALED_USER_PLACES } from './second-factor.ts'
export type { BothFactors } from './reauthentication.ts'
export { Assertion } from './route-parts.ts'
export { authTables } from './tables.ts'
export { createAuth } from './auth.ts'

interface SignInNeeds {
  readonly users: UserRoom
  readonly identify: Identify
  /** Wakes the mail workers. */
  readonly wakeMail: () => void
}

/** Signing in, and everything that authenticates a user. */
export function openSignIn(foundation: Foundation<SecondFactorTables>, { users: room, identify, wakeMail }: SignInNeeds) {
  const { config, db, sealing, clock, keyring, onError, limiter, clientHash, siteName } = foundation
  const { passwords, newPasswords, sessions, invitations, setupLinks, resets } = room
  const auth = createAuth({
    db,
    passwords,
    newPasswords,
    sealing,
    sessions,
    clock,
    onMail: wakeMail,
    accountHash: (key) => keyring.passingHash('account', key),
    challengeHash: keyring.passingHash,
    clientHash,
    onError,
  })
  const cookies = accountCookies(config.PUBLIC_URL)
  return {
    ...auth,
    /** Has the user of a request prove their identity; see createReauthentication. */
    async reauthenticate(request: FastifyRequest, factors: BothFactors): Promise<void> {
      await auth.reauthentication.withBothFactors(request, factors)
    },
    routes: (app) =>
      registerAuth(app, { ...auth, sessions, invitations, setupLinks, resets, identify, limiter, clientHash, siteName, ...cookies }),
    tasks: [{ name: 'forgetting old sign-ins', everyMs: MINUTE_MS, run: () => auth.sweep() }],
  } satisfies Feature & Auth & Record<string, unknown>
}
