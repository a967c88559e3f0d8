import type { Kysely } from 'kysely'
import type { ReportError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Passwords } from '../../../platform/secrets/passwords.ts'
import type { Sealing } from '../../../platform/secrets/sealing.ts'
import type { NewPasswords, Sessions } from '../users/index.ts'
import { createBackoffStore } from './backoff-store.ts'
import { createBackoff } from './backoff.ts'
import { createChallenges } from './challenges.ts'
import { createDevices } from './devices.ts'
import { createLogin } from './login.ts'
import { createPasskeys } from './passkeys.ts'
import { createPasswordChanges } from './password-change.ts'
import { createReauthentication } from './reauthentication.ts'
import { createSecondFactor, type SecondFactorTables } from './second-factor.ts'

export interface AuthOptions {
  readonly db: Kysely<SecondFactorTables>
  readonly passwords: Passwords
  readonly newPasswords: NewPasswords
  readonly sealing: Sealing
  readonly sessions: Sessions
  readonly clock: Clock
  /** Keyed hash of an account's address. */
  readonly accountHash: (emailKey: string) => string
  /** Signs the challenges of passkeys. */
  readonly challengeHash: (purpose: string, text: string) => string
  /** Keyed hash of a client's address. */
  readonly clientHash: (ip: string) => string
  /** Wakes the mail workers. */
  readonly onMail: () => void
  readonly onError: ReportError
}

/** Everything that authenticates a user. */
export type Auth = ReturnType<typeof createAuth>

/** Assembles login, password changes, the second factor and their sweep. */
export function createAuth(options: AuthOptions) {
  const secondFactor = createSecondFactor(options)
  const passkeys = createPasskeys({ ...options, challenges: createChallenges(options.challengeHash) })
  const backoff = createBackoff(createBackoffStore(options.db), options.clock)
  const devices = createDevices(options.db, options.clock)
  const login = createLogin({ ...options, secondFactor, passkeys, backoff, devices })
  return {
    secondFactor,
    passkeys,
    devices,
    passwordChanges: createPasswordChanges(options),
    login,
    reauthentication: createReauthentication({ ...options, secondFactor, passkeys, login }),
    /** Deletes old failures, devices and challenges. */
    sweep: async (): Promise<void> => void (await Promise.all([backoff.sweep(), devices.sweep(), passkeys.sweep()])),
  }
}
