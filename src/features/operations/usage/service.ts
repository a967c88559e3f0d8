import { DAY_SECONDS, MINUTE_SECONDS, type Usage as WindowUsage, windowStart } from '../../../gateway/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { AnswerCounter } from './answer-counter.ts'
import type { LedgerCall, UsageReader } from './read-store.ts'
import {
  byKey,
  byProvider,
  type CacheTotals,
  cacheOf,
  type CallTotals,
  firstDayOf,
  firstHourOf,
  type Keyed,
  type PeriodTotals,
  periodsOf,
  type ProviderTotals,
  totalsOf,
} from './report.ts'
import type { RollupStore } from './rollup-store.ts'
import { DAY_MS, HOUR_MS } from '../../../time.ts'

/** How full a window of the budget is. Null: without a limit. */
export interface BudgetUse {
  readonly used: number
  readonly limit: number | null
  readonly remaining: number | null
  readonly status: WindowUsage['status']
  /** Epoch milliseconds. */
  readonly resetsAt: number
}

export interface UsageReport {
  readonly today: BudgetUse
  readonly perMinute: BudgetUse
  /** Of the days asked for. */
  readonly totals: CallTotals
  readonly byProvider: readonly ProviderTotals[]
  readonly byScope: readonly Keyed<'scope'>[]
  readonly byTrigger: readonly Keyed<'trigger'>[]
  readonly byCause: readonly Keyed<'cause'>[]
  readonly cache: CacheTotals & { readonly byScope: readonly (CacheTotals & { readonly scope: string })[] }
  readonly days: readonly PeriodTotals[]
  /** The last 24. */
  readonly hours: readonly PeriodTotals[]
  readonly recentCalls: readonly LedgerCall[]
}

export interface UsageService {
  /** Counts a weather answer; cheap, and never throws. */
  readonly answered: AnswerCounter['count']
  /** What the last days, today among them, were spent on. */
  report(days: number): Promise<UsageReport>
  /** Sums the ledger up and forgets what is past keeping, in bounded steps. */
  maintain(): Promise<void>
  close(): Promise<void>
}

export interface UsageOptions {
  readonly reader: UsageReader
  readonly rollups: RollupStore
  readonly counter: AnswerCounter
  /** The product that the daily budget is for. */
  readonly budgetProduct: string
  /** What is used of that product's windows. */
  readonly windows: () => Promise<readonly WindowUsage[]>
  /** For how long single calls are kept. */
  readonly callsKeptMs: () => number
  readonly clock: Clock
}

const HOURS = 24
const RECENT_CALLS = 50
const HOURS_KEPT_MS = 8 * DAY_MS
/** Two years and a little, to compare a month with the same one before. */
const DAYS_KEPT_MS = 800 * DAY_MS
/** Deletions of one run; the next run goes on. */
const MAX_DELETE_STEPS = 100

export function createUsageService(options: UsageOptions): UsageService {
  const { reader, rollups, counter, budgetProduct, clock } = options

  return {
    answered: counter.count,

    async report(days) {
      const now = clock.now()
      const [firstDay, firstHour] = [firstDayOf(now, days), firstHourOf(now, HOURS)]
      // What this node has counted in the last second; the other nodes' is still to come.
      await counter.flush()
      const windows = await options.windows()
      const found = await reader.read({ firstDay, firstHour, recentCalls: RECENT_CALLS })
      const tail = found.tail.filter(({ startsAt }) => startsAt >= firstDay)
      const calls = [...found.breakdown, ...tail]
      const ofDays = periodsOf(
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
        totals: totalsOf(calls, budgetProduct),
        byProvider: byProvider(calls, budgetProduct),
        byScope: byKey(calls, 'scope', budgetProduct),
        byTrigger: byKey(calls, 'trigger', budgetProduct),
        byCause: byKey(calls, 'cause', budgetProduct),
        cache: {
          ...cacheOf(found.answersByDay),
          byScope: [...Map.groupBy(found.answersByScope, ({ scope }) => scope)].map(([scope, own]) => ({ scope, ...cacheOf(own) })),
        },
        days: ofDays,
        hours: periodsOf({ first: firstHour, count: HOURS, everyMs: HOUR_MS }, ofHours, found.answersByHour, budgetProduct),
        recentCalls: found.recentCalls,
      }
    },

    async maintain() {
      const now = clock.now()
      while (await rollups.sumUp(now));
      await inSteps(() => rollups.deleteCallsBefore(now - options.callsKeptMs()))
      await inSteps(() => rollups.deleteSumsBefore('hour', now - HOURS_KEPT_MS))
      await inSteps(() => rollups.deleteSumsBefore('day', now - DAYS_KEPT_MS))
    },

    close: () => counter.close(),
  }
}

/** A product of another plan has no such window: then there is no limit. */
function budgetUse(windows: readonly WindowUsage[], windowSeconds: number, otherwise: number, now: number): BudgetUse {
  const window = windows.find((each) => each.windowSeconds === windowSeconds)
  const resetsAt = windowStart(now, windowSeconds) + windowSeconds * 1_000
  if (window === undefined) return { used: otherwise, limit: null, remaining: null, status: 'ok', resetsAt }
  const { used, limit, status } = window
  return { used, limit, remaining: Math.max(0, Math.floor(limit - used)), status, resetsAt }
}

async function inSteps(step: () => Promise<number>): Promise<void> {
  for (let steps = 0; steps < MAX_DELETE_STEPS && (await step()) > 0; steps++);
}
