import type { Attribution } from '@isobar/providers/port'
import { MAX_READING_AGE_MS, MAX_SKY_AGE_MS, parseInstant } from '@isobar/weather'
import type { ScopeRecord } from '../../../gateway/index.ts'
import type { PlaceStation } from '../stations/index.ts'
import { markSimulatedCredit } from './credits.ts'

export interface ShownStationOptions {
  readonly attributionOf: (source: string) => Attribution
  /** Whether temperatures are adjusted to the height of the place. */
  readonly correctsHeight: boolean
}

/**
 * What of a station is shown with a record of the current weather, and until when (epoch milliseconds). Its values are shown with weather of the
 * same kind only: simulated and real data are never mixed.
 */
export function buildShownStation(
  { simulated, height }: Pick<ScopeRecord, 'simulated' | 'height'>,
  station: PlaceStation,
  now: number,
  { attributionOf, correctsHeight }: ShownStationOptions,
) {
  const outdatedAt = station.report === null ? Infinity : parseInstant(station.report.reading.observedAt) + MAX_READING_AGE_MS
  const report = station.simulated === simulated && now < outdatedAt ? station.report : null
  const skyOutdatedAt = report === null ? Infinity : parseInstant(report.reading.observedAt) + MAX_SKY_AGE_MS
  const isSkyYoung = now < skyOutdatedAt
  return {
    view: {
      report,
      isSkyYoung,
      heights: correctsHeight ? { place: station.height, analysis: height ?? null } : null,
      attribution: report && markSimulatedCredit(attributionOf(report.station.source), station.simulated),
    },
    until: report === null ? Infinity : isSkyYoung ? skyOutdatedAt : outdatedAt,
  }
}
