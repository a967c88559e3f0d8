import tzLookup from '@photostructure/tz-lookup'
import { type Cell, cellOf } from '../../../domain/cell.ts'
import { parseInstant } from '../../../domain/instant.ts'
import { calendarDayAt, startOfDay } from '../../../domain/local-time.ts'
import type { DailyPoint, HourlyPoint } from '../../../domain/model.ts'
import { renderCurrent, renderDaily, renderHourly } from '../../../domain/render-points.ts'
import { type UnitSystem, unitWriter, type UnitWriter } from '../../../domain/units.ts'
import type { Language } from '../../../messages/languages.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Attribution } from '../../../providers/provider.ts'
import { DAY_MS } from '../../../time.ts'
import { simulatedCredit } from '../place-weather/index.ts'
import { summedHours } from './coverage.ts'
import type { DayStore, PastDay } from './day-store.ts'
import { archivedPeriods, parsePeriods, type Period, type Periods, stepsOf } from './period.ts'
import type { RunQuery } from './query-queue.ts'
import { type Issues, NO_DAY, type ObservedHour, type ReadStore, type StoredForecast, type StoredObservation } from './read-store.ts'
import type { ObservedSummary, SummaryStore } from './summary-store.ts'
import { summaryOf } from './summary.ts'
import { verificationEntry } from './verification/entries.ts'
import { ALL_PLACES, type Verification } from './verification/model.ts'
import type { ResultStore } from './verification/result-store.ts'

export interface HistoryRequest {
  /** The coordinates as requested, which the answer echoes. */
  readonly lat: number
  readonly lon: number
  readonly from: string | undefined
  readonly to: string | undefined
  readonly issues: Issues
  readonly units: UnitSystem
  readonly lang: Language
}

export type HistorySeries = 'observations' | 'hourly' | 'daily'
export type HistoryEntry = Readonly<Record<string, string | number | boolean | null>>

export type HistoryService = ReturnType<typeof createHistoryService>

export interface HistoryOptions {
  readonly read: ReadStore
  readonly summaries: SummaryStore
  readonly days: DayStore
  readonly verification: ResultStore
  /** Id of the first provider for a cell. */
  readonly primaryAt: (cellId: number) => string
  /** All queries go through these. */
  readonly turns: RunQuery
  readonly attributionOf: (source: string) => Attribution
  readonly clock: Clock
  readonly retentionMs: () => number
}

export type HistoryAnswer = Awaited<ReturnType<typeof answerFor>>

/** Answers from the archive only; all its queries go through `turns`. */
export function createHistoryService(options: HistoryOptions) {
  return {
    /**
     * The archive of the cell; at most `limit` entries of each kind. Calls no provider.
     * @throws AppError invalid_request
     */
    answer: (request: HistoryRequest, limit: number): Promise<HistoryAnswer> => answerFor(options, request, limit),
    /**
     * The entries of one kind in the period, at most `limit`; reads a few days at a time so that memory use stays constant.
     * @throws AppError invalid_request
     */
    async entries(request: HistoryRequest, series: HistorySeries, limit: number): Promise<AsyncGenerator<HistoryEntry>> {
      const cellId = cellOf(request.lat, request.lon).id
      const periods = parsePeriods(request.from, request.to, await timezoneOf(options, request), options.clock.now())
      return walk(options, request, cellId, series, archivedPeriods(periods, options.clock.now(), options.retentionMs()), limit)
    },
    /**
     * A cell's weather in a period (epoch milliseconds), and how good its forecasts were over the last year (null before the first scores).
     * Canonical units. Calls no provider.
     * @throws AppError service_unavailable when the archive is overloaded
     */
    async pastOf(
      { id }: Cell,
      period: Period,
    ): Promise<{ readonly observed: ObservedSummary; readonly verification: Verification | null }> {
      const { read, summaries, verification, turns, clock, primaryAt } = options
      const { truth } = await turns(() => read.findSources(id, period, primaryAt(id)))
      const [observed, verified] = await Promise.all([
        turns(() => summaries.summarise(id, truth, period, summedHours(period, clock.now()))),
        turns(() => verification.find(id)),
      ])
      return { observed, verification: verified }
    },
    /**
     * The last forecast for each hour and day of a period, in canonical units; at most `limit` hours.
     * @throws AppError service_unavailable when the archive is overloaded
     */
    async forecastsFor({ id }: Cell, asked: Period, limit: number) {
      const { read, turns } = options
      const { forecast: period } = archivedPeriods({ observed: asked, forecast: asked }, options.clock.now(), options.retentionMs())
      const [hours, days] = await Promise.all([
        turns(() => read.listHourly(id, period, 'latest', limit)),
        turns(() => read.listDaily(id, period, 'latest', limit)),
      ])
      return { hours, days, attributions: creditsOf([...hours, ...days], options.attributionOf) }
    },
    /**
     * The full hours and the days of a period as one source observed them, in canonical units, by the clock of the place; at most `limit` hours.
     * @throws AppError service_unavailable when the archive is overloaded
     */
    async observedIn(cell: Cell, asked: Period, limit: number) {
      const { read, days, turns, clock, primaryAt } = options
      const { observed: period } = archivedPeriods({ observed: asked, forecast: asked }, options.clock.now(), options.retentionMs())
      const timezone = await timezoneOf(options, cell)
      const compared = await turns(() => read.findSources(cell.id, period, primaryAt(cell.id)))
      const [hours, observedDays] = await Promise.all([
        turns(() => read.listObservedHours(cell.id, compared.truth, period, limit)),
        turns(() => days.listDays(cell.id, compared, period, timezone, clock.now())),
      ])
      return { timezone, hours, days: daysOf(observedDays, hours, timezone), attributions: creditsOf(hours, options.attributionOf) }
    },
    /**
     * How good the forecasts of a cell were over the last year, or those of all places.
     * @throws AppError service_unavailable when the archive is overloaded
     */
    async verification(cell: Cell | undefined, units: UnitSystem) {
      const writer = unitWriter(units)
      const found = await options.turns(() => options.verification.find(cell?.id ?? ALL_PLACES))
      const sources = new Set(found?.scores.flatMap(({ source, truth }) => [source, truth.source]))
      const stored = [...sources].map((source) => ({ source, simulated: found?.simulated === true }))
      return {
        units: writer.labels,
        verification: verificationEntry(found, writer, 'all'),
        attributions: creditsOf(stored, options.attributionOf),
      }
    },
  }
}

async function answerFor(options: HistoryOptions, request: HistoryRequest, limit: number) {
  const { read, summaries, days, verification, turns, clock, retentionMs, primaryAt } = options
  const { lat, lon, units, lang, issues } = request
  const cellId = cellOf(lat, lon).id
  const writer = unitWriter(units)
  const timezone = await timezoneOf(options, request)
  const periods = parsePeriods(request.from, request.to, timezone, clock.now())
  const { observed, forecast } = archivedPeriods(periods, clock.now(), retentionMs())
  // Hours of the period that are older than the archive's retention count as unknown; they are not dropped.
  const summed = { ...summedHours(periods.observed, clock.now()), afterMs: observed.fromMs }
  const compared = await turns(() => read.findSources(cellId, observed, primaryAt(cellId)))
  const [observations, hourly, daily, summary, pastDays, verified] = await Promise.all([
    turns(() => read.listObservations(cellId, observed, limit + 1)),
    turns(() => read.listHourly(cellId, forecast, issues, limit + 1)),
    turns(() => read.listDaily(cellId, forecast, issues, limit + 1)),
    turns(() => summaries.summarise(cellId, compared.truth, observed, summed)),
    turns(() => days.listDays(cellId, compared, observed, timezone, clock.now())),
    turns(() => verification.find(cellId)),
  ])
  return {
    scope: 'weather' as const,
    lat,
    lon,
    timezone,
    units: writer.labels,
    lang,
    summary: summaryOf(periods.observed, { observed: summary, days: pastDays, compared, verification: verified }, writer),
    observations: observations.slice(0, limit).map((stored) => observationEntry(stored, writer, lang)),
    forecasts: {
      hourly: hourly.slice(0, limit).map((stored) => hourlyEntry(stored, writer, lang)),
      daily: daily.slice(0, limit).map((stored) => dailyEntry(stored, writer, lang)),
    },
    truncated: Math.max(observations.length, hourly.length, daily.length) > limit,
    attributions: creditsOf([...observations, ...hourly, ...daily], options.attributionOf),
  }
}

/** Observed days in the model, with the sun of their observations. */
function daysOf(days: readonly PastDay[], hours: readonly ObservedHour[], timezone: string): DailyPoint[] {
  const byDate = new Map(hours.map((hour) => [calendarDayAt(parseInstant(hour.observedAt), timezone), hour]))
  return days.map(({ date, temperatureMin, temperatureMax, precipitationTotal }) => ({
    ...NO_DAY,
    date,
    time: startOfDay(date, timezone),
    temperatureMin,
    temperatureMax,
    precipitation: precipitationTotal,
    sunrise: byDate.get(date)?.sunrise ?? null,
    sunset: byDate.get(date)?.sunset ?? null,
  }))
}

/** The zone stored with the newest observation; without one, the zone from the map. */
export async function timezoneOf(
  { read, turns }: Pick<HistoryOptions, 'read' | 'turns'>,
  { lat, lon }: Pick<Cell, 'lat' | 'lon'>,
): Promise<string> {
  const { id, lat: cellLat, lon: cellLon } = cellOf(lat, lon)
  return (await turns(() => read.findTimezone(id))) ?? tzLookup(cellLat, cellLon)
}

/** The credits of all sources, once each. */
export function creditsOf(stored: readonly { source: string; simulated: boolean }[], attributionOf: (source: string) => Attribution) {
  const credits = new Map<string, Attribution & { source: string }>()
  for (const { source, simulated } of stored) {
    const key = `${source} ${simulated}`
    if (credits.has(key)) continue
    const credit = attributionOf(source)
    credits.set(key, { source, ...(simulated ? simulatedCredit(credit) : credit) })
  }
  return [...credits.values()]
}

/** Per source, a cell has at most one observation in 5 minutes, and a valid time at most one issue per hour: far fewer than this. */
export const MAX_PER_STEP = 20_000
export const OBSERVED_STEP_MS = 7 * DAY_MS

async function* walk(
  { read, turns }: HistoryOptions,
  { units, lang, issues }: HistoryRequest,
  cellId: number,
  series: HistorySeries,
  { observed, forecast }: Periods,
  limit: number,
): AsyncGenerator<HistoryEntry> {
  const writer = unitWriter(units)
  let left = limit
  const steps = series === 'observations' ? stepsOf(observed, OBSERVED_STEP_MS).toReversed() : stepsOf(forecast, DAY_MS)
  for (const step of steps) {
    const most = Math.min(left, MAX_PER_STEP)
    if (most <= 0) return
    if (series === 'observations') {
      const stored = await turns(() => read.listObservations(cellId, step, most))
      for (const each of stored) yield observationEntry(each, writer, lang)
      left -= stored.length
    } else if (series === 'hourly') {
      const stored = await turns(() => read.listHourly(cellId, step, issues, most))
      for (const each of stored) yield hourlyEntry(each, writer, lang)
      left -= stored.length
    } else {
      const stored = await turns(() => read.listDaily(cellId, step, issues, most))
      for (const each of stored) yield dailyEntry(each, writer, lang)
      left -= stored.length
    }
  }
}

/** A stored observation in its API form. */
function observationEntry(stored: StoredObservation, writer: UnitWriter, lang: Language) {
  // Alerts are not archived, so `alertIds` is omitted.
  const { kind, observedAt, alertIds: _, ...weather } = renderCurrent(stored, writer, lang, null)
  return { observedAt, recordedAt: stored.recordedAt, source: stored.source, ...weather, kind }
}

/** An archived hour in its API form. */
function hourlyEntry(stored: StoredForecast<HourlyPoint>, writer: UnitWriter, lang: Language) {
  const { time, ...weather } = renderHourly(stored, writer, lang)
  return { validAt: time, issuedAt: stored.issuedAt, source: stored.source, ...weather }
}

/** An archived day in its API form; it is valid from its start at the place. */
function dailyEntry(stored: StoredForecast<DailyPoint>, writer: UnitWriter, lang: Language) {
  const { time, date, ...weather } = renderDaily(stored, writer, lang)
  return { validAt: time, date, issuedAt: stored.issuedAt, source: stored.source, ...weather }
}
