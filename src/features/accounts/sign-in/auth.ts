import type { Kysely } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Passwords } from '../../../platform/secrets/passwords.ts'
import type { Sealing } from '../../../platform/secrets/sealing.ts'
import type { Sessions } from '../users/index.ts'
import { createBackoff } from './backoff.ts'
import { createBackoffStore } from './backoff-store.ts'
import { createDevices, type Devices } from './devices.ts'
import { createLogin, type Login } from './login.ts'
import { createPasswordChanges, type PasswordChanges, type PasswordTables } from './password-change.ts'
import { createSecondFactor, type SecondFactor } from './second-factor.ts'
import type { ReportError } from '../../../errors.ts'

export interface AuthOptions {
  readonly db: Kysely<PasswordTables>
  readonly passwords: Passwords
  readonly sealing: Sealing
  readonly sessions: Sessions
  readonly clock: Clock
  /** Keyed hash of an account's address. */
  readonly accountHash: (emailKey: string) => string
  /** Wakes the mail workers. */
  readonly onMail: () => void
  readonly onError: ReportError
}

/** Everything that authenticates a user. */
export interface Auth {
  readonly login: Login
  readonly secondFactor: SecondFactor
  readonly devices: Devices
  readonly passwordChanges: PasswordChanges
  /** Deletes old failures and devices. */
  sweep(): Promise<void>
}

/** Assembles login, password changes, the second factor and their sweep. */
export function createAuth(options: AuthOptions): Auth {
  const secondFactor = createSecondFactor(options)
  const backoff = createBackoff(createBackoffStore(options.db), options.clock)
  const devices = createDevices(options.db, options.clock)
  return {
    secondFactor,
    devices,
    passwordChanges: createPasswordChanges({ ...options, secondFactor }),
    login: createLogin({ ...options, secondFactor, backoff, devices }),
    sweep: async () => void (await Promise.all([backoff.sweep(), devices.sweep()])),
  }
}
