import type { AirPoint } from './air/air.ts'
import type { Absence } from './alert-absence.ts'
import type { Alert } from './alert.ts'
import type { Condition } from './condition.ts'
import type { CalendarDay, Instant } from './instant.ts'
import type { Measured } from './measurements.ts'
import type { MinuteFall } from './outlook/severity.ts'
import type { SunState } from './sun-state.ts'
import type { WeatherKind } from './weather-kind.ts'

/**
 * The canonical weather model: the target of every provider's transform, and what the cache and the archive hold. Units are °C, m/s, mm
 * (snow: mm of water), hPa, metres, degrees, percent (humidity, cloud cover) and 0–1 (probability, moon phase). A measurement that the
 * source did not send is null: never 0, never invented. The transform alone decides whether omitting an amount is a statement: OpenWeather's
 * is, in dry weather (decision 5).
 */
export interface Measurements extends Measured {
  readonly condition: Condition | null
  /** The provider's own code: an OpenWeather condition id or a WMO code. */
  readonly providerCode: number | null
}

/** The latest conditions. Amounts cover the last 60 minutes. */
export interface CurrentWeather extends Measurements {
  /** What the source delivers as current weather: most often an analysis. */
  readonly kind: WeatherKind
  readonly observedAt: Instant
  readonly temperature: number | null
  readonly feelsLike: number | null
  readonly isDay: boolean | null
  /** Null in polar day and polar night, which `sun` tells from what is not known. */
  readonly sunrise: Instant | null
  readonly sunset: Instant | null
  /** Computed for every source (`completion.ts`); omitted by transforms. */
  readonly sun?: SunState
}

/**
 * One hour, or one longer step of a source whose forecast is coarser some days ahead. `time` is its start, a full hour of UTC (`full-hours.ts`); amounts and probability cover all of it, and
 * the other values are those at its start.
 */
export interface HourlyPoint extends Measurements {
  readonly time: Instant
  /** How many hours it covers; omitted if it is one. */
  readonly stepHours?: number
  readonly temperature: number | null
  /** Between which the temperature lies in eight of ten such cases; omitted unless it is blended and enough is known. */
  readonly temperatureLow?: number
  readonly temperatureHigh?: number
  readonly feelsLike: number | null
  readonly precipitationProbability: number | null
  readonly isDay: boolean | null
}

/**
 * One calendar day of the place. `time` is its start there. `uvIndex`, `windSpeed` and `windGust` are the day's maxima if the source says
 * so. Dew point, humidity, pressure and cloud cover are values around noon or the day's means, depending on the source (`measurements.ts`).
 */
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
  /** As in current weather. */
  readonly sun?: SunState
  /** Null: it does not rise on that day. */
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

/** One hour of the sea; `time` is its start. Heights are significant wave heights. */
export interface MarinePoint {
  readonly time: Instant
  /** Metres. */
  readonly waveHeight: number | null
  /** Seconds. */
  readonly wavePeriod: number | null
  /** Degrees from which the waves come. */
  readonly waveDirection: number | null
  readonly swellHeight: number | null
  readonly swellPeriod: number | null
  readonly swellDirection: number | null
  /** °C at the surface. */
  readonly waterTemperature: number | null
}

/** A series; `available` is false if the source has no such data for the place, which does not mean dry. */
export interface Series<Point> {
  readonly available: boolean
  readonly points: readonly Point[]
}

/** The next hour, with what falls in it as far as the hours of the same fetch say so. */
export interface MinutelySeries extends Series<MinutelyPoint> {
  readonly fall?: MinuteFall
}

/**
 * A source's whole series: from the hours of today that have passed to its end, some of them longer steps. A provider delivers here only what is not in its hourly
 * series: hours that have passed and longer steps.
 */
export interface ExtendedSeries {
  readonly available: boolean
  readonly hours: readonly HourlyPoint[]
  readonly days: readonly DailyPoint[]
}

/** The data of each scope of a cell. */
export interface ScopeData {
  readonly current: CurrentWeather
  readonly hourly: Series<HourlyPoint>
  readonly daily: Series<DailyPoint>
  readonly minutely: MinutelySeries
  readonly air: Series<AirPoint>
  readonly marine: Series<MarinePoint>
  readonly alert: AlertList
  readonly extended: ExtendedSeries
}

/** The alerts of a place from one source. */
export interface AlertList {
  readonly alerts: readonly Alert[]
  /** By id: alerts that the source has stopped listing, kept until their absence proves them called off. Omitted if there are none. */
  readonly absent?: Readonly<Record<string, Absence>>
  /** True when the source names further alerts without their content. Omitted if the list is complete. */
  readonly incomplete?: true
  /** If several feeds are read together: those that are known well enough to count. Omitted if there is only one, the record's source. */
  readonly sources?: readonly AlertListSource[]
}

/** One of several feeds behind a list of alerts. */
export interface AlertListSource {
  /** Provider id. */
  readonly id: string
  /** Whether it is authoritative for the place: it lists an alert there, or is known to cover it, so that its silence means no warnings. */
  readonly isAtPlace: boolean
}

/** The place's clock according to the provider. */
export interface PlaceClock {
  /** IANA name. */
  readonly timezone: string
  /** The zone's offset from UTC when the data was fetched. */
  readonly utcOffsetSeconds: number
  /** The zone that the source names, where the runtime's zone data contradict the offset that it states: `timezone` is then that offset. */
  readonly outdatedZone?: string
}
