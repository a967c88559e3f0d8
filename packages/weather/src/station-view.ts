import type { Heights } from './measured.ts'
import type { NearbyReport } from './station.ts'

/** The credit that the licence of a station's source requires. */
export interface StationCredit {
  readonly name: string
  readonly text: string
  readonly url: string
  readonly license: string
}

/** What an answer is rendered with, beside the analysis. */
export interface StationView {
  readonly report: NearbyReport | null
  /** Null if temperatures stay at the height that they are for. */
  readonly heights: Heights | null
  /** Of the report's source; null without a report. */
  readonly attribution: StationCredit | null
  /** Whether what the report says of the sky is recent enough to stand against the analysis. */
  readonly isSkyYoung: boolean
}

/** An answer from the analysis alone. */
export const NO_STATION_VIEW: StationView = { report: null, heights: null, attribution: null, isSkyYoung: false }
