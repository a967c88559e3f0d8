import type { Gateway } from '../../../gateway/index.ts'
import { mapBounded } from '../../../platform/bounded.ts'
import type { Clock } from '../../../platform/clock.ts'
import { DAY_MS, MINUTE_MS } from '../../../time.ts'
import type { Job, JobContext, JobResult } from '../../operations/jobs/index.ts'
import type { ChangedArea } from '../../weather/warnings/index.ts'
import { type CellOutcome, type CellParts, emptyTally, type Tally } from './cell-run.ts'
import type { MarkedCell, WaitingCell } from './cell-store.ts'
import { checkCell } from './check-cell.ts'
import { checkUrgent, urgentSince } from './check-urgent.ts'
import type { SourceKind } from './place-state.ts'
import { createCellReader, type CellReader } from './readings.ts'
import type { UrgentStore } from './urgent-store.ts'

export interface WeatherAlertsOptions extends CellParts {
  readonly gateway: Pick<Gateway, 'read' | 'sources' | 'jobCallsLeft'>
  readonly clock: Clock
  /** How old a source's data may be. */
  readonly maxAgeMs: (kind: SourceKind) => number
  /** Timeout of one source for one place. */
  readonly timeoutMs: number
  readonly urgent: UrgentStore
  /** Passes on the areas where official warnings have changed. */
  readonly takeChanges: (work: (area: ChangedArea) => Promise<void>) => Promise<void>
  /** Called with the time from a warning's publication to the writing of its mails, and their number. */
  readonly onMailed: (latencyMs: number, mails: number) => void
}

const TRIGGER = 'cron_weather_alerts'
/** The interval of the job: a warning is sent in the first run after it is issued. */
const ALERTS_WANTED_MS = 15 * MINUTE_MS
const CELLS_PAGE = 200
/** Places checked in parallel; a place uses at most one database connection at a time. */
const CELLS_AT_ONCE = 6
const FORGET_AFTER_MS = 30 * DAY_MS
/** Three days, plus the day that a row may cover. */
const EVALUATIONS_KEPT_MS = 4 * DAY_MS

/**
 * The job that sends alert mails to subscribers (contract, "GET /api/cron/weather-alerts"). Places where an official warning has changed
 * are checked before all others, even in the middle of a run; a run triggered by `warnings` checks only these. They are checked with the
 * cached data about their weather.
 */
export function createWeatherAlerts(options: WeatherAlertsOptions): Job {
  return {
    name: 'weather-alerts',
    async isPressed() {
      const { urgent, clock } = options
      await options.takeChanges((area) => urgent.mark(area, clock.now()))
      return urgent.isAny(urgentSince(clock.now()))
    },
    async run(context) {
      const { cells, clock } = options
      const { dryRun } = context
      const known = alertReader(options, false)
      const tally = emptyTally()
      const first = (): Promise<void> =>
        checkUrgent({ ...options, signal: context.signal, check: (cell) => checkOne(cell, known, tally, context, options) })
      if (context.trigger === 'warnings') {
        if (!dryRun) await first()
        return resultOf(tally, known, context)
      }
      const reader = alertReader(options, !dryRun)
      if (!dryRun) await cells.registerCells(clock.now())
      let after: WaitingCell | null = null
      while (!context.signal.aborted) {
        if (!dryRun) await first()
        const page: readonly WaitingCell[] = dryRun
          ? await cells.listWatched(after, CELLS_PAGE)
          : await cells.listWaiting(context.runId, after, CELLS_PAGE)
        if (page.length === 0) break
        await checkPage(page, reader, tally, context, options)
        after = page.at(-1) ?? null
      }
      if (!dryRun && !context.signal.aborted) await forget(options, clock.now())
      return resultOf(tally, reader, context)
    },
  }
}

/** The job's reader of sources; if it may not call, it reads the cache only. */
export function alertReader(
  { gateway, clock, maxAgeMs, timeoutMs }: Pick<WeatherAlertsOptions, 'gateway' | 'clock' | 'maxAgeMs' | 'timeoutMs'>,
  mayCall: boolean,
): CellReader {
  return createCellReader({ gateway, clock, maxAgeMs, alertsWantedMs: ALERTS_WANTED_MS, timeoutMs, trigger: TRIGGER, mayCall })
}

async function checkPage(
  page: readonly WaitingCell[],
  reader: CellReader,
  tally: Tally,
  context: JobContext,
  options: WeatherAlertsOptions,
): Promise<void> {
  await reader.refill()
  const marks: MarkedCell[] = []
  await mapBounded(page, CELLS_AT_ONCE, async ({ cell }) => {
    if (context.signal.aborted) return
    const outcome = await checkOne(cell, reader, tally, context, options)
    marks.push({ cell, isWatched: outcome !== null, hadTurn: outcome !== null && outcome !== 'failed' && outcome.hadTurn })
  })
  if (!context.dryRun) await options.cells.markCells(context.runId, marks, options.clock.now())
}

async function checkOne(
  cell: number,
  reader: CellReader,
  tally: Tally,
  context: JobContext,
  options: WeatherAlertsOptions,
): Promise<CellOutcome | null | 'failed'> {
  const { runId, dryRun, signal } = context
  try {
    return await checkCell(cell, { runId, dryRun, signal, reader, now: options.clock.now(), tally }, options)
  } catch (error) {
    tally.counts.failed += 1
    options.onError(error, 'evaluating the alerts of a place')
    return 'failed'
  } finally {
    context.progress(tally.counts)
  }
}

function resultOf({ counts, preview }: Tally, reader: CellReader, { dryRun, signal }: JobContext): JobResult {
  const status = counts.failed > 0 || signal.aborted ? 'partial' : 'completed'
  return { status, ...counts, sources: reader.counts(), ...(dryRun ? { preview } : {}) }
}

async function forget({ events, cells }: WeatherAlertsOptions, now: number): Promise<void> {
  await events.deleteEventsBefore(now - FORGET_AFTER_MS)
  await events.deleteEvaluationsBefore(now - EVALUATIONS_KEPT_MS)
  await cells.deleteCellsBefore(now - FORGET_AFTER_MS)
}
