import { Counter } from 'prom-client'
import type { Feature, Foundation } from '../../../foundation.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time.ts'
import type { BlendLearner, BlendTables } from '../blend/index.ts'
import { createAirHistory } from './air-service.ts'
import { createAirStore } from './air-store.ts'
import { createQueryQueue } from './answering.ts'
import { createArchive } from './archive.ts'
import type { NextDaysOptions } from './next-days.ts'
import { createPartitionStore, getNextMonth, toUtcMonth, type PartitionStore } from './partition-store.ts'
import { createReadStore } from './read-store.ts'
import { registerHistory } from './routes.ts'
import { createHistoryService } from './service.ts'
import { createSummaryStore } from './summary-store.ts'
import type { HistoryTables } from './tables.ts'
import { createCaseStore } from './verification/case-store.ts'
import { createResultStore } from './verification/result-store.ts'
import { registerAccuracy } from './verification/routes.ts'
import { createSumStore } from './verification/sum-store.ts'
import { type FindStation, createVerification } from './verification/task.ts'
import { createWriteStore, isRefusal } from './write-store.ts'

export interface HistoryNeeds extends NextDaysOptions {
  /** Id of the first provider for a cell. */
  readonly primaryAt: (cellId: number) => string
  readonly stationOf: FindStation
  /** Learns from the days that are compared. */
  readonly learner: BlendLearner
}

const MAINTAIN_EVERY_MS = 6 * HOUR_MS
const VERIFY_EVERY_MS = 2 * MINUTE_MS
const CLOSE_WITHIN_MS = 3_000
/** Limits within the process's ten database connections. */
const QUERIES = { atOnce: 4, waiting: 400 }
/** How many answers of a slow database one waits for its turn. */
const LONGEST_TURNS = 8

/** The archive of forecasts and observations: written behind the gateway, read by the history route. */
export function openHistory(
  foundation: Foundation<HistoryTables & BlendTables>,
  { attributionOf, agenciesAt, primaryAt, stationOf, learner }: HistoryNeeds,
) {
  const { db, clock, log, settings, metrics, level, windows, timeouts } = foundation
  const retentionMs = (): number => settings.current().retentionDays * DAY_MS
  const archived = new Counter({
    name: 'isobar_archived_fetches_total',
    help: 'Fetches by archive outcome: written, dropped (queue full), refused (not storable)',
    labelNames: ['outcome'],
    registers: [metrics.registry],
  })
  const archive = createArchive({
    write: createWriteStore(db).insertFetches,
    isRefusal,
    retentionMs,
    onCounted: (outcome, fetches) => archived.inc({ outcome }, fetches),
    onTrouble: (what, facts) => log.warn(facts, what),
  })
  const partitionStore = createPartitionStore(db)
  const partitions = {
    name: 'making and dropping partitions of the archive',
    everyMs: MAINTAIN_EVERY_MS,
    async run() {
      const tables = await maintainPartitions(partitionStore, clock.now(), retentionMs())
      if (tables.length > 0) log.info({ tables }, 'dropped archive partitions past retention')
    },
  }
  const atStart = partitions.run().catch((error: unknown) => log.warn({ err: error }, partitions.name))
  const results = createResultStore(db)
  const verify = createVerification(
    {
      cases: createCaseStore(db),
      sums: createSumStore(db),
      partitions: partitionStore,
      results,
      clock,
      retentionMs,
      primaryAt,
      stationOf,
      learner,
    },
    level,
  )
  const verification = {
    name: 'comparing forecasts with what came',
    everyMs: VERIFY_EVERY_MS,
    async run() {
      await verify()
    },
  }
  const reading = {
    read: createReadStore(db),
    verification: results,
    primaryAt,
    turns: createQueryQueue({ ...QUERIES, withinMs: LONGEST_TURNS * timeouts.databaseTimeoutMs }),
    attributionOf,
    clock,
    retentionMs,
  }
  const service = createHistoryService({
    ...reading,
    summaries: createSummaryStore(db),
    windows,
    agenciesAt,
  })
  const air = createAirHistory({ ...reading, air: createAirStore(db) })
  return {
    archive,
    service,
    air,
    /** Compares forecasts with what was observed, for half a minute at most. True when nothing is left to do. */
    verify,
    routes(app) {
      registerHistory(app, foundation, { history: service, air })
      registerAccuracy(app, foundation, service)
    },
    tasks: [partitions, verification],
    async close() {
      await atStart
      await archive.close(CLOSE_WITHIN_MS)
    },
  } satisfies Feature & Record<string, unknown>
}

/** Creates the partitions of this month and the next, and drops those past retention, which it returns. Safe to run on several nodes at once. */
export async function maintainPartitions(partitions: PartitionStore, now: number, retentionMs: number): Promise<string[]> {
  const month = toUtcMonth(now)
  await partitions.ensureMonth(month)
  await partitions.ensureMonth(getNextMonth(month))
  return partitions.dropMonthsBefore(now - retentionMs)
}
