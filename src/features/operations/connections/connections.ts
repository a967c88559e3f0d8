import type { Actor } from '../../../admin/access/index.ts'
import { selectChangedFields as differences } from '../../../admin/audit/index.ts'
import { AppError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Changes } from '../../../platform/db/changes.ts'
import { openLiveRows } from '../../../platform/db/live-rows.ts'
import { SealedError, type Sealing } from '../../../platform/secrets/sealing.ts'
import { type ConnectionChange, type ConnectionRow, CONNECTIONS_TOPIC, type ConnectionStore } from './connection-store.ts'

/** The configuration of one system, with its secret in clear. */
export interface Connection extends Omit<ConnectionRow, 'secret'> {
  /** Key or password; null: not set, or unreadable. */
  readonly secret: string | null
  /** Why the secret is unreadable; null: it is readable, or not set. */
  readonly fault: SealedError['reason'] | null
}

export interface ChangeOptions {
  /** Overwrite an unreadable secret. */
  readonly replace?: boolean | undefined
  readonly version?: number | undefined
  readonly actor: Actor
}

export type Connections = Awaited<ReturnType<typeof createConnections>>

export interface ConnectionsOptions {
  readonly store: ConnectionStore
  readonly changes: Pick<Changes, 'watch'>
  readonly sealing: Sealing
  readonly clock: Clock
  /** Reports a stored secret that cannot be read. */
  readonly onFault: (id: string, reason: SealedError['reason']) => void
}

/**
 * The external systems' configuration by admins, in memory on every node; a change takes effect on all nodes within five seconds. Rejects on database
 * errors.
 */
export async function createConnections({ store, changes, sealing, clock, onFault }: ConnectionsOptions) {
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
      return { ...row, secret: sealing.open(buildConnectionPurpose(row.id), secret), fault: null }
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
    // Asked on every hot answer, so without an object for a system of which nothing is stored.
    isEnabled: (id: string): boolean => live.get(id)?.enabled !== false,
    /** The key in force: an admin's, else the environment's; null when the system is switched off or has none. */
    key(id: string, fromEnvironment: string | null): string | null {
      const { enabled, secret } = get(id)
      return enabled ? (secret ?? fromEnvironment) : null
    },
    /** Calls back whenever the system's configuration has changed. Must not throw. */
    follow: live.follow,
    /**
     * Changes a system by the result of `decide`, given its configuration.
     * @throws AppError `conflict` for a stale version, and for an unreadable secret that is not to be replaced; whatever `decide` throws
     */
    async change(
      id: string,
      decide: (former: Connection) => ConnectionChange,
      { replace = false, version, actor }: ChangeOptions,
    ): Promise<Connection> {
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

  function sealed(id: string, { secret, ...change }: ConnectionChange): ConnectionChange {
    if (secret === undefined) return change
    // Removing a secret seals, too: under a wrong ADMIN_SECRET this throws, so the secret it cannot read stays.
    const text = sealing.seal(buildConnectionPurpose(id), secret ?? '')
    return { ...change, secret: secret === null ? null : text }
  }
}

/** The purposes of secrets that were sealed before their connection got its name. */
const FORMER_PURPOSES: Readonly<Record<string, string>> = {
  'ad-program': 'ad program refresh token',
  openweather: 'connection weather-provider',
}

/** Binds a sealed secret to its system. */
export function buildConnectionPurpose(id: string): string {
  return FORMER_PURPOSES[id] ?? `connection ${id}`
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

/** The audit log masks the secret, but shows that it was changed. */
function audited(former: Connection, change: ConnectionChange) {
  const stateOf = ({ enabled = former.enabled, settings = former.settings, secret }: ConnectionChange) => ({
    enabled,
    ...settings,
    ...(change.secret === undefined ? {} : { secret: secret ?? null }),
  })
  return differences(stateOf(former), stateOf(change))
}

/** Why a secret cannot be read, for people. */
export function describeSealedFault(fault: SealedError['reason']): string {
  return fault === 'wrong_key'
    ? 'The stored secret was encrypted with a different ADMIN_SECRET and cannot be decrypted. Set the right ADMIN_SECRET, or save it again with `replace`.'
    : 'The stored secret is damaged and cannot be decrypted. Save it again with `replace`.'
}

function unreadable(fault: SealedError['reason']): AppError {
  return new AppError('conflict', describeSealedFault(fault), {
    details: [{ path: 'replace', message: 'must be true to overwrite a secret that cannot be decrypted' }],
  })
}
