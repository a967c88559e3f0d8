import type { Absence, Alert, AlertSeverity, Instant, LevelDetail } from '@isobar/weather'
import type { Question } from './questions.ts'

/** open: current or upcoming. cancelled: called off before its time. over: its time has passed. */
export type EventState = 'open' | 'cancelled' | 'over'

/** An alert as its source last sent it. `stands` is false once it is cancelled, or its absence proves that it is. */
export interface CarriedAlert {
  readonly alert: Alert
  readonly stands: boolean
  /** Set while it is missing from complete lists of its source although nothing has called it off. */
  readonly absent?: Absence
}

/** An official warning, across all sources that carry it and all its ids. */
export interface OfficialData {
  readonly kind: 'official'
  readonly alerts: readonly CarriedAlert[]
  /** The first known severity: anyone notified while it was unknown counts as notified at this one. */
  readonly firstSeverity: AlertSeverity | null
  /** The earliest known start. Omitted from events that an older release tracked. */
  readonly start?: Instant
}

/** A period in which a forecast hazard is what a question asks for. */
export interface ForecastData extends Question {
  readonly kind: 'forecast'
  readonly start: Instant
  readonly end: Instant
  /** False when the longest forecast ends with it, so that it may continue. */
  readonly isEndKnown?: boolean
  /** The latest showing of each source that was asked about it. */
  readonly showings: readonly Showing[]
}

/** What one source's forecast shows of a hazard. */
export interface Showing {
  readonly source: string
  /** Null: it lacks the data to tell. */
  readonly shows: boolean | null
  /** The worst expected value, in the canonical unit. */
  readonly peak: number | null
  readonly peakAt: Instant | null
  /** What a peak that is a level stands for. */
  readonly detail?: LevelDetail
  /** 0–1; only for a hazard that comes with precipitation, if the source states it. */
  readonly probability?: number
  readonly fetchedAt: Instant | null
}

export type EventData = OfficialData | ForecastData

/** An event at a place, tracked over runs. */
export interface TrackedEvent<Data extends EventData = EventData> {
  readonly id: string
  readonly state: EventState
  readonly data: Data
  /** Epoch milliseconds when a source last showed it. */
  readonly seenAt: number
}

export type OfficialEvent = TrackedEvent<OfficialData>
export type ForecastEvent = TrackedEvent<ForecastData>

/** Narrows an event to an official one. */
export function isOfficial(event: TrackedEvent): event is OfficialEvent {
  return event.data.kind === 'official'
}

/** Narrows an event to a forecast one. */
export function isForecast(event: TrackedEvent): event is ForecastEvent {
  return event.data.kind === 'forecast'
}
