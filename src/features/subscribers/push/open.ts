import { Counter } from 'prom-client'
import type { AuditTables } from '../../../admin/audit/index.ts'
import type { Config } from '../../../config/config.ts'
import type { Feature, Foundation } from '../../../foundation.ts'
import { watchShared } from '../../../platform/metrics.ts'
import { startSender } from '../../../platform/sender.ts'
import { createUpstreamClient } from '../../../platform/upstream/client.ts'
import { createGivenUrls } from '../../../platform/upstream/given-url.ts'
import { type LookUp, systemLookUp } from '../../../platform/upstream/public-address.ts'
import { DAY_MS, HOUR_MS } from '../../../time.ts'
import { VERSION } from '../../../version.ts'
import type { OutsideSystem } from '../../operations/connections/index.ts'
import { createPushAdminStore } from './admin-store.ts'
import { registerPushAdmin } from './admin.ts'
import { createAttempt, PUSH_SERVICES } from './attempt.ts'
import { createPushServices } from './browser-subscription.ts'
import { createDeviceStore } from './device-store.ts'
import { createPushMessageStore } from './message-store.ts'
import { listLinked, removeLinked } from './person-store.ts'
import { registerPush } from './routes.ts'
import { createPushService } from './service.ts'
import { buildExpiredSettlement, buildPushSettlement } from './settling.ts'
import type { PushTables } from './tables.ts'
import { createTrial } from './trial.ts'
import { createVapid } from './vapid-store.ts'

const TIMEOUT_MS = 15_000
/** Nobody reads the body of an answer. */
const MAX_ANSWER_BYTES = 64 * 1024
/** There are few push services, and each has many browsers. */
const AT_ONCE = 32
const RETENTION_MS = 30 * DAY_MS
/** A device to which nothing was delivered for so long, and whose browser did not ask either. */
const DEVICE_RETENTION_MS = 365 * DAY_MS

/** Notifications in browsers, and the sender of them. `lookUp`: default the system's resolver. */
export function openPush(foundation: Foundation<PushTables & AuditTables>, lookUp: LookUp = systemLookUp) {
  const { config, db, clock, sealing, hold, keyring, keyedHash, clientHash, limiter, metrics, siteName, useReports, onError } = foundation
  const allowPrivate = config.PUSH_PRIVATE
  const devices = createDeviceStore(db)
  const messages = createPushMessageStore(db)
  const vapid = createVapid(db, sealing)
  const services = createPushServices(createGivenUrls({ allowPrivate, lookUp }), config.PUSH_SERVICES)
  const client = createUpstreamClient({
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_ANSWER_BYTES,
    maxConcurrent: AT_ONCE,
    userAgent: `Isobar-Push/${VERSION}`,
    lookUp,
  })
  const outcomes = new Counter({
    name: 'isobar_push_messages_total',
    help: 'Attempts to send notifications by outcome; waiting ones are tried again, gone ones end their device',
    labelNames: ['outcome'],
    registers: [metrics.registry],
  })
  const attempt = createAttempt({ client, services, allowPrivate, sealing, vapid, subject: subjectOf(config), useReports, clock })
  const sender = startSender({
    what: 'notifications',
    queue: messages,
    async deliver(message, owner, signal) {
      const startedAt = clock.now()
      const isOver = message.expiresAt - startedAt < 1_000
      const result = isOver ? null : await attempt(message, startedAt, signal)
      if (result === null && !isOver) return false
      const now = clock.now()
      const settlement = result === null ? buildExpiredSettlement(message.id) : buildPushSettlement(message, result, now, Math.random())
      await messages.settle(owner, settlement, now)
      outcomes.inc({ outcome: settlement.state })
      return true
    },
    maySend: () => keyring.fault === null && !hold.isOnHold(),
    clock,
    onError,
    atOnce: AT_ONCE,
  })
  const trial = createTrial({ devices, attempt, isOnHold: hold.isOnHold, siteName, clock })
  const service = createPushService({ devices, services, vapid, trial, sealing, keyedHash, limiter, clock })
  watchShared(metrics.registry, GAUGES, () => messages.stats(clock.now()))
  const system: OutsideSystem = {
    id: PUSH_SERVICES,
    name: 'Push services of browsers',
    kind: 'push_service',
    isSwitchable: false,
    configured: () => true,
    settings: () => ({}),
  }
  return {
    system,
    /** Looks for due messages; call it after a commit that wrote some. */
    wake: sender.wake,
    /** Of clients' browsers, for the page behind the links in mails. */
    browsers: {
      list: (clients: readonly string[]) => listLinked(db, clients),
      remove: (clients: readonly string[], id: string) => db.transaction().execute((trx) => removeLinked(trx, clients, id)),
    },
    routes: (app) => registerPush(app, { push: service, limiter, clientHash }),
    adminRoutes: (app) => registerPushAdmin(app, { store: createPushAdminStore(db), trial, clock }),
    tasks: [
      {
        name: 'deleting old notifications and devices',
        everyMs: HOUR_MS,
        async run() {
          await messages.deleteBefore(clock.now() - RETENTION_MS)
          await devices.deleteBefore(clock.now() - DEVICE_RETENTION_MS)
        },
      },
    ],
    async close() {
      await sender.stop()
      await client.close()
    },
  } satisfies Feature & Record<string, unknown>
}

/** Whom push services may write to if something is wrong: the site, or where it has no https, the sender of its mails. */
function subjectOf({ PUBLIC_URL, MAIL_FROM }: Config): string {
  return PUBLIC_URL?.protocol === 'https:' ? PUBLIC_URL.origin : `mailto:${MAIL_FROM.address}`
}

const GAUGES = {
  devices: ['isobar_push_devices', 'Browsers that are notified'],
  waiting: ['isobar_push_waiting_messages', 'Notifications waiting to be sent, due or not'],
  oldestDueSeconds: ['isobar_push_oldest_due_seconds', 'How long the oldest due notification has been overdue'],
} as const
