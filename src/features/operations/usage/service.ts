import { getProviderId } from '@isobar/providers/port'
import { decodeCellId, formatInstant } from '@isobar/weather'
import type { Kysely } from 'kysely'
import type { ReportError } from '../../../errors.ts'
import { type GatewayTables, MINUTE_SECONDS, type Usage as WindowUsage, computeWindowEnd } from '../../../gateway/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import { DAY_MS, DAY_SECONDS, HOUR_MS } from '../../../time.ts'
import { createAnswerCountWriter } from './answer-counter.ts'
import { createAnswerStore } from './answer-store.ts'
import { createUsageReader, type LedgerCall } from './read-store.ts'
import {
  groupCallsByDimension,
  groupCallsByProvider,
  computeCacheTotals,
  computeFirstUsageDay,
  computeFirstUsageHour,
  listUsagePeriods,
  computeCallTotals,
} from './report.ts'
import { createRollupStore } from './rollup-store.ts'
import { formatReportDay, type UsageAnswer } from './schemas.ts'
import type { UsageTables } from './tables.ts'

export type UsageService = ReturnType<typeof createUsage>

interface UsageOptions {
  readonly db: Kysely<UsageTables & GatewayTables>
  /** The product of the daily budget. */
  readonly budgetProduct: () => string
  /** The usage of that product's windows. */
  readonly windows: () => Promise<readonly WindowUsage[]>
  /** Retention of single calls. */
  readonly callRetentionMs: () => number
  readonly clock: Clock
  readonly onError: ReportError
}

const HOURS = 24
const RECENT_CALLS = 50
const HOUR_RETENTION_MS = 8 * DAY_MS
/** A little over two years, to compare a month with the same month a year before. */
const DAY_RETENTION_MS = 800 * DAY_MS
/** Deletion steps per run; the next run continues. */
const MAX_DELETE_STEPS = 100

/** Usage reports and their upkeep. */
export function createUsage({ db, clock, onError, ...options }: UsageOptions) {
  const reader = createUsageReader(db)
  const rollups = createRollupStore(db)
  const counter = createAnswerCountWriter({ store: createAnswerStore(db), clock, onError })

  return {
    /** Counts a weather answer. Cheap, never throws. */
    answered: counter.count,

    /** The spending of the last days, including today. */
    async report(days: number): Promise<UsageAnswer> {
      const now = clock.now()
      const budgetProduct = options.budgetProduct()
      const [firstDay, firstHour] = [computeFirstUsageDay(now, days), computeFirstUsageHour(now, HOURS)]
      // Includes this node's last second; the other nodes' counts follow.
      await counter.flush()
      const windows = await options.windows()
      const found = await reader.read({ firstDay, firstHour, recentCalls: RECENT_CALLS })
      const tail = found.tail.filter(({ startsAt }) => startsAt >= firstDay)
      const calls = [...found.breakdown, ...tail]
      const ofDays = listUsagePeriods(
        { first: firstDay, count: days, everyMs: DAY_MS },
        [...found.days, ...tail],
        found.answersByDay,
        budgetProduct,
      )
      const ofHours = [...found.hours, ...found.tail]
      const used = (seconds: number, otherwise: number) => budgetUse(windows, seconds, otherwise, now)
      return {
        today: used(DAY_SECONDS, ofDays.at(-1)?.budgetCalls ?? 0),
        perMinute: used(MINUTE_SECONDS, 0),
        from: formatReportDay(firstDay),
        to: formatReportDay(now),
        totals: computeCallTotals(calls, budgetProduct),
        byProvider: groupCallsByProvider(calls, budgetProduct),
        byScope: groupCallsByDimension(calls, 'scope', budgetProduct),
        byTrigger: groupCallsByDimension(calls, 'trigger', budgetProduct),
        byCause: groupCallsByDimension(calls, 'cause', budgetProduct),
        cache: {
          ...computeCacheTotals(found.answersByDay),
          byScope: [...Map.groupBy(found.answersByScope, ({ scope }) => scope)].map(([scope, own]) => ({
            scope,
            ...computeCacheTotals(own),
          })),
        },
        days: ofDays.map(({ startsAt, ...totals }) => ({ day: formatReportDay(startsAt), ...totals })),
        hours: listUsagePeriods({ first: firstHour, count: HOURS, everyMs: HOUR_MS }, ofHours, found.answersByHour, budgetProduct).map(
          ({ startsAt, ...totals }) => ({ hour: formatInstant(startsAt), ...totals }),
        ),
        recentCalls: found.recentCalls.map(callItem),
      }
    },

    /** Rolls up the ledger and deletes what is past its retention, in bounded steps. */
    async maintain(): Promise<void> {
      const now = clock.now()
      while (await rollups.sumUp(now));
      await inSteps(() => rollups.deleteCallsBefore(now - options.callRetentionMs()))
      await inSteps(() => rollups.deleteSumsBefore('hour', now - HOUR_RETENTION_MS))
      await inSteps(() => rollups.deleteSumsBefore('day', now - DAY_RETENTION_MS))
    },

    close: (): Promise<void> => counter.close(),
  }
}

/** Another plan's product may lack such a window: then there is no limit. */
function budgetUse(windows: readonly WindowUsage[], windowSeconds: number, otherwise: number, now: number): UsageAnswer['today'] {
  const window = windows.find((each) => each.windowSeconds === windowSeconds)
  const resetsAt = formatInstant(computeWindowEnd(now, windowSeconds))
  if (window === undefined) return { used: otherwise, limit: null, remaining: null, status: 'ok', resetsAt }
  const { used, limit, status } = window
  return { used, limit, remaining: Math.max(0, Math.floor(limit - used)), status, resetsAt }
}

function callItem({ id, startedAt, product, cellId, ...call }: LedgerCall): UsageAnswer['recentCalls'][number] {
  const { lat, lon } = cellId === null ? { lat: null, lon: null } : decodeCellId(cellId)
  return { id: String(id), startedAt: formatInstant(startedAt.getTime()), provider: getProviderId(product), product, lat, lon, ...call }
}

async function inSteps(step: () => Promise<number>): Promise<void> {
  for (let steps = 0; steps < MAX_DELETE_STEPS && (await step()) > 0; steps++);
}
