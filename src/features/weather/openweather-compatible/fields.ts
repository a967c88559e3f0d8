import { parseInstant } from '../../../domain/instant.ts'
import type { HourlyPoint, Measurements } from '../../../domain/model.ts'
import { hundredths, whole, type Writer } from './units.ts'

/** OpenWeather states no visibility beyond this, in metres. */
const MAX_VISIBILITY = 10_000
const SNOWY: ReadonlySet<Measurements['condition']> = new Set(['light_snow', 'snow', 'heavy_snow', 'snow_showers'])

/**
 * The measurements that all blocks of One Call name alike. What OpenWeather always sends is null if it is unknown, since clients read it without
 * looking; what it sends at times is absent.
 */
export function measurements(point: Measurements, write: Writer) {
  return {
    pressure: whole(point.pressure),
    humidity: whole(point.humidity),
    dew_point: write.temperature(point.dewPoint),
    uvi: hundredths(point.uvIndex),
    clouds: whole(point.cloudCover),
    ...visibility(point),
    ...wind(point, write),
  }
}

/** Absent if unknown. */
export function visibility({ visibility: metres }: Pick<Measurements, 'visibility'>) {
  return metres === null ? {} : { visibility: Math.min(MAX_VISIBILITY, Math.round(metres)) }
}

function wind({ windSpeed, windDirection, windGust }: Measurements, write: Writer) {
  const gust = write.speed(windGust)
  return { wind_speed: write.speed(windSpeed), wind_deg: whole(windDirection), ...(gust === null ? {} : { wind_gust: gust }) }
}

/** `wind` of the 2.5 resources. */
export function windOf(point: Measurements, write: Writer) {
  const { wind_speed: speed, wind_deg: deg, wind_gust: gust } = wind(point, write)
  return { speed, deg, ...(gust === undefined ? {} : { gust }) }
}

/**
 * Millimetres of rain and of snow as water; null: none, or unknown. OpenWeather has no sum of both: where a source states only that, the condition
 * says what it was.
 */
export function amountsOf({ rain, snow, precipitation, condition }: Measurements) {
  const isSplit = rain !== null || snow !== null
  const isSnow = SNOWY.has(condition)
  return {
    rain: positive(isSplit ? rain : isSnow ? null : precipitation),
    snow: positive(isSplit ? snow : isSnow ? precipitation : null),
  }
}

/** `rain` and `snow` as OpenWeather writes amounts of a period: absent without any. */
export function amountsIn<Period extends '1h' | '3h'>({ rain, snow }: ReturnType<typeof amountsOf>, period: Period) {
  const under = (amount: number | null) => (amount === null ? undefined : ({ [period]: amount } as Record<Period, number>))
  return present({ rain: under(rain), snow: under(snow) })
}

/** Rounded; null if nothing is left. */
export function positive(millimetres: number | null): number | null {
  const rounded = hundredths(millimetres)
  return rounded === null || rounded <= 0 ? null : rounded
}

/** Without the fields that are null or undefined. */
export function present<T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)) as ReturnType<
    typeof present<T>
  >
}

/** Hours by their start, epoch milliseconds. */
export function byStart(hours: readonly HourlyPoint[]): ReadonlyMap<number, HourlyPoint> {
  return new Map(hours.map((hour) => [parseInstant(hour.time), hour]))
}

/** Unix seconds. */
export function unix(instant: string): number {
  return parseInstant(instant) / 1_000
}

/** Unix seconds; null stays null. */
export function unixOrNull(instant: string | null): number | null {
  return instant === null ? null : unix(instant)
}
