import {
  type Cell,
  type HourOfAir,
  buildLookback,
  chooseLocalAirIndex,
  computeAirIndices,
  formatInstant,
  formatOptionalInstant,
  getUnitWriter,
  isCovered,
  mapPollutants,
  parseInstant,
  roundHalfAway,
  toCell,
} from '@isobar/weather'
import { HOUR_MS } from '../../../time.ts'
import { type AirStore, type AirSummary, LOOKBACK_HOURS, type StoredAirAnalysis, type StoredAirForecast } from './air-store.ts'
import {
  type AnsweringOptions,
  listSourceCredits,
  type HistoryEntry,
  type HistoryRequest,
  MAX_PER_STEP,
  readRequestedPeriods,
  streamHistoryEntries,
} from './answering.ts'
import { computeSummedHours } from './coverage.ts'
import { listForecastSteps, listObservedSteps, type Period } from './period.ts'
import { buildVerificationEntry } from './verification/entries.ts'

/** Daily values of the air are not archived: no source sends any. */
export type AirSeriesName = 'observations' | 'hourly'

export type AirHistory = ReturnType<typeof createAirHistory>

export type AirHistoryAnswer = Awaited<ReturnType<typeof answerFor>>

interface AirHistoryOptions extends AnsweringOptions {
  readonly air: AirStore
}

/** Answers for the air from the archive only; all its queries go through `turns`. */
export function createAirHistory(options: AirHistoryOptions) {
  return {
    /**
     * The archived air of the cell; at most `limit` entries of each kind. Calls no provider.
     * @throws AppError invalid_request
     */
    answer: (request: HistoryRequest, limit: number): Promise<AirHistoryAnswer> => answerFor(options, request, limit),
    /**
     * The hours of a period as one source gave them while they were running, oldest first, and its credit; of more than `limit`, the newest.
     * @throws AppError service_unavailable when the archive is overloaded
     */
    async hoursIn({ lat, lon }: Pick<Cell, 'lat' | 'lon'>, { fromMs, toMs }: Period, limit: number) {
      const period = { from: formatInstant(fromMs), to: formatInstant(toMs) }
      const request = { lat, lon, ...period, issues: 'latest', units: 'si', lang: 'en' } as const
      const { summary, observations, attributions } = await answerFor(options, request, limit)
      const isItsOwn = ({ source }: { readonly source: string }): boolean => source === summary.source
      const hours = observations.filter(isItsOwn).map(({ observedAt, ...hour }) => ({ ...hour, time: observedAt }))
      return { hours: hours.toReversed(), attributions: attributions.filter(isItsOwn) }
    },
    /**
     * The entries of one kind in the period as rows without nested objects, at most `limit`; reads a few days at a time.
     * @throws AppError invalid_request
     */
    async entries(request: HistoryRequest, series: AirSeriesName, limit: number): Promise<AsyncGenerator<HistoryEntry>> {
      const { air, turns } = options
      const { id } = toCell(request.lat, request.lon)
      const { observed, forecast } = await readRequestedPeriods(options, request)
      if (series === 'observations') {
        const list = async (step: Period, most: number) => analysisEntries(options, id, await turns(() => air.listAnalyses(id, step, most)))
        return streamHistoryEntries(listObservedSteps(observed), limit, list, flattenHistoryEntry)
      }
      const list = async (step: Period, most: number) =>
        forecastEntries(options, id, await turns(() => air.listForecasts(id, step, request.issues, most)))
      return streamHistoryEntries(listForecastSteps(forecast), limit, list, flattenHistoryEntry)
    },
  }
}

async function answerFor(options: AirHistoryOptions, request: HistoryRequest, limit: number) {
  const { air, verification, turns, clock, primaryAt, attributionOf } = options
  const { lat, lon, units, lang, issues } = request
  const cellId = toCell(lat, lon).id
  const writer = getUnitWriter(units)
  const { timezone, requested, observed, forecast } = await readRequestedPeriods(options, request)
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
    localIndex: chooseLocalAirIndex(timezone),
    summary: {
      from: formatInstant(requested.observed.fromMs),
      to: formatInstant(requested.observed.toMs),
      ...summaryOf(summary, computeSummedHours(requested.observed, clock.now()).hours),
      verification: buildVerificationEntry(verified, writer, 'air'),
    },
    observations,
    forecasts: { hourly: forecasts },
    truncated: Math.max(analyses.length, hourly.length) > limit,
    attributions: listSourceCredits([...shownAnalyses, ...shownHourly], attributionOf),
  }
}

function summaryOf({ source, count, firstAt, lastAt, pollutants }: AirSummary, hours: number) {
  return {
    observationCount: count,
    kind: source === null ? null : ('analysis' as const),
    source,
    firstObservedAt: formatOptionalInstant(firstAt),
    lastObservedAt: formatOptionalInstant(lastAt),
    hours,
    concentrations: mapPollutants((pollutant) => {
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
  return listAirAnalysisEntries(analyses, await analysesBefore(options, cellId, parseInstant(oldest.time)))
}

async function forecastEntries(options: AirHistoryOptions, cellId: number, forecasts: readonly StoredAirForecast[]) {
  const begins = forecasts.map(({ hours }) => parseInstant(hours[0]?.time ?? ''))
  if (begins.length === 0) return []
  return listAirForecastEntries(forecasts, await analysesBefore(options, cellId, Math.min(...begins), Math.max(...begins)))
}

/**
 * The analyses that indices of the hours from `fromMs` to `toMs` look back on. Those of `fromMs` itself are among them: a limit may have cut
 * between two sources of an hour.
 */
function analysesBefore({ air, turns }: AirHistoryOptions, cellId: number, fromMs: number, toMs = fromMs): Promise<StoredAirAnalysis[]> {
  const period: Period = { fromMs: fromMs - LOOKBACK_HOURS * HOUR_MS, toMs }
  return turns(() => air.listAnalyses(cellId, period, MAX_PER_STEP))
}

/** What a source gave for an hour while it was running, in its API form. Never measured. */
export function listAirAnalysisEntries(analyses: readonly StoredAirAnalysis[], before: readonly StoredAirAnalysis[]) {
  const bySource = hoursBySource([...before, ...analyses])
  return analyses.map((analysis) => {
    const { time, recordedAt, source, simulated: _, ...values } = analysis
    const back = buildLookback(parseInstant(time), (at) => bySource.get(source)?.get(at))
    return { observedAt: time, recordedAt, source, ...values, ...computeAirIndices(back), kind: 'analysis' as const }
  })
}

/**
 * Forecast hours in their API form. Their indices look back within the issue, and from its first hour on into the analyses of the same
 * source before it, which were known when it was issued.
 */
export function listAirForecastEntries(forecasts: readonly StoredAirForecast[], analyses: readonly StoredAirAnalysis[]) {
  const bySource = hoursBySource(analyses)
  return forecasts.map(({ issuedAt, source, hours, pollen }) => {
    const issued = byTime(hours)
    const { time, ...concentrations } = hours.at(-1) as HourOfAir
    const firstMs = parseInstant((hours[0] as HourOfAir).time)
    const back = buildLookback(parseInstant(time), (at) => (at < firstMs ? bySource.get(source)?.get(at) : issued.get(at)))
    return { validAt: time, issuedAt, source, ...concentrations, pollen, ...computeAirIndices(back) }
  })
}

function hoursBySource(analyses: readonly StoredAirAnalysis[]): Map<string, Map<number, HourOfAir>> {
  const sources = [...Map.groupBy(analyses, ({ source }) => source)]
  return new Map(sources.map(([source, own]) => [source, byTime(own)]))
}

function byTime(hours: readonly HourOfAir[]): Map<number, HourOfAir> {
  return new Map(hours.map((hour) => [parseInstant(hour.time), hour]))
}

/** The entry with a column for each field of its objects: `usIndex.value`. */
export function flattenHistoryEntry(entry: Readonly<Record<string, HistoryEntry[string] | object>>): HistoryEntry {
  const fields = Object.entries(entry).flatMap(([name, value]) => {
    if (typeof value !== 'object' || value === null) return [[name, value]]
    return Object.entries(value).map(([inner, each]) => [`${name}.${inner}`, each as HistoryEntry[string]])
  })
  return Object.fromEntries(fields) as HistoryEntry
}
