import { PATIENCE } from '../../../../../test/helpers/database.ts'
import { systemClock } from '../../../../platform/clock.ts'
import { openDatabase } from '../../../../platform/db/database.ts'
import { createSealing } from '../../../../platform/secrets/sealing.ts'
import { createUpstreamClient } from '../../../../platform/upstream/client.ts'
import { createUseReports, type ConnectionTables } from '../../../operations/connections/index.ts'
import type { ClientKeyTables } from '../../keys/index.ts'
import { createDeliveryStore } from '../delivery-store.ts'
import { startWebhookSender } from '../sender.ts'
import type { WebhookTables } from '../tables.ts'

/** A node that only sends to webhooks, to be killed: `sender-process.ts <database> <admin secret> <lease ms>`. */
const [connection = '', adminSecret = '', leaseMs = ''] = process.argv.slice(2)
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const database = await openDatabase<WebhookTables & ClientKeyTables & ConnectionTables>({
  connection,
  maxConnections: 3,
  log,
  patience: PATIENCE,
})
const client = createUpstreamClient({ timeoutMs: 15_000, maxBytes: 1_000, maxConcurrent: 4, userAgent: 'test' })
startWebhookSender({
  deliveries: createDeliveryStore(database.kysely),
  client,
  urls: { isAllowed: async () => true },
  allowPrivate: true,
  sealing: createSealing(adminSecret),
  maySend: () => true,
  clock: systemClock,
  useReports: createUseReports(database.kysely, { clock: systemClock, onError: () => undefined }),
  onOutcome: () => undefined,
  onError: (error) => void process.stderr.write(`${String(error)}\n`),
  leaseMs: Number(leaseMs),
})
// The sender's timers do not keep a process alive.
setInterval(() => undefined, 60_000)
process.stdout.write('sending\n')
