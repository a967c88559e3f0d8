import type { Alert } from './alert.ts'
import type { Condition } from './condition.ts'
import type { CalendarDay, Instant } from './instant.ts'
import type { Measured } from './measurements.ts'

/**
 * The canonical weather model: what providers are translated into, what the cache and the archive hold. Units are °C, m/s,
 * mm (snow: mm of water), hPa, metres, degrees, percent (humidity, cloud cover) and 0–1 (probability, moon phase).
 * A measurement that the source did not send is null: never 0, never invented.
 */
export interface Measurements extends Measured {
  readonly condition: Condition | null
  /** The provider's own code: an OpenWeather condition id or a WMO code. */
  readonly providerCode: number | null
}

/** The latest conditions. Amounts are those of the last 60 minutes. */
export interface CurrentWeather extends Measurements {
  readonly observedAt: Instant
  readonly temperature: number | null
  readonly feelsLike: number | null
  readonly isDay: boolean | null
  /** Null in polar day and polar night. */
  readonly sunrise: Instant | null
  readonly sunset: Instant | null
}

/** One hour. `time` is its start, amounts are that hour's. */
export interface HourlyPoint extends Measurements {
  readonly time: Instant
  readonly temperature: number | null
  readonly feelsLike: number | null
  readonly precipitationProbability: number | null
  readonly isDay: boolean | null
}

/** One calendar day of the place. `time` is its start there. `uvIndex`, `windSpeed` and `windGust` are the day's highest where the source says so. */
export interface DailyPoint extends Measurements {
  readonly date: CalendarDay
  readonly time: Instant
  readonly temperatureMin: number | null
  readonly temperatureMax: number | null
  readonly temperatureMorning: number | null
  readonly temperatureDay: number | null
  readonly temperatureEvening: number | null
  readonly temperatureNight: number | null
  readonly feelsLikeMin: number | null
  readonly feelsLikeMax: number | null
  readonly feelsLikeMorning: number | null
  readonly feelsLikeDay: number | null
  readonly feelsLikeEvening: number | null
  readonly feelsLikeNight: number | null
  readonly precipitationProbability: number | null
  /** The provider's English sentence about the day. */
  readonly summary: string | null
  readonly sunrise: Instant | null
  readonly sunset: Instant | null
  readonly moonrise: Instant | null
  readonly moonset: Instant | null
  /** 0 and 1 new moon, 0.25 first quarter, 0.5 full, 0.75 last quarter. */
  readonly moonPhase: number | null
}

/** One minute of the next hour: a rate in mm/h. */
export interface MinutelyPoint {
  readonly time: Instant
  readonly precipitation: number | null
}

/** A series; `available` is false where the source has no such data for the place, which is not the same as a dry one. */
export interface Series<Point> {
  readonly available: boolean
  readonly points: readonly Point[]
}

/** What each scope of a cell holds. */
export interface ScopeData {
  readonly current: CurrentWeather
  readonly hourly: Series<HourlyPoint>
  readonly daily: Series<DailyPoint>
  readonly minutely: Series<MinutelyPoint>
  readonly alert: AlertList
}

/** The alerts of a place by one source. */
export interface AlertList {
  readonly alerts: readonly Alert[]
  /** True when there are more, of which the source has only said that they are there. Left out where the list is whole. */
  readonly incomplete?: true
}

/** The place as the provider sees it. */
export interface PlaceClock {
  /** IANA name. */
  readonly timezone: string
  /** The zone's offset from UTC when the data was fetched. */
  readonly utcOffsetSeconds: number
}
