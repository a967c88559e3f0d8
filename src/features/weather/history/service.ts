import {
  type Cell,
  type DailyPoint,
  EMPTY_DAY,
  type HourlyPoint,
  type UnitSystem,
  type UnitWriter,
  findStartOfDay,
  getUnitWriter,
  parseInstant,
  renderCurrent,
  renderDaily,
  renderHourly,
  toCalendarDay,
  toCell,
} from '@isobar/weather'
import type { Foundation } from '../../../foundation.ts'
import type { Language } from '../../../messages/languages.ts'
import { getPlainTexts } from '../../../messages/messages.ts'
import {
  type AnsweringOptions,
  listSourceCredits,
  type HistoryEntry,
  type HistoryRequest,
  readRequestedPeriods,
  readPlaceTimezone,
  streamHistoryEntries,
} from './answering.ts'
import { computeSummedHours } from './coverage.ts'
import { listNextDaysEntries, type NextDaysOptions } from './next-days.ts'
import { limitPeriodsToArchive, listForecastSteps, listObservedSteps, type Period } from './period.ts'
import { type ObservedHour, type StoredForecast, type StoredObservation } from './read-store.ts'
import type { ObservedSummary, PastDay, SummaryStore } from './summary-store.ts'
import { buildPeriodSummary } from './summary.ts'
import { buildVerificationEntry } from './verification/entries.ts'
import { ALL_PLACES, type Verification } from './verification/model.ts'

export type HistorySeries = 'observations' | 'hourly' | 'daily'

export type HistoryService = ReturnType<typeof createHistoryService>

export interface HistoryOptions extends AnsweringOptions, NextDaysOptions, Pick<Foundation, 'windows'> {
  readonly summaries: SummaryStore
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
      const { read, turns } = options
      const { lat, lon, units, lang, issues } = request
      const { id } = toCell(lat, lon)
      const writer = getUnitWriter(units)
      const { observed, forecast } = await readRequestedPeriods(options, request)
      const inTurns = <Stored>(
        steps: readonly Period[],
        list: (step: Period, most: number) => Promise<readonly Stored[]>,
        entryOf: (stored: Stored, writer: UnitWriter, lang: Language) => HistoryEntry,
      ) =>
        streamHistoryEntries(
          steps,
          limit,
          (step, most) => turns(() => list(step, most)),
          (stored) => entryOf(stored, writer, lang),
        )
      switch (series) {
        case 'observations':
          return inTurns(listObservedSteps(observed), (step, most) => read.listObservations(id, step, most), observationEntry)
        case 'hourly':
          return inTurns(listForecastSteps(forecast), (step, most) => read.listHourly(id, step, issues, most), hourlyEntry)
        case 'daily':
          return inTurns(listForecastSteps(forecast), (step, most) => read.listDaily(id, step, issues, most), dailyEntry)
      }
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
        turns(() => summaries.summarise(id, truth, period, computeSummedHours(period, clock.now()))),
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
      const { forecast: period } = limitPeriodsToArchive({ observed: asked, forecast: asked }, options.clock.now(), options.retentionMs())
      const [hours, days] = await Promise.all([
        turns(() => read.listHourly(id, period, 'latest', limit)),
        turns(() => read.listDaily(id, period, 'latest', limit)),
      ])
      return { hours, days, attributions: listSourceCredits([...hours, ...days], options.attributionOf) }
    },
    /**
     * The full hours and the days of a period as one source observed them, in canonical units, by the clock of the place; at most `limit` hours.
     * @throws AppError service_unavailable when the archive is overloaded
     */
    async observedIn(cell: Cell, asked: Period, limit: number) {
      const { read, summaries, turns, clock, primaryAt } = options
      const { observed: period } = limitPeriodsToArchive({ observed: asked, forecast: asked }, options.clock.now(), options.retentionMs())
      const timezone = await readPlaceTimezone(options, cell)
      const compared = await turns(() => read.findSources(cell.id, period, primaryAt(cell.id)))
      const [hours, observedDays] = await Promise.all([
        turns(() => read.listObservedHours(cell.id, compared.truth, period, limit)),
        turns(() => summaries.listDays(cell.id, compared, period, timezone, clock.now())),
      ])
      return { timezone, hours, days: daysOf(observedDays, hours, timezone), attributions: listSourceCredits(hours, options.attributionOf) }
    },
    /**
     * How good the forecasts of a cell were over the last year, or those of all places.
     * @throws AppError service_unavailable when the archive is overloaded
     */
    async verification(cell: Cell | undefined, units: UnitSystem) {
      const writer = getUnitWriter(units)
      const found = await options.turns(() => options.verification.find(cell?.id ?? ALL_PLACES))
      const sources = new Set(found?.scores.flatMap(({ source, truth }) => [source, truth.source]))
      const stored = [...sources].map((source) => ({ source, simulated: found?.simulated === true }))
      return {
        units: writer.labels,
        verification: buildVerificationEntry(found, writer, 'all'),
        attributions: listSourceCredits(stored, options.attributionOf),
      }
    },
  }
}

async function answerFor(options: HistoryOptions, request: HistoryRequest, limit: number) {
  const { read, summaries, verification, turns, clock, windows, primaryAt } = options
  const { lat, lon, units, lang, issues, nextDays = false } = request
  const cellId = toCell(lat, lon).id
  const writer = getUnitWriter(units)
  const now = clock.now()
  const window = windows().daily
  const { timezone, requested, observed, forecast } = await readRequestedPeriods(options, request)
  // Hours of the period that are older than the archive's retention count as unknown; they are not dropped.
  const summed = { ...computeSummedHours(requested.observed, now), afterMs: observed.fromMs }
  const compared = await turns(() => read.findSources(cellId, observed, primaryAt(cellId)))
  const [observations, hourly, daily, summary, pastDays, verified, coming] = await Promise.all([
    turns(() => read.listObservations(cellId, observed, limit + 1)),
    turns(() => read.listHourly(cellId, forecast, issues, limit + 1)),
    turns(() => read.listDaily(cellId, forecast, issues, limit + 1)),
    turns(() => summaries.summarise(cellId, compared.truth, observed, summed)),
    turns(() => summaries.listDays(cellId, compared, observed, timezone, now)),
    turns(() => verification.find(cellId)),
    nextDays ? turns(() => summaries.listIssued(cellId, now - window.freshSeconds * 1_000)) : null,
  ])
  return {
    scope: 'weather' as const,
    lat,
    lon,
    timezone,
    units: writer.labels,
    lang,
    summary: buildPeriodSummary(requested.observed, { observed: summary, days: pastDays, compared, verification: verified }, writer),
    observations: observations.slice(0, limit).map((stored) => observationEntry(stored, writer, lang)),
    forecasts: {
      hourly: hourly.slice(0, limit).map((stored) => hourlyEntry(stored, writer, lang)),
      daily: daily.slice(0, limit).map((stored) => dailyEntry(stored, writer, lang)),
    },
    ...(coming && { nextDays: listNextDaysEntries(coming, { cellId, timezone }, window, now, writer, options) }),
    truncated: Math.max(observations.length, hourly.length, daily.length) > limit,
    attributions: listSourceCredits([...observations, ...hourly, ...daily], options.attributionOf),
  }
}

/** Observed days in the model, with the sun of their observations. */
function daysOf(days: readonly PastDay[], hours: readonly ObservedHour[], timezone: string): DailyPoint[] {
  const byDate = new Map(hours.map((hour) => [toCalendarDay(parseInstant(hour.observedAt), timezone), hour]))
  return days.map(({ date, temperatureMin, temperatureMax, precipitationTotal }) => ({
    ...EMPTY_DAY,
    date,
    time: findStartOfDay(date, timezone),
    temperatureMin,
    temperatureMax,
    precipitation: precipitationTotal,
    sunrise: byDate.get(date)?.sunrise ?? null,
    sunset: byDate.get(date)?.sunset ?? null,
  }))
}

/** A stored observation in its API form. */
function observationEntry(stored: StoredObservation, writer: UnitWriter, lang: Language) {
  // Alerts are not archived, nor is what can be computed, so `alertIds` and `sun` are omitted.
  const { kind, observedAt, alertIds: _alerts, sun: _sun, ...weather } = renderCurrent(stored, writer, getPlainTexts(lang), null)
  return { observedAt, recordedAt: stored.recordedAt, source: stored.source, ...weather, kind }
}

/** An archived hour in its API form. */
function hourlyEntry(stored: StoredForecast<HourlyPoint>, writer: UnitWriter, lang: Language) {
  const { time, ...weather } = renderHourly(stored, writer, getPlainTexts(lang))
  return { validAt: time, issuedAt: stored.issuedAt, source: stored.source, ...weather }
}

/** An archived day in its API form; it is valid from its start at the place. */
function dailyEntry(stored: StoredForecast<DailyPoint>, writer: UnitWriter, lang: Language) {
  const { time, date, sun: _sun, ...weather } = renderDaily(stored, writer, getPlainTexts(lang))
  return { validAt: time, date, issuedAt: stored.issuedAt, source: stored.source, ...weather }
}
