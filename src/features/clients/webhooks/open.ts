import { Counter } from 'prom-client'
import type { AuditTables } from '../../../admin/audit/index.ts'
import type { Feature, Foundation } from '../../../foundation.ts'
import { watchShared } from '../../../platform/metrics.ts'
import { createUpstreamClient } from '../../../platform/upstream/client.ts'
import { createGivenUrls } from '../../../platform/upstream/given-url.ts'
import { type LookUp, systemLookUp } from '../../../platform/upstream/public-address.ts'
import { DAY_MS, HOUR_MS } from '../../../time.ts'
import { VERSION } from '../../../version.ts'
import type { ClientKeyTables } from '../keys/index.ts'
import { createWebhookAdminStore } from './admin-store.ts'
import { registerWebhookAdmin } from './admin.ts'
import { createDeliveryStore } from './delivery-store.ts'
import { createOperatorWebhookStore } from './operator-store.ts'
import { createOperatorWebhook } from './operator-webhook.ts'
import { registerWebhooks } from './routes.ts'
import { startWebhookSender } from './sender.ts'
import { createWebhookService } from './service.ts'
import { createWebhookStore } from './store.ts'
import { buildWebhookSystems } from './systems.ts'
import type { WebhookTables } from './tables.ts'

/** Standard Webhooks suggests 15 to 30 seconds. */
const TIMEOUT_MS = 15_000
/** Nobody reads the body of an answer. */
const MAX_ANSWER_BYTES = 256 * 1024
const CONNECTIONS_PER_ORIGIN = 4
const MAX_ORIGINS = 1_000
const RETENTION_MS = 30 * DAY_MS

/** Webhooks of client keys, and the sender of their messages. `lookUp`: default the system's resolver. */
export function openWebhooks(foundation: Foundation<WebhookTables & ClientKeyTables & AuditTables>, lookUp: LookUp = systemLookUp) {
  const { config, db, clock, sealing, hold, keyring, keyedHash, limiter, metrics, useReports, onError } = foundation
  const allowPrivate = config.WEBHOOKS_PRIVATE
  const store = createWebhookStore(db)
  const deliveries = createDeliveryStore(db)
  const urls = createGivenUrls({ allowPrivate, lookUp })
  const client = createUpstreamClient({
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_ANSWER_BYTES,
    maxConcurrent: CONNECTIONS_PER_ORIGIN,
    maxOrigins: MAX_ORIGINS,
    userAgent: `Isobar-Webhooks/${VERSION}`,
    lookUp,
  })
  const outcomes = new Counter({
    name: 'isobar_webhook_deliveries_total',
    help: 'Attempts to deliver to webhooks by outcome; waiting ones are tried again',
    labelNames: ['outcome'],
    registers: [metrics.registry],
  })
  const sender = startWebhookSender({
    deliveries,
    client,
    urls,
    allowPrivate,
    sealing,
    maySend: () => keyring.fault === null && !hold.isOnHold(),
    clock,
    useReports,
    onOutcome: (outcome) => outcomes.inc({ outcome }),
    onError,
  })
  const service = createWebhookService({ store, deliveries, urls, sealing, keyedHash, limiter, clock, wake: sender.wake })
  watchShared(metrics.registry, GAUGES, async () => {
    const now = clock.now()
    const [{ waiting, oldestDueSeconds, dead }, { live }] = await Promise.all([deliveries.stats(now), store.counts(now)])
    return { live, waiting, oldestDueSeconds, dead }
  })
  return {
    systems: buildWebhookSystems(store, clock.now),
    operators: createOperatorWebhook({ store: createOperatorWebhookStore(db), deliveries, urls, sealing, clock, wake: sender.wake }),
    /** How many messages wait, and how many were given up in the last 30 days. */
    stats: deliveries.stats,
    /** Looks for due messages; call it after a commit that wrote some. */
    wake: sender.wake,
    routes: (app) => registerWebhooks(app, service),
    adminRoutes: (app) => registerWebhookAdmin(app, { store: createWebhookAdminStore(db), wake: sender.wake, clock }),
    tasks: [
      {
        name: 'deleting old messages to webhooks',
        everyMs: HOUR_MS,
        run: async () => void (await deliveries.deleteBefore(clock.now() - RETENTION_MS)),
      },
    ],
    async close() {
      await sender.stop()
      await client.close()
    },
  } satisfies Feature & Record<string, unknown>
}

const GAUGES = {
  live: ['isobar_webhooks', 'Webhooks that are switched on'],
  waiting: ['isobar_webhook_waiting_deliveries', 'Messages waiting to be delivered to webhooks, due or not'],
  oldestDueSeconds: ['isobar_webhook_oldest_due_seconds', 'How long the oldest due message to a webhook has been overdue'],
  dead: ['isobar_webhook_dead_deliveries', 'Messages to webhooks that were given up, in the last 30 days'],
} as const
