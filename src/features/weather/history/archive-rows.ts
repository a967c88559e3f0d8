import { type AirPoint, type CurrentWeather, type HourlyPoint, POLLEN, POLLUTANTS, parseInstant } from '@isobar/weather'
import type { Insertable } from 'kysely'
import type { Fetched } from '../../../gateway/index.ts'
import { writeStorableJson } from '../../../platform/db/storable-json.ts'
import { DAY_MS, HOUR_MS } from '../../../time.ts'
import type { HistoryTables } from './tables.ts'
import { AIR_COLUMNS, type AirColumn, HOURLY_VARIABLES, toPollenColumn, VARIABLES } from './variables.ts'

/** The archive rows of one fetch, written atomically. */
export interface FetchRows {
  readonly observation: Insertable<HistoryTables['observation']> | null
  readonly hourly: Insertable<HistoryTables['hourly_issue']> | null
  readonly daily: Insertable<HistoryTables['daily_issue']> | null
  readonly airAnalysis: Insertable<HistoryTables['air_analysis']> | null
  readonly airIssue: Insertable<HistoryTables['air_issue']> | null
}

/** Longest lead times that are stored. They bound how far a reader must look back for issues that cover an instant. */
export const MAX_HOURLY_LEAD_MS = 7 * DAY_MS
export const MAX_DAILY_LEAD_MS = 16 * DAY_MS

/** An upstream's clock may be slightly ahead of ours; data for a later time is not current weather. */
const MAX_AHEAD_MS = HOUR_MS

/** The rows of a fetch. Observations before the archive's retention, or in the future, are skipped. */
export function buildFetchRows({ cell, source, fetchedAt, bundle }: Fetched, retentionMs: number): FetchRows {
  const { current, hourly, daily, air } = bundle.scopes
  const { simulated, timezone } = bundle
  const issue = {
    cell: cell.id,
    source,
    simulated,
    issued_at: new Date(fetchedAt),
    issued_hour: new Date(fetchedAt - (fetchedAt % HOUR_MS)),
  }
  const isObserved = current !== undefined && isBetween(current.observedAt, fetchedAt - retentionMs, fetchedAt + MAX_AHEAD_MS)
  const hours = hourly?.available === true ? within(hourly.points, fetchedAt, MAX_HOURLY_LEAD_MS) : []
  const days = daily?.available === true ? within(daily.points, fetchedAt, MAX_DAILY_LEAD_MS) : []
  const observed = { cell: cell.id, source, simulated, recorded_at: new Date(fetchedAt) }
  const ofAir = air?.available === true ? airHours(air.points, fetchedAt) : []
  const running = ofAir.find(({ time }) => parseInstant(time) <= fetchedAt)
  return {
    observation: isObserved ? { ...observed, timezone, ...observationColumns(current) } : null,
    hourly: hours.length === 0 ? null : { ...issue, ...validity(hours), ...hourlyColumns(hours) },
    daily: days.length === 0 ? null : { ...issue, ...validity(days), points: writeStorableJson(days, withoutNulls) },
    airAnalysis: running === undefined ? null : { ...observed, observed_at: running.time, ...airColumns(running) },
    airIssue: ofAir.length === 0 ? null : { ...issue, ...validity(ofAir), ...airArrays(ofAir) },
  }
}

function within<Point extends { readonly time: string }>(points: readonly Point[], fetchedAt: number, leadMs: number): Point[] {
  return points.filter(({ time }) => isBetween(time, fetchedAt - 2 * DAY_MS, fetchedAt + leadMs))
}

function isBetween(instant: string, fromMs: number, toMs: number): boolean {
  const ms = parseInstant(instant)
  return ms >= fromMs && ms <= toMs
}

function validity(points: readonly { readonly time: string }[]) {
  const times = points.map(({ time }) => parseInstant(time))
  return { valid_at: times.map((ms) => new Date(ms)), last_valid_at: new Date(Math.max(...times)) }
}

function observationColumns(current: CurrentWeather) {
  const variables = Object.entries(VARIABLES).map(([name, column]) => [column, current[name as keyof typeof VARIABLES]])
  return {
    ...(Object.fromEntries(variables) as { [Name in keyof typeof VARIABLES as (typeof VARIABLES)[Name]]: CurrentWeather[Name] }),
    kind: current.kind,
    observed_at: new Date(parseInstant(current.observedAt)),
    sunrise: current.sunrise,
    sunset: current.sunset,
  }
}

function hourlyColumns(points: readonly HourlyPoint[]) {
  const variables = Object.entries(HOURLY_VARIABLES).map(([name, column]) => {
    return [column, arrayOf(points.map((point) => point[name as keyof typeof HOURLY_VARIABLES]))]
  })
  return Object.fromEntries(variables) as {
    [Name in keyof typeof HOURLY_VARIABLES as (typeof HOURLY_VARIABLES)[Name]]: readonly HourlyPoint[Name][] | null
  }
}

/** Null instead of nothing but nulls. */
function arrayOf<T>(values: readonly T[]): readonly T[] | null {
  return values.every((value) => value === null) ? null : values
}

/** The hours that have not ended: a source that counts as having answered in the next hour may still send the last one. */
function airHours(points: readonly AirPoint[], fetchedAt: number): AirPoint[] {
  return within(points, fetchedAt, MAX_HOURLY_LEAD_MS).filter(({ time }) => parseInstant(time) + HOUR_MS > fetchedAt)
}

function airColumns(point: AirPoint): Record<AirColumn, number | null> {
  const concentrations = POLLUTANTS.map((pollutant) => [pollutant, point[pollutant]])
  const counts = POLLEN.map((plant) => [toPollenColumn(plant), point.pollen?.[plant] ?? null])
  return Object.fromEntries([...concentrations, ...counts]) as Record<AirColumn, number | null>
}

function airArrays(points: readonly AirPoint[]): Record<AirColumn, readonly (number | null)[] | null> {
  const columns = points.map(airColumns)
  const arrays = AIR_COLUMNS.map((column) => [column, arrayOf(columns.map((each) => each[column]))])
  return Object.fromEntries(arrays) as Record<AirColumn, readonly (number | null)[] | null>
}

function withoutNulls(_key: string, value: unknown): unknown {
  return value === null ? undefined : value
}
