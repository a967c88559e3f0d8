import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { createOutboxStore } from './outbox-store.ts'
import { createSuppressionStore, type SuppressionTables } from '../suppression/index.ts'
import type { MailTables } from './tables.ts'
import { createUpkeepStore, type QueueStats, type RunCounts } from './upkeep-store.ts'
import { startWorkers, type WorkerOptions } from './workers.ts'
import { DAY_MS } from '../../../time.ts'

/** The outbox and what empties it. */
export interface Mail {
  /** Tells the workers that something was put into the outbox; after the commit. Other nodes look by themselves within 5 seconds. */
  wake(): void
  /** Waits until none of a run's mails is waiting any more, at most so long, and tells what became of them so far. */
  settled(runId: string, withinMs: number): Promise<RunCounts>
  queueStats(): Promise<QueueStats>
  /**
   * Forgets mails after 30 days, whatever their state, and parts a day later. A key that is forgotten could be used again: what was told
   * to whom is remembered by the rooms that decide.
   */
  forget(): Promise<void>
  /** Lets what is being sent finish, gives back the rest, and ends the connections; within five seconds. Again: the same. */
  close(): Promise<void>
}

export interface MailOptions extends Omit<WorkerOptions, 'outbox' | 'suppressions'> {
  readonly db: Kysely<MailTables & SuppressionTables>
  /** How long `close` waits for mails that are being sent before it cuts them off. */
  readonly finishMs?: number
}

const KEPT_MS = 30 * DAY_MS
/** With what cutting off and giving back take, five seconds. */
const FINISH_MS = 3_500
const LOOK_EVERY_MS = 250

export function createMail(options: MailOptions): Mail {
  const { db, clock, transport, finishMs = FINISH_MS } = options
  const upkeep = createUpkeepStore(db)
  const workers = startWorkers({ ...options, outbox: createOutboxStore(db), suppressions: createSuppressionStore(db) })

  let closing: Promise<void> | undefined

  async function close(): Promise<void> {
    await workers.stop(finishMs)
    await transport.close()
  }

  return {
    wake: workers.wake,

    async settled(runId, withinMs) {
      const deadline = performance.now() + withinMs
      while ((await upkeep.isRunWaiting(runId)) && performance.now() < deadline) await sleep(LOOK_EVERY_MS)
      return upkeep.countRun(runId)
    },

    queueStats: () => upkeep.queueStats(clock.now()),

    async forget() {
      const now = clock.now()
      while ((await upkeep.deleteMailsBefore(now - KEPT_MS, now)) > 0);
      while ((await upkeep.deletePartsBefore(now - KEPT_MS - DAY_MS)) > 0);
    },

    close: () => (closing ??= close()),
  }
}
