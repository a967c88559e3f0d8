import { localIndexOf } from '../../../domain/air/air-series.ts'
import { cellOf } from '../../../domain/cell.ts'
import { isCovered } from '../../../domain/coverage.ts'
import { formatInstant, parseInstant } from '../../../domain/instant.ts'
import { roundHalfAway } from '../../../domain/round.ts'
import { unitWriter } from '../../../domain/units.ts'
import { DAY_MS, HOUR_MS } from '../../../time.ts'
import { airAnalysisEntries, airForecastEntries, flattened } from './air-entries.ts'
import {
  type AirStore,
  type AirSummary,
  eachPollutant,
  LOOKBACK_HOURS,
  type StoredAirAnalysis,
  type StoredAirForecast,
} from './air-store.ts'
import { summedHours } from './coverage.ts'
import { archivedPeriods, parsePeriods, type Period, stepsOf } from './period.ts'
import {
  creditsOf,
  type HistoryEntry,
  type HistoryOptions,
  type HistoryRequest,
  MAX_PER_STEP,
  OBSERVED_STEP_MS,
  timezoneOf,
} from './service.ts'
import { verificationEntry } from './verification/entries.ts'

/** Daily values of the air are not archived: no source sends any. */
export type AirSeriesName = 'observations' | 'hourly'

export type AirHistory = ReturnType<typeof createAirHistory>

export type AirHistoryAnswer = Awaited<ReturnType<typeof answerFor>>

type AirHistoryOptions = Omit<HistoryOptions, 'summaries' | 'days'> & { readonly air: AirStore }

/** Answers for the air from the archive only; all its queries go through `turns`. */
export function createAirHistory(options: AirHistoryOptions) {
  return {
    /**
     * The archived air of the cell; at most `limit` entries of each kind. Calls no provider.
     * @throws AppError invalid_request
     */
    answer: (request: HistoryRequest, limit: number): Promise<AirHistoryAnswer> => answerFor(options, request, limit),
    /**
     * The entries of one kind in the period as rows without nested objects, at most `limit`; reads a few days at a time.
     * @throws AppError invalid_request
     */
    async entries(request: HistoryRequest, series: AirSeriesName, limit: number): Promise<AsyncGenerator<HistoryEntry>> {
      const { clock, retentionMs } = options
      const periods = parsePeriods(request.from, request.to, await timezoneOf(options, request), clock.now())
      const { observed, forecast } = archivedPeriods(periods, clock.now(), retentionMs())
      const steps = series === 'observations' ? stepsOf(observed, OBSERVED_STEP_MS).toReversed() : stepsOf(forecast, DAY_MS)
      return walk(options, request, series, steps, limit)
    },
  }
}

async function answerFor(options: AirHistoryOptions, request: HistoryRequest, limit: number) {
  const { air, verification, turns, clock, retentionMs, primaryAt, attributionOf } = options
  const { lat, lon, units, lang, issues } = request
  const cellId = cellOf(lat, lon).id
  const writer = unitWriter(units)
  const timezone = await timezoneOf(options, request)
  const periods = parsePeriods(request.from, request.to, timezone, clock.now())
  const { observed, forecast } = archivedPeriods(periods, clock.now(), retentionMs())
  const [analyses, hourly, summary, verified] = await Promise.all([
    turns(() => air.listAnalyses(cellId, observed, limit + 1)),
    turns(() => air.listForecasts(cellId, forecast, issues, limit + 1)),
    turns(() => air.summarise(cellId, observed, primaryAt(cellId))),
    turns(() => verification.find(cellId)),
  ])
  const [shownAnalyses, shownHourly] = [analyses.slice(0, limit), hourly.slice(0, limit)]
  const [observations, forecasts] = await Promise.all([
    analysisEntries(options, cellId, shownAnalyses),
    forecastEntries(options, cellId, shownHourly),
  ])
  return {
    scope: 'air' as const,
    lat,
    lon,
    timezone,
    units: writer.labels,
    lang,
    localIndex: localIndexOf(timezone),
    summary: {
      from: formatInstant(periods.observed.fromMs),
      to: formatInstant(periods.observed.toMs),
      ...summaryOf(summary, summedHours(periods.observed, clock.now()).hours),
      verification: verificationEntry(verified, writer, 'air'),
    },
    observations,
    forecasts: { hourly: forecasts },
    truncated: Math.max(analyses.length, hourly.length) > limit,
    attributions: creditsOf([...shownAnalyses, ...shownHourly], attributionOf),
  }
}

function summaryOf({ source, count, firstAt, lastAt, pollutants }: AirSummary, hours: number) {
  return {
    observationCount: count,
    kind: source === null ? null : ('analysis' as const),
    source,
    firstObservedAt: firstAt && formatInstant(firstAt.getTime()),
    lastObservedAt: lastAt && formatInstant(lastAt.getTime()),
    hours,
    concentrations: eachPollutant((pollutant) => {
      const { mean, max, n } = pollutants[pollutant]
      // The last hour may have begun only.
      const hoursCovered = Math.min(n, hours)
      const isKnown = isCovered('extremes', hoursCovered, hours)
      return { mean: isKnown && mean !== null ? roundHalfAway(mean, 2) : null, max: isKnown ? max : null, hoursCovered }
    }),
  }
}

async function analysisEntries(options: AirHistoryOptions, cellId: number, analyses: readonly StoredAirAnalysis[]) {
  const oldest = analyses.at(-1)
  if (oldest === undefined) return []
  return airAnalysisEntries(analyses, await analysesBefore(options, cellId, parseInstant(oldest.time)))
}

async function forecastEntries(options: AirHistoryOptions, cellId: number, forecasts: readonly StoredAirForecast[]) {
  const begins = forecasts.map(({ hours }) => parseInstant(hours[0]?.time ?? ''))
  if (begins.length === 0) return []
  const [from, to] = begins.reduce(([least, most], begin) => [Math.min(least, begin), Math.max(most, begin)], [
    Infinity,
    -Infinity,
  ] as const)
  return airForecastEntries(forecasts, await analysesBefore(options, cellId, from, to))
}

/**
 * The analyses that indices of the hours from `fromMs` to `toMs` look back on. Those of `fromMs` itself are among them: a limit may have cut
 * between two sources of an hour.
 */
function analysesBefore({ air, turns }: AirHistoryOptions, cellId: number, fromMs: number, toMs = fromMs): Promise<StoredAirAnalysis[]> {
  const period: Period = { fromMs: fromMs - LOOKBACK_HOURS * HOUR_MS, toMs }
  return turns(() => air.listAnalyses(cellId, period, MAX_PER_STEP))
}

async function* walk(
  options: AirHistoryOptions,
  { lat, lon, issues }: HistoryRequest,
  series: AirSeriesName,
  steps: readonly Period[],
  limit: number,
): AsyncGenerator<HistoryEntry> {
  const { air, turns } = options
  const cellId = cellOf(lat, lon).id
  let left = limit
  for (const step of steps) {
    const most = Math.min(left, MAX_PER_STEP)
    if (most <= 0) return
    const entries =
      series === 'observations'
        ? await analysisEntries(options, cellId, await turns(() => air.listAnalyses(cellId, step, most)))
        : await forecastEntries(options, cellId, await turns(() => air.listForecasts(cellId, step, issues, most)))
    for (const entry of entries) yield flattened(entry)
    left -= entries.length
  }
}
