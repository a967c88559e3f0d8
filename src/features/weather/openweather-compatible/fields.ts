import { type HourlyPoint, type Measurements, parseInstant } from '@isobar/weather'
import { roundToHundredths, roundToWhole, type Writer } from './units.ts'

/** OpenWeather states no visibility beyond this, in metres. */
const MAX_VISIBILITY = 10_000
const SNOWY: ReadonlySet<Measurements['condition']> = new Set(['light_snow', 'snow', 'heavy_snow', 'snow_showers'])

/** The measurements that all blocks of One Call name alike; what is unknown is absent, since clients read null as 0. */
export function buildMeasurementFields(point: Measurements, write: Writer) {
  return omitUnknown({
    pressure: roundToWhole(point.pressure),
    humidity: roundToWhole(point.humidity),
    dew_point: write.temperature(point.dewPoint),
    uvi: roundToHundredths(point.uvIndex),
    clouds: roundToWhole(point.cloudCover),
    ...buildVisibilityField(point),
    ...wind(point, write),
  })
}

/** Absent if unknown. */
export function buildVisibilityField({ visibility: metres }: Pick<Measurements, 'visibility'>) {
  return metres === null ? {} : { visibility: Math.min(MAX_VISIBILITY, Math.round(metres)) }
}

function wind({ windSpeed, windDirection, windGust }: Measurements, write: Writer) {
  return omitUnknown({ wind_speed: write.speed(windSpeed), wind_deg: roundToWhole(windDirection), wind_gust: write.speed(windGust) })
}

/** `wind` of the 2.5 resources. */
export function buildWindBlock(point: Measurements, write: Writer) {
  const { wind_speed: speed, wind_deg: deg, wind_gust: gust } = wind(point, write)
  return omitUnknown({ speed, deg, gust })
}

/**
 * Millimetres of rain and of snow as water; null: none, or unknown. OpenWeather has no sum of both: where a source states only that, the condition
 * says what it was.
 */
export function splitRainAndSnow({ rain, snow, precipitation, condition }: Measurements) {
  const isSplit = rain !== null || snow !== null
  const isSnow = SNOWY.has(condition)
  return {
    rain: roundPositiveAmount(isSplit ? rain : isSnow ? null : precipitation),
    snow: roundPositiveAmount(isSplit ? snow : isSnow ? precipitation : null),
  }
}

/** `rain` and `snow` as OpenWeather writes amounts of a period: absent without any. */
export function buildAmountFields<Period extends '1h' | '3h'>({ rain, snow }: ReturnType<typeof splitRainAndSnow>, period: Period) {
  const under = (amount: number | null) => (amount === null ? undefined : ({ [period]: amount } as Record<Period, number>))
  return omitUnknown({ rain: under(rain), snow: under(snow) })
}

/** Rounded; null if nothing is left. */
export function roundPositiveAmount(millimetres: number | null): number | null {
  const rounded = roundToHundredths(millimetres)
  return rounded === null || rounded <= 0 ? null : rounded
}

/** Without the fields that are null or undefined. */
export function omitUnknown<T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)) as ReturnType<
    typeof omitUnknown<T>
  >
}

/** Hours by their start, epoch milliseconds. */
export function indexHoursByStart(hours: readonly HourlyPoint[]): ReadonlyMap<number, HourlyPoint> {
  return new Map(hours.map((hour) => [parseInstant(hour.time), hour]))
}

/** Unix seconds. */
export function toUnixTime(instant: string): number {
  return parseInstant(instant) / 1_000
}

/** Unix seconds; null stays null. */
export function toUnixTimeOrNull(instant: string | null): number | null {
  return instant === null ? null : toUnixTime(instant)
}
