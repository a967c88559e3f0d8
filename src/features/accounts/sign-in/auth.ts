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
  /** Keyed hash of who an address is. */
  readonly accountHash: (emailKey: string) => string
  /** Tells the workers that there is a mail. */
  readonly onMail: () => void
  readonly onError: ReportError
}

/** How somebody proves who they are. */
export interface Auth {
  readonly login: Login
  readonly secondFactor: SecondFactor
  readonly devices: Devices
  readonly passwordChanges: PasswordChanges
  /** Forgets old failures and devices. */
  sweep(): Promise<void>
}

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
