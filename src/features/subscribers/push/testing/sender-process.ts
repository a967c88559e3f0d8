import { PATIENCE } from '../../../../../test/helpers/database.ts'
import { systemClock } from '../../../../platform/clock.ts'
import { openDatabase } from '../../../../platform/db/database.ts'
import { createSealing } from '../../../../platform/secrets/sealing.ts'
import { startSender } from '../../../../platform/sender.ts'
import { createUpstreamClient } from '../../../../platform/upstream/client.ts'
import { createUseReports, type ConnectionTables } from '../../../operations/connections/index.ts'
import { createAttempt } from '../attempt.ts'
import { createPushMessageStore } from '../message-store.ts'
import { buildPushSettlement } from '../settling.ts'
import type { PushTables } from '../tables.ts'
import { createVapid } from '../vapid-store.ts'

/** A node that only sends notifications, to be killed: `sender-process.ts <database> <admin secret> <lease ms>`. */
const [connection = '', adminSecret = '', leaseMs = ''] = process.argv.slice(2)
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const database = await openDatabase<PushTables & ConnectionTables>({ connection, maxConnections: 3, log, patience: PATIENCE })
const sealing = createSealing(adminSecret)
const messages = createPushMessageStore(database.kysely)
const attempt = createAttempt({
  client: createUpstreamClient({ timeoutMs: 15_000, maxBytes: 1_000, maxConcurrent: 4, userAgent: 'test' }),
  services: { isAllowed: async () => true },
  allowPrivate: true,
  sealing,
  vapid: createVapid(database.kysely, sealing),
  subject: 'mailto:operator@example.org',
  useReports: createUseReports(database.kysely, { clock: systemClock, onError: () => undefined }),
  clock: systemClock,
})
startSender({
  what: 'notifications',
  queue: messages,
  async deliver(message, owner, signal) {
    const result = await attempt(message, Date.now(), signal)
    if (result === null) return false
    await messages.settle(owner, buildPushSettlement(message, result, Date.now(), 0), Date.now())
    return true
  },
  maySend: () => true,
  clock: systemClock,
  onError: (error) => void process.stderr.write(`${String(error)}\n`),
  leaseMs: Number(leaseMs),
})
// The sender's timers do not keep a process alive.
setInterval(() => undefined, 60_000)
process.stdout.write('sending\n')
