import type { Kysely } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import { newToken, tokenHash } from '../../../platform/secrets/tokens.ts'
import { DAY_MS } from '../../../time.ts'
import type { UserTables } from '../users/index.ts'
import { deleteDevicesBefore, findKnownDevice, rememberDevice } from './device-store.ts'
import type { AuthTables } from './tables.ts'

/** Where a request comes from. */
export interface Origin {
  /** The browser's device cookie, if it sent one. */
  readonly device: string | undefined
  /** Keyed hash of its address. */
  readonly client: string
}

export type Devices = ReturnType<typeof createDevices>

export interface KnownOrigin {
  /** `address`: other people may share it. */
  readonly kind: 'browser' | 'address'
  readonly name: string
}

/** Retention since the last sign-in. */
export const DEVICE_MS = 180 * DAY_MS

/** Devices that have signed in before, on PostgreSQL. */
export function createDevices(db: Kysely<AuthTables & UserTables>, clock: Clock) {
  return {
    /** The backoff's name for a device that signed in to the account before; null for any other. */
    async known(emailKey: string, { device, client }: Origin): Promise<KnownOrigin | null> {
      const found = await findKnownDevice(db, emailKey, { browser: tokenHash(device), client })
      return found === null ? null : { kind: found.kind, name: `${found.kind} ${found.hash.toString('base64url')}` }
    },

    /** Remembers a sign-in. Resolves to the value for the browser's device cookie. */
    async remember(userId: string, { device, client }: Origin): Promise<string> {
      const sent = tokenHash(device)
      const fresh = newToken()
      // A planted value is not a well-formed token. A well-formed one stays: other accounts of this browser may know it.
      await rememberDevice(db, userId, sent ?? fresh.hash, client, clock.now())
      return sent === null || device === undefined ? fresh.token : device
    },

    async sweep(): Promise<void> {
      while ((await deleteDevicesBefore(db, clock.now() - DEVICE_MS)) > 0);
    },
  }
}
