import type { Kysely } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Logger } from '../../../platform/log.ts'
import type { MaintenanceTask } from '../../../platform/maintenance.ts'
import type { Attribution } from '../../../providers/provider.ts'
import { type Archive, type ArchiveOutcome, createArchive } from './archive.ts'
import { maintainPartitions } from './jobs/partitions.ts'
import { createPartitionStore } from './partition-store.ts'
import { createReadStore } from './read-store.ts'
import { createHistoryService, type HistoryService } from './service.ts'
import { createDayStore } from './day-store.ts'
import { createSummaryStore } from './summary-store.ts'
import type { HistoryTables } from './tables.ts'
import { createTurns } from './turns.ts'
import { createWriteStore, isRefusal } from './write-store.ts'

export { registerHistory } from './routes.ts'
export type { HistoryService } from './service.ts'
export { type HistoryTables, historyTables } from './tables.ts'

/** The archive of the service: written behind the gateway, read by the history route. */
export interface History {
  readonly archive: Archive
  readonly service: HistoryService
  readonly tasks: readonly MaintenanceTask[]
  /** Writes what is queued and stops. */
  close(): Promise<void>
}

export interface HistoryParts {
  readonly db: Kysely<HistoryTables>
  readonly clock: Clock
  readonly log: Logger
  readonly attributionOf: (source: string) => Attribution
  /** How long observations and forecasts are kept; read each time. */
  readonly retentionMs: () => number
  readonly onArchived: (outcome: ArchiveOutcome, fetches: number) => void
}

const MAINTAIN_EVERY_MS = 6 * 3_600_000
const CLOSE_WITHIN_MS = 3_000
/** Of the process's ten connections to the database. */
const QUERIES = { atOnce: 4, waiting: 400, withinMs: 8_000 }

export function openHistory({ db, clock, log, attributionOf, retentionMs, onArchived }: HistoryParts): History {
  const archive = createArchive({
    write: createWriteStore(db).insertFetches,
    isRefusal,
    retentionMs,
    onCounted: onArchived,
    onTrouble: (what, facts) => log.warn(facts, what),
  })
  const job = {
    partitions: createPartitionStore(db),
    clock,
    retentionMs,
    onDropped: (tables: readonly string[]) => log.info({ tables }, 'months past retention were dropped'),
  }
  const partitions = {
    name: 'making and dropping partitions of the archive',
    everyMs: MAINTAIN_EVERY_MS,
    run: () => maintainPartitions(job),
  }
  const atStart = partitions.run().catch((error: unknown) => log.warn({ err: error }, partitions.name))
  return {
    archive,
    tasks: [partitions],
    service: createHistoryService({
      read: createReadStore(db),
      summaries: createSummaryStore(db),
      days: createDayStore(db),
      turns: createTurns(QUERIES),
      attributionOf,
      clock,
      retentionMs,
    }),
    async close() {
      await atStart
      await archive.close(CLOSE_WITHIN_MS)
    },
  }
}
