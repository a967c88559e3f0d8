import type { Connections } from '../../operations/connections/index.ts'
import type { SyncState, SyncStore } from './sync-store.ts'
import { AD_PROGRAM } from './system.ts'

/** The permission to read the reports, which is the secret of the connection, and what has been read with it. */
export interface Permission {
  /** Epoch milliseconds. */
  readonly connectedAt: number
  readonly connectedBy: string | null
  /** Null: it cannot be read, or is gone. */
  readonly refreshToken: string | null
  /** False: access was revoked at the ad program; the figures stay. */
  readonly isConnected: boolean
  readonly state: SyncState
}

/** Null: nobody has connected the ad program. */
export async function findPermission(connections: Connections, store: SyncStore): Promise<Permission | null> {
  const { secret, fault, secretUpdatedAt, settings } = connections.get(AD_PROGRAM)
  if (secretUpdatedAt === null) return null
  const state = await store.find(secretUpdatedAt)
  return {
    connectedAt: secretUpdatedAt,
    connectedBy: typeof settings['connectedBy'] === 'string' ? settings['connectedBy'] : null,
    refreshToken: secret,
    isConnected: (secret !== null || fault !== null) && state.problem !== 'revoked',
    state,
  }
}
