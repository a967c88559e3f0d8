import { BLEND_SOURCE } from '../../../../gateway/index.ts'
import type { SecondLevel } from '../../../../platform/cache/second-level.ts'
import type { Clock } from '../../../../platform/clock.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, toUtcDay } from '../../../../time.ts'
import type { BlendForecast, BlendLearner, LearnedPlaces } from '../../blend/index.ts'
import type { PartitionStore } from '../partition-store.ts'
import { type CaseStore, type CellOfDay, computeReadingPeriod } from './case-store.ts'
import { computeAirLeadSums, computeLeadSums } from './cases.ts'
import { ALL_PLACES, type LeadSums, buildSumsKey, type TruthStation, type Verification } from './model.ts'
import type { ResultStore } from './result-store.ts'
import { computeLeadScores, type SumsOfDay } from './results.ts'
import type { CellSums, SumStore } from './sum-store.ts'
import { findMainTruth, type Reading, type Truth, listTruths } from './truth.ts'

export interface VerificationParts {
  readonly cases: CaseStore
  readonly sums: SumStore
  readonly partitions: Pick<PartitionStore, 'firstDay'>
  readonly results: ResultStore
  readonly clock: Clock
  readonly retentionMs: () => number
  /** The station that forecasts of a day are compared with; null: none. */
  readonly stationOf: FindStation
  /** Id of the provider whose analysis is a cell's truth where nothing was measured. */
  readonly primaryAt: (cellId: number) => string
  /** Learns from what stations measured. */
  readonly learner: Pick<BlendLearner, 'read' | 'flush'>
}

/** What a station near a cell measured in a period around a day (epoch milliseconds, UTC), in the same world: simulated or not. */
export type FindStation = (
  cell: number,
  day: number,
  period: { readonly fromMs: number; readonly toMs: number },
  simulated: boolean,
) => Promise<{
  readonly station: TruthStation & { readonly source: string }
  readonly readings: readonly Omit<Reading, 'source' | 'kind' | 'station'>[]
} | null>

/** While catching up on missed days, scores are renewed each time the number of days left is a multiple of this. */
const RESCORE_EVERY_DAYS = 30
/** This long after the end of a UTC day, the local day of that date has ended everywhere, also in the west. */
const ENDED_AFTER_MS = 14 * HOUR_MS
/** Number of days that scores cover. */
const SCORED_DAYS = 365
/** Scores that cover many days are renewed once their last day is this old. */
const OLD_DAYS = 7
const CELLS_AT_ONCE = 1_000
/** Cells that are written in one transaction: all that a failure costs. */
const CELLS_IN_BATCH = 100
/** A run on one node ends after this time; the next one continues from there. */
const RUN_MS = 30_000
const LEASE_MS = 5 * MINUTE_MS

/**
 * Compares the forecasts of all days that have ended and were not compared before, newest first, then renews the scores of the places
 * concerned. Stops after half a minute and continues in the next run, also after a restart. True when nothing is left to do.
 */
export async function verifyForecasts(parts: VerificationParts): Promise<boolean> {
  const { sums, clock, retentionMs } = parts
  const stopAt = performance.now() + RUN_MS
  const isLate = () => performance.now() > stopAt
  const newest = Math.floor((clock.now() - ENDED_AFTER_MS) / DAY_MS) * DAY_MS - DAY_MS
  const oldest = clock.now() - retentionMs()
  const first = Math.max(oldest, await firstDayOf(parts))
  const days: string[] = []
  for (let day = newest; day >= first; day -= DAY_MS) days.push(toUtcDay(day))
  // One more day changes the scores of many days little; several missed days change them more.
  let oldDays = OLD_DAYS
  if (days.length > 0) {
    const open = await sums.listOpen(days)
    if (open.some((day) => day !== toUtcDay(newest))) oldDays = 0
    for (const [index, day] of open.entries()) {
      if (!(await compareDay(parts, day, isLate))) return false
      // Catching up on a large archive takes days, so scores of the newest days are published meanwhile.
      const left = open.length - index - 1
      if (left > 0 && left % RESCORE_EVERY_DAYS === 0 && !(await refresh(parts, newest, oldDays, isLate))) return false
    }
  }
  await sums.deleteBefore(toUtcDay(oldest))
  return refresh(parts, newest, oldDays, isLate)
}

/** Nothing was archived before this day, so there is nothing to compare: a young archive need not be searched for a year of days. */
async function firstDayOf({ partitions, sums }: VerificationParts): Promise<number> {
  const [archived, summed] = [await partitions.firstDay(), await sums.firstDay()]
  return Math.min(archived ?? Infinity, summed ?? Infinity)
}

/** Verification on one node at a time. True when nothing is left to do; false, too, while another node is at it. */
export function createVerification(parts: VerificationParts, level: Pick<SecondLevel, 'lease'>) {
  return async (): Promise<boolean> => {
    const lease = await level.lease('verification', LEASE_MS)
    if (lease === null) return false
    try {
      return await verifyForecasts(parts)
    } finally {
      await lease.release()
    }
  }
}

/** False when time ran out before the day was done. */
async function compareDay(parts: VerificationParts, day: string, isLate: () => boolean): Promise<boolean> {
  const { cases, sums, learner } = parts
  const dayMs = Date.parse(`${day}T00:00:00Z`)
  let after = await sums.progressOf(day)
  while (after !== null) {
    const cells = await cases.listCells(dayMs, after, CELLS_AT_ONCE)
    for (let from = 0; from < cells.length; from += CELLS_IN_BATCH) {
      const batch = cells.slice(from, from + CELLS_IN_BATCH)
      if (isLate() || (await compareBatch(parts, batch, day, isLate)) < batch.length) return false
    }
    after = cells.at(-1)?.cell ?? after
    if (cells.length < CELLS_AT_ONCE) break
  }
  await learner.flush()
  await sums.finishDay(day)
  return true
}

/** Compares cells until time runs out, and writes what was compared, as all or nothing. Resolves to how many were. */
async function compareBatch(parts: VerificationParts, cells: readonly CellOfDay[], day: string, isLate: () => boolean): Promise<number> {
  const dayMs = Date.parse(`${day}T00:00:00Z`)
  const places = await parts.learner.read(
    cells.map(({ cell }) => cell),
    dayMs,
  )
  const compared: CellSums[] = []
  for (const cellOfDay of cells) {
    if (isLate()) break
    compared.push({ cell: cellOfDay.cell, sums: await compareCell(parts, cellOfDay, dayMs, places) })
  }
  await parts.sums.writeCells(day, compared, places.write)
  await places.publish()
  return compared.length
}

/** The sums of weather and air: those of one source, truth and lead time are one row. */
async function compareCell(parts: VerificationParts, place: CellOfDay, day: number, places: LearnedPlaces): Promise<LeadSums[]> {
  const { cases } = parts
  const forecasts = await cases.listAirHours(place.cell, day)
  const air = forecasts.length === 0 ? [] : computeAirLeadSums(forecasts, await cases.listAirAnalyses(place.cell, day))
  const rows = new Map<string, LeadSums>()
  for (const sums of [...(await compareWeather(parts, place, day, places)), ...air]) {
    const tallies = { ...rows.get(buildSumsKey(sums))?.tallies, ...sums.tallies }
    rows.set(buildSumsKey(sums), { ...sums, tallies, simulated: place.simulated })
  }
  return [...rows.values()]
}

/** The sums against the place's truth, and of each other source against its own analysis, which the result names as such; and learns from what was measured. */
async function compareWeather(
  { cases, stationOf, primaryAt }: VerificationParts,
  { cell, timezone, simulated }: CellOfDay,
  day: number,
  places: LearnedPlaces,
): Promise<Omit<LeadSums, 'simulated'>[]> {
  const [hours, days] = await Promise.all([cases.listHours(cell, day), cases.listDays(cell, day, timezone)])
  if (hours.length + days.length === 0) return []
  const [archived, measured] = await Promise.all([
    cases.listReadings(cell, day),
    stationOf(cell, day, computeReadingPeriod(day), simulated),
  ])
  const readings = [...archived, ...(measured === null ? [] : readingsOf(measured))]
  const truths = listTruths(readings, timezone)
  const main = findMainTruth(truths, readings, primaryAt(cell))
  const own = truths.filter((truth) => truth !== main && truth.name.kind === 'analysis')
  const learned = main?.name.kind === 'observation' ? places.learn({ cell, day, simulated, ...learnableOf(main) }) : null
  return [
    ...(main === undefined ? [] : computeLeadSums(hours, days, main)),
    ...own.flatMap((truth) => computeLeadSums(hours.filter(isFrom(truth)), days.filter(isFrom(truth)), truth)),
    ...(main === undefined || learned === null ? [] : computeBlendSums(learned, main)),
  ]
}

function learnableOf({ name: { source, station }, at }: Truth) {
  return {
    truth: { source, station: station?.name ?? null },
    temperatureAt: (ms: number) => at(ms)?.temperature ?? null,
    // A reading's amount is that of the hour before it.
    amountAt: (ms: number) => at(ms + HOUR_MS)?.precipitation ?? null,
  }
}

/** The sums of the blend, and of its sources on the cases that they were issued for together: all others of a source are in its own. */
function computeBlendSums(forecasts: readonly BlendForecast[], truth: Truth): Omit<LeadSums, 'simulated'>[] {
  const hours = forecasts.map((forecast) => ({ ...NOTHING_FORECAST, ...forecast }))
  return computeLeadSums(hours, [], truth).filter(({ source, versus }) => source === BLEND_SOURCE || versus === BLEND_SOURCE)
}

const NOTHING_FORECAST = { windSpeed: null, windGust: null, windDirection: null, precipitation: null }

function readingsOf({ station: { source, ...station }, readings }: NonNullable<Awaited<ReturnType<FindStation>>>): Reading[] {
  return readings.map((reading) => ({ ...reading, source, kind: 'observation', station }))
}

function isFrom({ name }: Truth): (forecast: { readonly source: string }) => boolean {
  return ({ source }) => source === name.source
}

/** Renews scores whose last day is at least so many days before the newest one. False when time ran out before all were renewed. */
async function refresh({ sums, results }: VerificationParts, newest: number, oldDays: number, isLate: () => boolean): Promise<boolean> {
  const from = toUtcDay(newest - (SCORED_DAYS - 1) * DAY_MS)
  for (;;) {
    const stale = await results.listStale(toUtcDay(newest - oldDays * DAY_MS), CELLS_AT_ONCE)
    if (stale.length === 0) return true
    for (const cell of stale) {
      if (isLate()) return false
      const days = await sums.listSums(cell, from)
      const places = cell === ALL_PLACES ? await sums.countPlaces(from) : 1
      await results.write(cell, await resultOf(days, places, cell))
    }
  }
}

async function resultOf(days: readonly SumsOfDay[], places: number, cell: number): Promise<Verification | null> {
  const [from, to] = [days[0]?.day, days.at(-1)?.day]
  return from === undefined || to === undefined
    ? null
    : { from, to, places, simulated: days.some(({ sums }) => sums.simulated), scores: await computeLeadScores(days, cell) }
}
