import type { Attribution } from '@isobar/providers/port'
import type { CalendarDay, Condition, ExtraDay, ExtraHazard, ExtraLimits, Instant, WeatherKind } from '@isobar/weather'
import type { LevelData } from '../../../../mail/templates/index.ts'

/** The frequency of a digest. */
export type DigestFrequency = 'daily' | 'weekly' | 'biweekly' | 'monthly'

/** The data of one digest in the outbox. A week's weather is in shared parts, since many addresses share a place. */
export interface WeeklyDigestData {
  readonly period: {
    /** The frequencies due in this mail, which are the reason for it. */
    readonly frequencies: readonly DigestFrequency[]
    /** First and last calendar day (UTC) of the period that the digest covers. */
    readonly from: CalendarDay
    readonly to: CalendarDay
  }
  /** The address's places in display order; empty for an address with only the newsletter. */
  readonly cities: readonly DigestPlace[]
  /** Null when the newsletter is not subscribed to or not due. Its places are the most popular ones; at most 10 are shown. */
  readonly newsletter: { readonly places: readonly DigestPlace[] } | null
}

export interface DigestPlace {
  /** The subscriber's name for it; null shows the coordinates. */
  readonly name: string | null
  readonly lat: number
  readonly lon: number
  /** From which threshold on the address wants to be alerted of air and sea there; only those are shown. */
  readonly limits?: ExtraLimits
  /** Id of its `DigestPlacePart`; null when its weather is unavailable, which the mail says. */
  readonly part: string | null
}

/** A place's coming and past week: one part per cell and day of the run. Canonical units (°C, mm, m/s); unknown values are null. */
export interface DigestPlacePart {
  /** IANA zone of the place. */
  readonly timezone: string
  readonly fetchedAt: Instant
  /** Provider id. */
  readonly source: string
  readonly attribution: Attribution
  readonly simulated: boolean
  /** The next calendar days in the place's zone, at most 7, starting today. */
  readonly days: readonly DigestDay[]
  /** Credits of those who supplied what the source lacks of these. */
  readonly dayCredits?: readonly Attribution[]
  /** Current and upcoming warnings of the week. Null when they are unknown, which the mail says. */
  readonly alerts: readonly DigestAlert[] | null
  /** Credits of the warnings' senders, besides the source of the weather. */
  readonly alertCredits?: readonly Attribution[]
  /** Credits of what the forecasts were compared with, besides that source; absent in parts from releases before 2026-12. */
  readonly truthCredits?: readonly Attribution[]
  /** Air and sea of the coming days, if anybody wants to be alerted of them there; a hazard of which nothing is known is omitted. */
  readonly extras?: { readonly [H in ExtraHazard]?: readonly ExtraDay[] }
  /** Credits of these, besides that source. */
  readonly extraCredits?: readonly Attribution[]
  /** What sources delivered as current weather in the previous seven days. Null if they delivered nothing. */
  readonly pastWeek: DigestPastWeek | null
  /** Accuracy of the source's forecasts, by lead time; empty without enough days. */
  readonly accuracy: readonly DigestAccuracy[]
}

export interface DigestDay {
  readonly date: CalendarDay
  readonly condition: Condition | null
  readonly temperatureMin: number | null
  readonly temperatureMax: number | null
  readonly precipitation: number | null
  /** The part of it that is snow. Parts of releases before 2026-12 lack it. */
  readonly snow?: number | null
  /** 0–1. */
  readonly precipitationProbability: number | null
  readonly windGust: number | null
  readonly uvIndex: number | null
  readonly sunrise: Instant | null
  readonly sunset: Instant | null
}

export interface DigestAlert extends LevelData {
  readonly id: string
  /** The issuer's title, in English if it has one. */
  readonly event: string
  /** The titles by language, if it is issued in several. */
  readonly titles?: readonly { readonly language: string; readonly event: string; readonly senderName: string | null }[]
  readonly start: Instant
  readonly end: Instant | null
  readonly senderName: string | null
  readonly source: string
}

export interface DigestPastWeek {
  readonly from: Instant
  readonly to: Instant
  readonly observationCount: number
  /** What the values may be called. Parts of releases before 2026-11 lack it: nothing was measured then. */
  readonly kind?: WeatherKind | null
  readonly temperatureMin: number | null
  readonly temperatureMax: number | null
  readonly temperatureMean: number | null
  readonly precipitationTotal: number | null
  readonly windGustMax: number | null
}

/** Temperature errors of the source over a year, in K. */
export interface DigestAccuracy {
  /** Upper end of the band of lead times (`LEAD_HOURS`). */
  readonly leadHours: number
  /** Days compared. Parts from releases before 2026-12 lack this and the fields below; their accuracy is not shown. */
  readonly days?: number
  /** Mean absolute error. */
  readonly mae?: number
  /** The same for persistence; null: unknown. */
  readonly persistenceMae?: number | null
  /** Whether the forecasts were compared with measurements. */
  readonly isMeasured?: boolean
  /** The station that measured; null or absent: none, or several. */
  readonly station?: { readonly name: string; readonly distanceKm: number } | null
}
