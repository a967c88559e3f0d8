import type { SourceOutcome, SourceRole } from '../../../gateway/index.ts'
import type { ForecastHazardName } from '../../../domain/hazards/index.ts'
import { type Instant, parseInstant } from '../../../domain/instant.ts'
import type { ForecastEvent } from './event.ts'
import { endOfView, type OfficialView } from './official-view.ts'

/**
 * All that one run knows of a place: decisions and mails follow from it alone. A plain value that is never changed, and JSON: printed and
 * read again it is the same, so that a run can be replayed.
 */
export interface PlaceState {
  /** IANA name, where a source knows it. */
  readonly timezone: string | null
  /** True where any of it comes from simulated data. */
  readonly simulated: boolean
  readonly sources: Readonly<Record<SourceRole, SourceState>>
  /** Official events that are not over. */
  readonly officials: readonly OfficialView[]
  /** By the id of an official event: whether the second forecast shows it. Without an entry it has no say, null: it cannot tell. */
  readonly opinions: Readonly<Record<string, boolean | null>>
  /** Forecast events of the hazards and thresholds that were asked for, and that are not over. */
  readonly forecasts: readonly ForecastEvent[]
  readonly outlooks: readonly Outlook[]
}

/** What one source came to. */
export type SourceState = SourceOutcome & {
  /** Provider id; empty where the service has no such source. */
  readonly source: string
  /** Of the oldest data that was used; null where there is none. */
  readonly fetchedAt: Instant | null
  /** Official alerts in its list; null where it has told of none, which is not the same as no alerts. */
  readonly alerts: number | null
  /** Only where nothing may be asked: whether the job would ask it now. */
  readonly wouldBeAsked?: true
}

/** The worst that one forecast expects of a hazard that somebody asks about, whatever their thresholds. */
export interface Outlook {
  readonly hazard: ForecastHazardName
  readonly source: string
  /** False: less than any threshold. Null: it has no data that tells. */
  readonly shows: boolean | null
  /** In the canonical unit; null where there is none. */
  readonly peak: number | null
  readonly peakAt: Instant | null
}

/** Whether anybody may have to be told of something at `now`, epoch milliseconds. */
export function isEventful({ officials, forecasts }: Pick<PlaceState, 'officials' | 'forecasts'>, now: number): boolean {
  return (
    officials.some((view) => endOfView(view) > now) ||
    forecasts.some(({ state, data }) => state === 'open' || (state === 'cancelled' && parseInstant(data.start) > now))
  )
}
