import { mapBounded } from '../../../platform/bounded.ts'
import { DAY_MS } from '../../../time.ts'
import type { Job, JobResult } from '../../operations/jobs/index.ts'
import type { ChangedArea } from '../../weather/warnings/index.ts'
import { type CellOutcome, type CellParts, createRunTally } from './cell-run.ts'
import type { MarkedCell, WaitingCell } from './cell-store.ts'
import { checkCell } from './check-cell.ts'
import { checkUrgent, computeUrgentCutoff } from './check-urgent.ts'
import { type CellReader, type CellReaderOptions, createCellReader } from './readings.ts'
import type { UrgentStore } from './urgent-store.ts'

export interface WeatherAlertsOptions extends CellParts, CellReaderOptions {
  readonly urgent: UrgentStore
  /** Passes on the areas where official warnings have changed. */
  readonly takeChanges: (work: (area: ChangedArea) => Promise<void>) => Promise<void>
  /** Called with the time from a warning's publication to the writing of its mails, and their number. */
  readonly onMailed: (latencyMs: number, mails: number) => void
}

const CELLS_PAGE = 200
/** Places checked in parallel; a place uses at most one database connection at a time. */
const CELLS_AT_ONCE = 6
const FORGET_AFTER_MS = 30 * DAY_MS
/** Three days, plus the day that a row may cover. */
const EVALUATIONS_RETENTION_MS = 4 * DAY_MS

/**
 * The job that sends alert mails to subscribers (contract, "GET /api/cron/weather-alerts"). Places where an official warning has changed
 * are checked before all others, even in the middle of a run; a run triggered by `warnings` checks only these. They are checked with the
 * cached data about their weather.
 */
export function createWeatherAlerts(options: WeatherAlertsOptions): Job {
  const { urgent, cells, clock, onError } = options
  return {
    name: 'weather-alerts',
    async hasUrgentWork() {
      await options.takeChanges((area) => urgent.mark(area, clock.now()))
      return urgent.isAny(computeUrgentCutoff(clock.now()))
    },
    async run({ runId, trigger, dryRun, signal, progress }) {
      const tally = createRunTally()

      async function check(cell: number, reader: CellReader): Promise<CellOutcome | null | 'failed'> {
        try {
          return await checkCell(cell, { runId, dryRun, signal, reader, now: clock.now(), tally }, options)
        } catch (error) {
          tally.counts.failed += 1
          onError(error, 'evaluating the alerts of a place')
          return 'failed'
        } finally {
          progress(tally.counts)
        }
      }

      async function checkPage(page: readonly WaitingCell[], reader: CellReader): Promise<void> {
        await reader.refill()
        const marks: MarkedCell[] = []
        await mapBounded(page, CELLS_AT_ONCE, async ({ cell }) => {
          if (signal.aborted) return
          const outcome = await check(cell, reader)
          marks.push({
            cell,
            isWatched: outcome !== null,
            isWeatherRead: outcome !== null && outcome !== 'failed' && outcome.isWeatherRead,
          })
        })
        if (!dryRun) await cells.markCells(runId, marks, clock.now())
      }

      function result(reader: CellReader): JobResult {
        const { counts, preview } = tally
        const status = counts.failed > 0 || signal.aborted ? 'partial' : 'completed'
        return { status, ...counts, sources: reader.counts(), ...(dryRun ? { preview } : {}) }
      }

      const known = createCellReader(options, false)
      const first = (): Promise<void> => checkUrgent({ ...options, signal, check: (cell) => check(cell, known) })
      if (trigger === 'warnings') {
        if (!dryRun) await first()
        return result(known)
      }
      const reader = createCellReader(options, !dryRun)
      if (!dryRun) await cells.registerCells(options.channels, clock.now())
      let after: WaitingCell | null = null
      while (!signal.aborted) {
        if (!dryRun) await first()
        const page: readonly WaitingCell[] = dryRun
          ? await cells.listWatched(after, CELLS_PAGE)
          : await cells.listWaiting(runId, after, CELLS_PAGE)
        if (page.length === 0) break
        await checkPage(page, reader)
        after = page.at(-1) ?? null
      }
      if (!dryRun && !signal.aborted) await forget(options, clock.now())
      return result(reader)
    },
  }
}

async function forget({ events, cells }: WeatherAlertsOptions, now: number): Promise<void> {
  await events.deleteEventsBefore(now - FORGET_AFTER_MS)
  await events.deleteEvaluationsBefore(now - EVALUATIONS_RETENTION_MS)
  await cells.deleteCellsBefore(now - FORGET_AFTER_MS)
}
