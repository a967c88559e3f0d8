import type { Feature, Foundation } from '../../../foundation.ts'
import { registerConnectionAdmin } from './admin.ts'
import { type ConnectionDatabase, createConnectionStore } from './connection-store.ts'
import { type Connections, createConnections } from './connections.ts'
import { createKeyService, type StoredKey } from './keys.ts'
import type { Regions } from './schemas.ts'
import { createConnectionService } from './service.ts'
import type { OutsideSystem } from './system.ts'
import { mailTransport, openMailTransport } from './systems/mail-transport.ts'

/** The external systems' configuration as the rest of the service uses it: read on every call, so that changes take effect at once. */
export async function openConnections(foundation: Foundation<ConnectionDatabase>) {
  const { config, db, changes, settings, sealing, clock, log } = foundation
  const connections = await createConnections({
    store: createConnectionStore(db),
    changes,
    sealing,
    clock,
    onFault: (connection, reason) => log.error({ connection, reason }, 'the stored secret of a connection cannot be read'),
  })
  const environment = { ...config, senderName: () => settings.current().siteName }
  const transport = openMailTransport(connections, environment)
  /** Double opt-in: as the environment says, else whenever mail leaves this machine. */
  const confirmation = (): boolean => config.SUBSCRIPTION_CONFIRMATION ?? transport.kind === 'smtp'
  return {
    ...connections,
    transport,
    confirmation,
    /** Whether mail leaves this machine, rather than being written to files. */
    hasMailTransport: () => transport.kind === 'smtp',
    system: mailTransport({ transport, connections, environment, confirmation }),
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
  const { db, clock, keyring, onError } = foundation
  const { connections, systems } = needs
  const store = createConnectionStore(db)
  const keyService = (key: StoredKey) => createKeyService({ key, connections, store, clock, onError })
  const service = createConnectionService({ systems, connections, store, clock, onError })
  return {
    list: service.list,
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
