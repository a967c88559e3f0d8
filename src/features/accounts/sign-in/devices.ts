import type { Kysely } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import { newToken, tokenHash } from '../../../platform/secrets/tokens.ts'
import type { UserTables } from '../users/index.ts'
import { deleteDevicesBefore, findKnownDevice, rememberDevice } from './device-store.ts'
import type { AuthTables } from './tables.ts'
import { DAY_MS } from '../../../time.ts'

/** Where a request comes from. */
export interface Origin {
  /** The cookie of its browser, if it sent one. */
  readonly device: string | undefined
  /** Keyed hash of its address. */
  readonly client: string
}

export interface Devices {
  /** Names the device in the backoff of an account that was signed in to from it before; null where it was not. */
  known(emailKey: string, origin: Origin): Promise<KnownOrigin | null>
  /** Somebody signed in. Resolves to the cookie that the browser is to have from now on. */
  remember(userId: string, origin: Origin): Promise<string>
  sweep(): Promise<void>
}

export interface KnownOrigin {
  /** `address`: somebody else may be behind it, too. */
  readonly kind: 'browser' | 'address'
  readonly name: string
}

/** Since the last sign-in. */
export const DEVICE_MS = 180 * DAY_MS

export function createDevices(db: Kysely<AuthTables & UserTables>, clock: Clock): Devices {
  return {
    async known(emailKey, { device, client }) {
      const found = await findKnownDevice(db, emailKey, { browser: tokenHash(device), client })
      return found === null ? null : { kind: found.kind, name: `${found.kind} ${found.hash.toString('base64url')}` }
    },

    async remember(userId, { device, client }) {
      const sent = tokenHash(device)
      const fresh = newToken()
      // A text that somebody planted is no token; one that fits is kept, since it may be known to other accounts of this browser.
      await rememberDevice(db, userId, sent ?? fresh.hash, client, clock.now())
      return sent === null || device === undefined ? fresh.token : device
    },

    async sweep() {
      while ((await deleteDevicesBefore(db, clock.now() - DEVICE_MS)) > 0);
    },
  }
}
