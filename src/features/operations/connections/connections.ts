import { AppError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Changes } from '../../../platform/db/changes.ts'
import { openLiveRows } from '../../../platform/db/live-rows.ts'
import { SealedError, type Sealing } from '../../../platform/secrets/sealing.ts'
import type { Actor } from '../../accounts/access/index.ts'
import { changes as differences } from '../../accounts/audit/index.ts'
import { type ConnectionRow, CONNECTIONS_TOPIC, type ConnectionStore, type RowChange } from './connection-store.ts'

/** What is set of one system, opened. */
export interface Connection extends Omit<ConnectionRow, 'secret'> {
  /** Its key or password; null: none is set, or it cannot be read. */
  readonly secret: string | null
  /** Why what is set cannot be read; null: it can, or none is. */
  readonly fault: SealedError['reason'] | null
}

/** What is to become of a system; what is left out stays. */
export interface ConnectionChange {
  readonly enabled?: boolean
  readonly settings?: ConnectionRow['settings']
  /** In clear; null: none any more. */
  readonly secret?: string | null
}

export interface ChangeOptions {
  /** Overwrite a secret that cannot be read. */
  readonly replace?: boolean | undefined
  readonly version?: number | undefined
  readonly actor: Actor
}

/** What admins have set of the systems outside, in memory on every node; a change is in force on all of them within five seconds. */
export interface Connections {
  get(id: string): Connection
  isEnabled(id: string): boolean
  /** The key in force: what an admin stored, then what the environment says; null where the system is switched off or has none. */
  key(id: string, fromEnvironment: string | null): string | null
  /** Calls back whenever what is set of the system has changed. Must not throw. */
  follow(id: string, apply: (connection: Connection) => void): void
  /**
   * Changes a system as `decide` says of what is set.
   * @throws AppError `conflict` for a stale version, and for a secret that cannot be read unless it is to be replaced; what `decide` throws
   */
  change(id: string, decide: (former: Connection) => ConnectionChange, options: ChangeOptions): Promise<Connection>
}

export interface ConnectionsOptions {
  readonly store: ConnectionStore
  readonly changes: Pick<Changes, 'watch'>
  readonly sealing: Sealing
  readonly clock: Clock
  /** Told of a stored secret that cannot be read. */
  readonly onFault: (id: string, reason: SealedError['reason']) => void
}

/** Reads what is set; rejects as the database does. */
export async function createConnections({ store, changes, sealing, clock, onFault }: ConnectionsOptions): Promise<Connections> {
  const live = await openLiveRows<ConnectionRow, Connection>({
    topic: CONNECTIONS_TOPIC,
    changes,
    list: store.list,
    keyOf: ({ id }) => id,
    stateOf(row, former) {
      const connection = opened(row)
      if (connection.fault !== null && former?.fault !== connection.fault) onFault(row.id, connection.fault)
      return connection
    },
  })

  function opened({ secret, ...row }: ConnectionRow): Connection {
    if (secret === null) return { ...row, secret, fault: null }
    try {
      return { ...row, secret: sealing.open(purposeOf(row.id), secret), fault: null }
    } catch (error) {
      if (!(error instanceof SealedError)) throw error
      return { ...row, secret: null, fault: error.reason }
    }
  }

  function get(id: string): Connection {
    return live.get(id) ?? NOTHING(id)
  }

  return {
    get,
    isEnabled: (id) => get(id).enabled,
    key(id, fromEnvironment) {
      const { enabled, secret } = get(id)
      return enabled ? (secret ?? fromEnvironment) : null
    },
    follow: live.follow,
    async change(id, decide, { replace = false, version, actor }) {
      const row = await store.change(id, version, { name: actor.name, now: clock.now() }, (locked) => {
        const former = opened(locked)
        const change = decide(former)
        if (change.secret !== undefined && former.fault !== null && !replace) throw unreadable(former.fault)
        const audit = { actor, action: 'connection.update', object: { type: 'connection', id }, ...audited(former, change) }
        return { change: sealed(id, change), audit }
      })
      return live.accept(row)
    },
  }

  function sealed(id: string, { secret, ...change }: ConnectionChange): RowChange {
    if (secret === undefined) return change
    // Also what is only forgotten: under a wrong ADMIN_SECRET this throws, and what it could not read stays.
    const text = sealing.seal(purposeOf(id), secret ?? '')
    return { ...change, secret: secret === null ? null : text }
  }
}

/** A sealed secret belongs to its system. */
export function purposeOf(id: string): string {
  return `connection ${id}`
}

const NOTHING = (id: string): Connection => ({
  id,
  enabled: true,
  settings: {},
  secret: null,
  fault: null,
  secretUpdatedAt: null,
  version: 0,
  updatedAt: null,
})

/** The audit log masks the secret; that it was changed is seen all the same. */
function audited(former: Connection, change: ConnectionChange) {
  const stateOf = ({ enabled = former.enabled, settings = former.settings, secret }: ConnectionChange) => ({
    enabled,
    ...settings,
    ...(change.secret === undefined ? {} : { secret: secret ?? null }),
  })
  return differences(stateOf(former), stateOf(change))
}

/** What people read of a secret that cannot be. */
export function faultText(fault: SealedError['reason']): string {
  return fault === 'wrong_key'
    ? 'The stored secret was encrypted with a different ADMIN_SECRET and cannot be decrypted. Set the right ADMIN_SECRET, or save it again with `replace`.'
    : 'The stored secret is damaged and cannot be decrypted. Save it again with `replace`.'
}

function unreadable(fault: SealedError['reason']): AppError {
  return new AppError('conflict', faultText(fault), {
    details: [{ path: 'replace', message: 'must be true to overwrite a secret that cannot be decrypted' }],
  })
}
