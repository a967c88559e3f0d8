import type { Attribution } from '../../../../../providers/provider.ts'
import type { AlertSeverity } from '../../../../../domain/alert.ts'
import type { Hazard } from '../../../../../domain/hazards/index.ts'
import type { Instant } from '../../../../../domain/instant.ts'

/** What the outbox keeps of one alert mail: all that one subscriber is to know of one place after one run. */
export interface WeatherAlertData {
  readonly place: {
    /** As the subscriber called it; null shows the coordinates. */
    readonly name: string | null
    readonly lat: number
    readonly lon: number
    /** IANA zone of the place: the mail's times are told in it. */
    readonly timezone: string
  }
  /** When the run looked. */
  readonly checkedAt: Instant
  /** True where any of what is said comes from simulated data. */
  readonly simulated: boolean
  /** The credits of the sources that contributed. */
  readonly credits: readonly Attribution[]
  /** At least one; the mail orders them by severity and start. */
  readonly matches: readonly AlertMatch[]
}

export type AlertMatch = ToldWarning | ToldForecast

/** What became of the event since the subscriber was told of it last (`new`: never). */
export type OfficialStage = 'new' | 'upgraded' | 'extended' | 'cancelled'

/** An official warning, folded over the sources that carry it. */
export interface ToldWarning {
  readonly kind: 'official'
  readonly stage: OfficialStage
  /** Which of the closed list it is about; empty for others. */
  readonly hazards: readonly Hazard[]
  /** Null: not known. */
  readonly severity: AlertSeverity | null
  /** As its issuer titles it: never translated. */
  readonly event: string
  readonly start: Instant
  /** Null where none is stated. */
  readonly end: Instant | null
  /** The end that the subscriber was told before, where it was extended. */
  readonly previousEnd?: Instant | null
  readonly senderName: string | null
  /** Id of the alert that the mail links to. */
  readonly alertId: string
  /** Id of its `AlertTextPart`; null without a text. */
  readonly text: string | null
  readonly sources: readonly AlertSource[]
}

/** A hazard that a forecast shows from the subscriber's own threshold on. */
export interface ToldForecast {
  readonly kind: 'forecast'
  readonly stage: 'new' | 'cancelled'
  readonly hazard: Hazard
  readonly start: Instant
  /** End of the spell as far as the forecast shows it. */
  readonly end: Instant | null
  /** False where that is where the forecast ends. */
  readonly isEndKnown?: boolean
  /** The subscriber's threshold in the canonical unit of its hazard: rain mm/h, snow mm in 24 h, wind m/s, heat and cold °C, uv index. Null where the hazard has none. */
  readonly threshold: number | null
  /** The worst value of all sources, in the same unit, and when. */
  readonly peak: { readonly value: number; readonly at: Instant | null } | null
  readonly sources: readonly AlertSource[]
}

/** What one source says. */
export interface AlertSource {
  /** Provider id. */
  readonly id: string
  /** Its name as people know it: `OpenWeather`. */
  readonly name: string
  /** True: it shows the hazard or carries the warning; false: it was read and does not; null: it could not be read or does not cover the place. */
  readonly agrees: boolean | null
  /** What it was asked: `warnings` where it issues or relays them, else its forecast. Decides the wording: who carries a warning, who shows a hazard. */
  readonly as?: 'warnings' | 'forecast'
  /** Its own peak, in the unit of the threshold. */
  readonly value: number | null
  /** When its data was fetched; null where there is none. */
  readonly fetchedAt: Instant | null
}

/** The text of an official warning: stored once for all mails that show it. */
export interface AlertTextPart {
  readonly description: string
  readonly instruction: string | null
  readonly areas: readonly string[]
}
