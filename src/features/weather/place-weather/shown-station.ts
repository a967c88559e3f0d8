import { parseInstant } from '../../../domain/instant.ts'
import { MAX_READING_AGE_MS } from '../../../domain/station.ts'
import type { ScopeRecord } from '../../../gateway/index.ts'
import type { Attribution } from '../../../providers/provider.ts'
import type { PlaceStation } from '../stations/index.ts'
import { creditOf } from './credits.ts'

export interface ShownStationOptions {
  readonly attributionOf: (source: string) => Attribution
  /** Whether temperatures are adjusted to the height of the place. */
  readonly correctsHeight: boolean
}

/**
 * What of a station is shown with a record of the current weather, and until when (epoch milliseconds). Its values are shown with weather of the
 * same kind only: simulated and real data are never mixed.
 */
export function shownStation(
  { simulated, height }: Pick<ScopeRecord, 'simulated' | 'height'>,
  station: PlaceStation,
  now: number,
  { attributionOf, correctsHeight }: ShownStationOptions,
) {
  const outdatedAt = station.report === null ? Infinity : parseInstant(station.report.reading.observedAt) + MAX_READING_AGE_MS
  const report = station.simulated === simulated && now < outdatedAt ? station.report : null
  return {
    view: {
      report,
      heights: correctsHeight ? { place: station.height, analysis: height ?? null } : null,
      attribution: report && creditOf(attributionOf(report.station.source), station.simulated),
    },
    until: report === null ? Infinity : outdatedAt,
  }
}
