import type { Attribution } from '@isobar/providers/port'
import type { Hazard, Instant, LevelDetail } from '@isobar/weather'
import type { LevelData } from '../../../../mail/templates/index.ts'

/** The data of one alert mail in the outbox: one subscriber, one place, one run. */
export interface WeatherAlertData {
  readonly place: {
    /** The subscriber's name for it; null shows the coordinates. */
    readonly name: string | null
    readonly lat: number
    readonly lon: number
    /** IANA zone of the place: the mail's times are in it. */
    readonly timezone: string
  }
  /** When the run checked the place. */
  readonly checkedAt: Instant
  /** True when any of the data is simulated. */
  readonly simulated: boolean
  /** The credits of the sources that contributed. */
  readonly credits: readonly Attribution[]
  /** At least one; the mail orders them by severity and start. */
  readonly matches: readonly AlertMatch[]
}

export type AlertMatch = WarningMatch | ForecastMatch

/** What changed since the subscriber was last notified of the event (`new`: never notified). */
export type OfficialStage = 'new' | 'upgraded' | 'extended' | 'cancelled'

/** An official warning, merged over the sources that carry it. */
export interface WarningMatch extends LevelData {
  readonly kind: 'official'
  readonly stage: OfficialStage
  /** Its hazards from the closed list; empty for others. */
  readonly hazards: readonly Hazard[]
  /** The issuer's title, never translated. */
  readonly event: string
  readonly start: Instant
  /** Null when none is stated. */
  readonly end: Instant | null
  /** For an extension: the end last sent to the subscriber. */
  readonly previousEnd?: Instant | null
  readonly senderName: string | null
  /** Id of the alert that the mail links to. */
  readonly alertId: string
  /** Id of its `AlertTextPart`; null without a text. */
  readonly text: string | null
  readonly sources: readonly AlertSource[]
}

/** A forecast hazard that reaches the subscriber's own threshold, at his own chance. */
export interface ForecastMatch {
  readonly kind: 'forecast'
  readonly stage: 'new' | 'cancelled'
  readonly hazard: Hazard
  readonly start: Instant
  /** End of the spell as far as the forecast shows it. */
  readonly end: Instant | null
  /** False when the end is only the end of the forecast. */
  readonly isEndKnown?: boolean
  /**
   * The subscriber's threshold in the canonical unit of its hazard: rain mm/h, snow mm in 24 h, wind m/s, heat and cold °C, uv index,
   * air quality and pollen levels of 1 to 4, marine m. Null if the hazard has none.
   */
  readonly threshold: number | null
  /** The chance of precipitation, 0–1, from which on the subscriber wants to know; omitted: every chance. */
  readonly minProbability?: number
  /** The worst value of all sources, in the same unit, and when. */
  readonly peak: { readonly value: number; readonly at: Instant | null; readonly detail?: LevelDetail } | null
  /** The highest probability that a source states, 0–1; omitted if unknown. */
  readonly probability?: number
  readonly sources: readonly AlertSource[]
}

/** What one source says. */
export interface AlertSource {
  /** Provider id. */
  readonly id: string
  /** Its display name: `OpenWeather`. */
  readonly name: string
  /**
   * True: it shows the hazard or carries the warning; false: it was read and does not; null: it could not be read or does not cover the
   * place.
   */
  readonly agrees: boolean | null
  /**
   * The data that was read: `warnings` for a source that issues or relays them, else its forecast. Decides the wording: carries a warning,
   * or shows a hazard.
   */
  readonly as?: 'warnings' | 'forecast'
  /** Its own peak, in the unit of the threshold. */
  readonly value: number | null
  /** What a value that is a level stands for. */
  readonly detail?: LevelDetail
  /** The probability that it states for the hazard, 0–1. */
  readonly probability?: number
  /** When its data was fetched; null without data. */
  readonly fetchedAt: Instant | null
}

/** The text of an official warning, stored once for all mails that show it. */
export interface AlertTextPart {
  readonly description: string
  readonly instruction: string | null
  readonly areas: readonly string[]
}
