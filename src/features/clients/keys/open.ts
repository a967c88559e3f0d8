import { Counter, Gauge } from 'prom-client'
import type { AuditTables } from '../../../admin/audit/index.ts'
import type { Feature, Foundation } from '../../../foundation.ts'
import type { ChangeTables } from '../../../platform/db/tables.ts'
import { DAY_MS, HOUR_MS } from '../../../time.ts'
import { createAccess } from './access.ts'
import { registerKeyAdmin } from './admin.ts'
import { KEY_STATES, getKeyState } from './key.ts'
import { openKnownKeys } from './known-keys.ts'
import { createClientKeyService } from './service.ts'
import { createKeyStore } from './store.ts'
import type { ClientKeyTables } from './tables.ts'
import { createUsageCounter, formatUsageDay } from './usage-counter.ts'
import { createUsageStore } from './usage-store.ts'

/** As long as other counts of days. */
const USAGE_MS = 800 * DAY_MS
/** Long enough to look up what became of a key. */
const REVOKED_MS = 400 * DAY_MS

/** Keys of programs that use the API. Rejects with the database's error. */
export async function openClientKeys(foundation: Foundation<ClientKeyTables & ChangeTables & AuditTables>) {
  const { db, changes, clock, limiter, settings, metrics, onError } = foundation
  const store = createKeyStore(db)
  const usageStore = createUsageStore(db)
  const known = await openKnownKeys(store, changes)
  const usage = createUsageCounter({ store: usageStore, clock, onError })
  await usage.learn(known.all().map(({ id }) => id))
  const keys = createClientKeyService(foundation, { flush: usage.flush, reread: known.reread })
  const decisions = new Counter({
    name: 'isobar_client_key_decisions_total',
    help: 'Requests with a client key, and those that lacked one, by what was decided',
    labelNames: ['outcome'],
    registers: [metrics.registry],
  })
  const states: Gauge = new Gauge({
    name: 'isobar_client_keys',
    help: 'Client keys by state',
    labelNames: ['state'],
    // Each worker knows all of them.
    aggregator: 'max',
    registers: [metrics.registry],
    collect() {
      for (const state of KEY_STATES) states.set({ state }, known.all().filter((key) => getKeyState(key, clock.now()) === state).length)
    },
  })
  const access = createAccess({ known, usage, limiter, settings, clock, onDecided: (outcome) => decisions.inc({ outcome }) })
  return {
    access,
    /** Whether a key exists that may be used now. */
    isActive: (id: string) => known.isActive(id, clock.now()),
    /** Exchanges counts with the other nodes. Never rejects. */
    settle: () => usage.flush(),
    adminRoutes: (app) => registerKeyAdmin(app, keys),
    tasks: [
      {
        name: 'deleting old client keys and their counts',
        everyMs: HOUR_MS,
        async run() {
          await store.deleteRevokedBefore(clock.now() - REVOKED_MS)
          await usageStore.deleteBefore(formatUsageDay(clock.now() - USAGE_MS))
        },
      },
    ],
    close: () => usage.close(),
  } satisfies Feature & Record<string, unknown>
}
