import type { Attribution } from '../../../../../providers/provider.ts'
import type { AlertSeverity } from '../../../../../domain/alert.ts'
import type { Condition } from '../../../../../domain/condition.ts'
import type { CalendarDay, Instant } from '../../../../../domain/instant.ts'

/** How often an address gets its digest. */
export type DigestFrequency = 'daily' | 'weekly' | 'biweekly' | 'monthly'

/** What the outbox keeps of one digest. A week's weather is in shared parts, since many addresses are shown the same place. */
export interface WeeklyDigestData {
  readonly period: {
    /** The frequencies that are due in this mail: the reason why it comes. */
    readonly frequencies: readonly DigestFrequency[]
    /** First and last calendar day (UTC) of the period that it is the digest of. */
    readonly from: CalendarDay
    readonly to: CalendarDay
  }
  /** The address's places, in the order in which they are shown; empty for an address that has only the newsletter. */
  readonly cities: readonly DigestPlace[]
  /** Null where the newsletter is not subscribed to or not due. Its places are what others look up most: at most 10 are shown. */
  readonly newsletter: { readonly places: readonly DigestPlace[] } | null
}

export interface DigestPlace {
  /** As the subscriber called it; null shows the coordinates. */
  readonly name: string | null
  readonly lat: number
  readonly lon: number
  /** Id of its `DigestPlacePart`; null where its weather could not be had, which the mail says. */
  readonly part: string | null
}

/** A place's coming week and past week: one for each cell and run. Canonical units (°C, mm, m/s); what is not known is null. */
export interface DigestPlacePart {
  /** IANA zone of the place. */
  readonly timezone: string
  readonly fetchedAt: Instant
  /** Provider id. */
  readonly source: string
  readonly attribution: Attribution
  readonly simulated: boolean
  /** The next calendar days of the place, at most 7, the running one first. */
  readonly days: readonly DigestDay[]
  /** Warnings that run or come within the week. Null where it is not known whether there are any, which the mail says. */
  readonly alerts: readonly DigestAlert[] | null
  /** Credits of those who sent these warnings, besides the source of the weather. */
  readonly alertCredits?: readonly Attribution[]
  /** What was observed in the seven days before. Null without observations. */
  readonly pastWeek: DigestPastWeek | null
  /** How good the forecasts for the past week were, by lead time; empty without enough pairs. */
  readonly accuracy: readonly DigestAccuracy[]
}

export interface DigestDay {
  readonly date: CalendarDay
  readonly condition: Condition | null
  readonly temperatureMin: number | null
  readonly temperatureMax: number | null
  readonly precipitation: number | null
  /** 0–1. */
  readonly precipitationProbability: number | null
  readonly windGust: number | null
  readonly uvIndex: number | null
  readonly sunrise: Instant | null
  readonly sunset: Instant | null
}

export interface DigestAlert {
  readonly id: string
  readonly event: string
  /** Null: not known. */
  readonly severity: AlertSeverity | null
  readonly start: Instant
  readonly end: Instant | null
  readonly senderName: string | null
  readonly source: string
}

export interface DigestPastWeek {
  readonly from: Instant
  readonly to: Instant
  readonly observationCount: number
  readonly temperatureMin: number | null
  readonly temperatureMax: number | null
  readonly temperatureMean: number | null
  readonly precipitationTotal: number | null
  readonly windGustMax: number | null
}

export interface DigestAccuracy {
  /** Upper end of the group of lead times (`LEAD_HOURS`). */
  readonly leadHours: number
  /** Pairs of a forecast and an observation. */
  readonly n: number
  /** Mean absolute error, K. */
  readonly temperatureMae: number | null
  /** Share of the wet hours that had been forecast, 0–1. */
  readonly precipitationHitRate: number | null
}
