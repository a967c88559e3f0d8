import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { DAY_MS } from '../../../time.ts'
import { createSuppressionStore, type SuppressionTables } from '../suppression/index.ts'
import { createOutboxStore } from './outbox-store.ts'
import type { MailTables } from './tables.ts'
import { createUpkeepStore, type QueueStats, type RunCounts } from './upkeep-store.ts'
import { startMailWorkers, type WorkerOptions } from './workers.ts'

/** The outbox and the workers that drain it. */
export type Mail = ReturnType<typeof createMail>

export interface MailOptions extends Omit<WorkerOptions, 'outbox' | 'suppressions'> {
  readonly db: Kysely<MailTables & SuppressionTables>
  /** How long `close` waits for mails that are being sent before it cuts them off. */
  readonly finishMs?: number
}

const RETENTION_MS = 30 * DAY_MS
/** Together with cutting off and releasing, five seconds. */
const FINISH_MS = 3_500
const POLL_MS = 250

/** Starts the workers at once; `close` stops them. */
export function createMail(options: MailOptions) {
  const { db, clock, transport, finishMs = FINISH_MS } = options
  const upkeep = createUpkeepStore(db)
  const workers = startMailWorkers({ ...options, outbox: createOutboxStore(db), suppressions: createSuppressionStore(db) })

  let closing: Promise<void> | undefined

  async function close(): Promise<void> {
    await workers.stop(finishMs)
    await transport.close()
  }

  return {
    /** Wakes the workers after a commit that added mails. Other nodes poll within 5 seconds. */
    wake: workers.wake,

    /** Sends at once what waits because an attempt failed; resolves to how many mails are due now. */
    async retryNow(): Promise<number> {
      const due = await upkeep.retryDeferred(clock.now())
      workers.resume()
      return due
    },

    /** Waits up to `withinMs` until no mail of the run is waiting, then resolves to the counts so far. */
    async settled(runId: string, withinMs: number): Promise<RunCounts> {
      const deadline = performance.now() + withinMs
      while ((await upkeep.isRunWaiting(runId)) && performance.now() < deadline) await sleep(POLL_MS)
      return upkeep.countRun(runId)
    },

    settledSince: upkeep.settledSince,

    queueStats: (): Promise<QueueStats> => upkeep.queueStats(clock.now()),

    /**
     * Deletes mails after 30 days, whatever their state, and parts a day later. A deleted key could be used again, so the features that
     * decide on mails remember what they have sent to whom.
     */
    async forget(): Promise<void> {
      const now = clock.now()
      while ((await upkeep.deleteMailsBefore(now - RETENTION_MS)) > 0);
      await upkeep.deletePartsBefore(now - RETENTION_MS - DAY_MS)
    },

    /** Lets mails in flight finish, releases the rest and closes the connections, within five seconds. Idempotent. */
    close: (): Promise<void> => (closing ??= close()),
  }
}
