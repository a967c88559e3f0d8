import type { Kysely } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Passwords } from '../../platform/secrets/passwords.ts'
import type { Sealing } from '../../platform/secrets/sealing.ts'
import type { Sessions } from '../users/index.ts'
import { createBackoff } from './backoff.ts'
import { createBackoffStore } from './backoff-store.ts'
import { createLogin, type Login } from './login.ts'
import { createSecondFactor, type SecondFactor, type SecondFactorTables } from './second-factor.ts'

export interface AuthOptions {
  readonly db: Kysely<SecondFactorTables>
  readonly passwords: Passwords
  readonly sealing: Sealing
  readonly sessions: Sessions
  readonly clock: Clock
  /** Keyed hash of who an address is. */
  readonly accountHash: (emailKey: string) => string
  readonly onError: (error: unknown, what: string) => void
}

/** How somebody proves who they are. */
export interface Auth {
  readonly login: Login
  readonly secondFactor: SecondFactor
  /** Forgets old failures. */
  sweep(): Promise<void>
}

export function openAuth(options: AuthOptions): Auth {
  const secondFactor = createSecondFactor(options)
  const backoff = createBackoff(createBackoffStore(options.db), options.clock)
  return { secondFactor, login: createLogin({ ...options, secondFactor, backoff }), sweep: () => backoff.sweep() }
}
