import type { Condition } from './condition.ts'
import { computeDistanceKm, type Point } from './distance.ts'
import { type Instant, parseInstant } from './instant.ts'
import { MAX_AHEAD_MS } from './plausibility.ts'
import { MINUTE_MS } from './time.ts'

/** A station that measures the weather. */
export interface Station extends Point {
  /** Id of the provider that delivers its readings. */
  readonly source: string
  /** Unique within the source: an ICAO identifier, a station number. */
  readonly id: string
  readonly name: string
  /** Above sea level, in metres; null if the source does not say. */
  readonly height: number | null
}

/** What a station measured, in canonical units. Null: not measured, or refused. */
export interface StationReading {
  readonly observedAt: Instant
  readonly temperature: number | null
  readonly dewPoint: number | null
  readonly humidity: number | null
  /** At sea level. */
  readonly pressure: number | null
  /** Mean of the last ten minutes, or of two where that is the custom. */
  readonly windSpeed: number | null
  /** Null also if variable. */
  readonly windDirection: number | null
  readonly windGust: number | null
  readonly visibility: number | null
  /** Whether `visibility` is only known to be at least this. */
  readonly isVisibilityLeast: boolean
  readonly condition: Condition | null
  /** Present weather was watched for, and there was none. Omitted if that is not known. */
  readonly isWithoutWeather?: true
  /** It corrects an earlier reading of the same time. */
  readonly isCorrection?: true
  /** Of the last 60 minutes. */
  readonly precipitation: number | null
}

/** A station and its reading. */
export interface StationReport {
  readonly station: Station
  readonly reading: StationReading
}

/** A reading without any value. */
export const NO_READING: Omit<StationReading, 'observedAt'> = {
  temperature: null,
  dewPoint: null,
  humidity: null,
  pressure: null,
  windSpeed: null,
  windDirection: null,
  windGust: null,
  visibility: null,
  isVisibilityLeast: false,
  condition: null,
  precipitation: null,
}

/** A place, and the height of its terrain if known, in metres. */
export interface PlaceWithHeight extends Point {
  readonly height: number | null
}

/** A station's report as seen from a place. */
export interface NearbyReport extends StationReport {
  readonly distanceKm: number
}

export const MAX_STATION_KM = 25
export const MAX_HEIGHT_DIFFERENCE = 150
/** Stations report hourly; a report takes some minutes to arrive. */
export const MAX_READING_AGE_MS = 75 * MINUTE_MS
/** Sky and weather change faster than the rest: what was seen longer ago counts only where it agrees with the analysis for now. */
export const MAX_SKY_AGE_MS = 20 * MINUTE_MS
/** How far a station may be if its height or the place's is unknown: within this distance, terrain rarely differs by more than the limit. */
export const MAX_KM_WITHOUT_HEIGHT = 10

/** Whether a station may speak for a place: near enough, and at a similar height (decision 61). */
export function isSuitable(place: PlaceWithHeight, station: Station): boolean {
  const away = computeDistanceKm(place, station)
  if (place.height === null || station.height === null) return away <= MAX_KM_WITHOUT_HEIGHT
  return away <= MAX_STATION_KM && Math.abs(place.height - station.height) <= MAX_HEIGHT_DIFFERENCE
}

const MAX_TRUTH_HEIGHT_DIFFERENCE = 100
/** Land below this may be at the coast. Where the coast runs is not known, so what is so low is compared from near by only. */
const COASTAL_HEIGHT = 15
const MAX_COASTAL_KM = 10

/**
 * Whether forecasts for a place may be compared with a station: more strictly than for showing it (docs/measurements.md). Heights must be known; near
 * sea level, the station must be near enough to be on the same side of the coast.
 */
export function isComparable(place: PlaceWithHeight, station: Station): boolean {
  if (place.height === null || station.height === null) return false
  const isCoastal = Math.min(place.height, station.height) < COASTAL_HEIGHT
  const withinKm = isCoastal ? MAX_COASTAL_KM : MAX_STATION_KM
  return computeDistanceKm(place, station) <= withinKm && Math.abs(place.height - station.height) <= MAX_TRUTH_HEIGHT_DIFFERENCE
}

/** Whether a reading is of the present. `now`: epoch milliseconds. */
export function isRecentReading({ observedAt }: StationReading, now: number): boolean {
  const at = parseInstant(observedAt)
  return at >= now - MAX_READING_AGE_MS && at <= now + MAX_AHEAD_MS
}

/**
 * The report that may be the current weather of a place at `now` (epoch milliseconds): of the nearest suitable station that measured the
 * temperature; if none did, of the nearest that measured anything. Null without one.
 */
export function findNearestReport(place: PlaceWithHeight, reports: readonly StationReport[], now: number): NearbyReport | null {
  const suitable = reports
    .filter(({ station, reading }) => isRecentReading(reading, now) && isSuitable(place, station) && hasValue(reading))
    .map((report) => ({ ...report, distanceKm: computeDistanceKm(place, report.station) }))
    .toSorted(byDistance)
  return suitable.find(({ reading }) => reading.temperature !== null) ?? suitable[0] ?? null
}

/** Of reports from the same distance (a station that two sources deliver), the newest comes first; the names decide the rest. */
function byDistance(a: NearbyReport, b: NearbyReport): number {
  const newer = parseInstant(b.reading.observedAt) - parseInstant(a.reading.observedAt)
  return a.distanceKm - b.distanceKm || newer || (keyOf(a) < keyOf(b) ? -1 : 1)
}

function keyOf({ station: { source, id } }: StationReport): string {
  return `${source} ${id}`
}

/** Whether anything was measured that an answer may use. */
export function hasValue({ temperature, dewPoint, pressure, windSpeed, windGust, visibility, condition }: StationReading): boolean {
  return [temperature, dewPoint, pressure, windSpeed, windGust, visibility, condition].some((value) => value !== null)
}
