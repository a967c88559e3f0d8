import type { Alert, AlertSeverity } from '../../../domain/alert.ts'
import type { ForecastHazardName } from '../../../domain/hazards/index.ts'
import type { Instant } from '../../../domain/instant.ts'

/** open: running or coming. cancelled: called off before its time. over: its time has passed. */
export type EventState = 'open' | 'cancelled' | 'over'

/** An alert as its source told of it last. `stands` is false when it was called off, or left out of a list that it belonged into. */
export interface CarriedAlert {
  readonly alert: Alert
  readonly stands: boolean
}

/** An official warning, over all sources that carry it and all ids that it has had. */
export interface OfficialData {
  readonly kind: 'official'
  readonly alerts: readonly CarriedAlert[]
  /** The first severity that was known: who was told of it before heard of that one. */
  readonly firstSeverity: AlertSeverity | null
}

/** A spell of a forecast hazard from a threshold on. */
export interface ForecastData {
  readonly kind: 'forecast'
  readonly hazard: ForecastHazardName
  /** In the unit of preferences; null where the hazard has none. */
  readonly threshold: number | null
  readonly start: Instant
  readonly end: Instant
  /** False where the forecast that sees farthest ends with it, so that it may go on. */
  readonly isEndKnown?: boolean
  /** What each source that was asked for it said last. */
  readonly showings: readonly Showing[]
}

export interface Showing {
  readonly source: string
  /** Null: it has no data that tells. */
  readonly shows: boolean | null
  /** The worst that it expects, in the canonical unit. */
  readonly peak: number | null
  readonly peakAt: Instant | null
  readonly fetchedAt: Instant | null
}

export type EventData = OfficialData | ForecastData

/** What goes on at a place, over all runs. */
export interface TrackedEvent<Data extends EventData = EventData> {
  readonly id: string
  readonly state: EventState
  readonly data: Data
  /** Epoch milliseconds when a source last showed it. */
  readonly seenAt: number
}

export type OfficialEvent = TrackedEvent<OfficialData>
export type ForecastEvent = TrackedEvent<ForecastData>

export function isOfficial(event: TrackedEvent): event is OfficialEvent {
  return event.data.kind === 'official'
}

export function isForecast(event: TrackedEvent): event is ForecastEvent {
  return event.data.kind === 'forecast'
}
