import type { Feature, Foundation } from '../../../foundation.ts'
import { MINUTE_MS } from '../../../time.ts'
import { registerConnectionAdmin } from './admin.ts'
import { type ConnectionDatabase, createConnectionStore } from './connection-store.ts'
import { type Connections, createConnections } from './connections.ts'
import { createProviderKeyService, type StoredKey } from './keys.ts'
import type { Regions } from './schemas.ts'
import { createConnectionService } from './service.ts'
import type { OutsideSystem } from './system.ts'
import { buildMailTransportSystem, openMailTransport } from './systems/mail-transport.ts'

/** A check takes five seconds at most. */
const PROBING_MS = 2 * MINUTE_MS

/** The external systems' configuration as the rest of the service uses it: read on every call, so that changes take effect at once. */
export function openConnections(
  foundation: Pick<Foundation<ConnectionDatabase>, 'db' | 'changes' | 'sealing' | 'clock' | 'log'>,
): Promise<Connections> {
  const { db, changes, sealing, clock, log } = foundation
  return createConnections({
    store: createConnectionStore(db),
    changes,
    sealing,
    clock,
    onFault: (connection, reason) => log.error({ connection, reason }, 'the stored secret of a connection cannot be read'),
  })
}

/** The mail server in force. */
export function openMailServer({ config, settings, keyring, useReports }: Foundation, connections: Connections) {
  const environment = { ...config, senderName: () => settings.current().siteName }
  const transport = openMailTransport(connections, environment, useReports)
  /** Double opt-in: as the environment says, else whenever mail leaves this machine. */
  const confirmation = (): boolean => config.SUBSCRIPTION_CONFIRMATION ?? transport.kind === 'smtp'
  const system = buildMailTransportSystem({ transport, connections, environment, confirmation })
  return {
    transport,
    confirmation,
    /** Whether mail leaves this machine, rather than being written to files. */
    hasMailTransport: () => transport.kind === 'smtp',
    system,
    /** Why no mail can be sent, in words; null: nothing is known to be wrong. */
    async problem(): Promise<string | null> {
      if (keyring.fault !== null) return keyring.fault
      if (!connections.isEnabled(system.id)) return 'The mail server is turned off in the back office'
      const fault = system.fault?.() ?? null
      if (fault !== null || transport.kind !== 'smtp') return fault
      const [use] = (await useReports.list()).get(system.id) ?? []
      return use === undefined || use.ok ? null : use.message
    },
    /** Whether a node has used it with success, not before the instant (epoch milliseconds). */
    hasWorkedSince: (instant: number) => useReports.hasWorkedSince(system.id, instant),
  }
}

export interface ConnectionAdminNeeds {
  readonly connections: Connections
  /** Every external system, in the order of the back office. */
  readonly systems: readonly OutsideSystem[]
  /** The keys with their own routes. */
  readonly weatherKey: StoredKey
  readonly emailKey: StoredKey
  readonly regions: Regions
}

/** The external systems in the back office: shown, configured, switched and checked. */
export function openConnectionAdmin(foundation: Foundation<ConnectionDatabase>, needs: ConnectionAdminNeeds) {
  const { clock, keyring, level, useReports, onError } = foundation
  const { connections, systems } = needs
  const keyService = (key: StoredKey) => createProviderKeyService({ key, connections, useReports, clock, onError })
  const service = createConnectionService({ systems, connections, useReports, clock, onError })
  /** On one node at a time, so that a probe is one call. */
  async function probe(): Promise<void> {
    const lease = await level.lease('probing external systems', PROBING_MS)
    if (lease === null) return
    await service.probe().finally(() => lease.release())
  }
  return {
    list: service.list,
    tasks: [{ name: 'probing external systems', everyMs: MINUTE_MS, run: probe }],
    adminRoutes: (app) =>
      registerConnectionAdmin(app, {
        connections: service,
        weatherKey: keyService(needs.weatherKey),
        emailKey: keyService(needs.emailKey),
        secretFault: keyring.fault,
        regions: needs.regions,
      }),
  } satisfies Feature & Record<string, unknown>
}
