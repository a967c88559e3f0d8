import {
  type DailyPoint,
  computeEvapotranspiration,
  computeMeanTerrestrialRadiation,
  estimateUvIndex,
  findSunTimes,
  parseInstant,
  computeMeanWindDirection,
} from '@isobar/weather'
import { DAY_MS } from '../../../time.ts'
import { type Definition, defineVariable, type Definitions } from './definition.ts'
import { findHourly, type HourRow, type RowPlace } from './hourly-variables.ts'
import type { Quantity } from './unit.ts'
import { findWmoCode } from './weather-code.ts'

/** A day of the clock asked for. */
export interface DayRow {
  readonly place: RowPlace
  /** Its start, epoch milliseconds. */
  readonly startMs: number
  /** Whether it is today: extremes are then those of the hours that are known, where a source does not have those that are over. */
  readonly isRunning: boolean
  /** The source's own day, if it is the same one. */
  readonly day: DailyPoint | undefined
  /** Its rows of the hourly block. */
  readonly hours: readonly HourRow[]
  /** The place's day of the same date, whatever the clock asked for: the one whose sun and moon theirs states, too. */
  readonly ofDate: DailyPoint | undefined
  /** The bounds of that day, epoch milliseconds. */
  readonly dateBounds: { readonly startMs: number; readonly endMs: number }
}

const day = (quantity: Quantity, read: (of: DailyPoint) => number | null) =>
  defineVariable<DayRow>(quantity, (row) => (row.day === undefined ? null : read(row.day)))
const fromSun = (quantity: Quantity, read: (row: DayRow) => number | null) => ({
  ...defineVariable<DayRow>(quantity, read),
  isFromSun: true as const,
})
const event = (name: 'moonrise' | 'moonset') =>
  fromSun('time', ({ ofDate }) => {
    const instant = ofDate?.[name] ?? null
    return instant === null ? null : parseInstant(instant) / 1_000
  })

/**
 * Sunrise and sunset of a row's date, epoch milliseconds: the source's, else computed. In polar day they are the day's start and end, in polar
 * night both its start, as theirs.
 */
function sunOf({ ofDate, place, dateBounds: { startMs, endMs } }: DayRow): { readonly sunrise: number; readonly sunset: number } {
  const own = { sunrise: ofDate?.sunrise ?? null, sunset: ofDate?.sunset ?? null }
  if (own.sunrise !== null && own.sunset !== null) return { sunrise: parseInstant(own.sunrise), sunset: parseInstant(own.sunset) }
  const found = findSunTimes(place, { startMs, endMs })
  if (found.sun !== 'rises') return { sunrise: startMs, sunset: found.sun === 'up' ? endMs : startMs }
  const sunrise = own.sunrise === null ? (found.rise ?? startMs) : parseInstant(own.sunrise)
  // Near midsummer the sun may set after midnight.
  const sunset =
    own.sunset === null ? findSunTimes(place, { startMs: sunrise + 1_000, endMs: sunrise + DAY_MS }).set : parseInstant(own.sunset)
  return { sunrise, sunset: sunset ?? endMs }
}

/** What sources state of days. Most of it follows from the hours, too, where all of them are known. */
const OF_DAYS: Definitions<DayRow> = {
  temperature_2m_max: day('temperature', (of) => of.temperatureMax),
  temperature_2m_min: day('temperature', (of) => of.temperatureMin),
  apparent_temperature_max: day('temperature', (of) => of.feelsLikeMax),
  apparent_temperature_min: day('temperature', (of) => of.feelsLikeMin),
  precipitation_sum: day('amount', (of) => of.precipitation),
  rain_sum: day('amount', (of) => of.rain),
  snowfall_sum: day('snowfall', (of) => of.snow),
  snowfall_water_equivalent_sum: day('amount', (of) => of.snow),
  precipitation_probability_max: day('percent', (of) => (of.precipitationProbability === null ? null : of.precipitationProbability * 100)),
  uv_index_max: day('index', (of) => of.uvIndex),
  wind_speed_10m_max: day('speed', (of) => of.windSpeed),
  wind_gusts_10m_max: day('speed', (of) => of.windGust),
  wind_direction_10m_dominant: defineVariable('degree', (row) => row.day?.windDirection ?? meanDirection(row)),
  weather_code: day('code', findWmoCode),
  moon_phase: day('fraction', (of) => of.moonPhase),
  sunrise: fromSun('time', (row) => Math.round(sunOf(row).sunrise / 1_000)),
  sunset: fromSun('time', (row) => Math.round(sunOf(row).sunset / 1_000)),
  moonrise: event('moonrise'),
  moonset: event('moonset'),
  daylight_duration: fromSun('seconds', (row) => {
    const { sunrise, sunset } = sunOf(row)
    return (sunset - sunrise) / 1_000
  }),
  precipitation_hours: defineVariable('hours', ({ hours }) => {
    const amounts = hours.map(({ preceding }) => preceding?.precipitation ?? null)
    return amounts.includes(null) ? null : amounts.filter((amount) => amount !== null && amount > 0).length
  }),
  et0_fao_evapotranspiration: defineVariable('amount', (row) => {
    const [min, max] = [valueOf('temperature_2m_min', row), valueOf('temperature_2m_max', row)]
    if (min === null || max === null) return null
    const radiation = computeMeanTerrestrialRadiation(row.place, row.startMs, row.startMs + DAY_MS)
    return computeEvapotranspiration((min + max) / 2, { min, max }, radiation, 24)
  }),
}

/** What a day's own values say of its means and its sun, where not every hour is known. */
const OTHERWISE: Definitions<DayRow> = {
  uv_index_max: defineVariable('index', ({ day: of, place, startMs }) =>
    of === undefined ? null : estimateUvIndex(place, noonAt(place, startMs), of.cloudCover ?? 0),
  ),
  temperature_2m_mean: defineVariable('temperature', (row) =>
    middle(valueOf('temperature_2m_min', row), valueOf('temperature_2m_max', row)),
  ),
  apparent_temperature_mean: defineVariable('temperature', (row) =>
    middle(valueOf('apparent_temperature_min', row), valueOf('apparent_temperature_max', row)),
  ),
  dew_point_2m_mean: day('temperature', (of) => of.dewPoint),
  relative_humidity_2m_mean: day('percent', (of) => of.humidity),
  pressure_msl_mean: day('hectopascal', (of) => of.pressure),
  cloud_cover_mean: day('percent', (of) => of.cloudCover),
  visibility_mean: day('metre', (of) => of.visibility),
}

/** When the sun is highest at a place in the day from `startMs` on. */
function noonAt({ lon }: RowPlace, startMs: number): number {
  const noonUtc = Math.floor(startMs / DAY_MS) * DAY_MS + DAY_MS / 2 - (lon / 360) * DAY_MS
  return noonUtc < startMs ? noonUtc + DAY_MS : noonUtc
}

const middle = (one: number | null, other: number | null): number | null => (one === null || other === null ? null : (one + other) / 2)

/** The direction of the mean wind of a day of which every hour is known, in degrees. */
function meanDirection({ hours, isRunning }: DayRow): number | null {
  const known = isRunning ? hours.filter(({ state }) => state !== undefined) : hours
  const winds = known.flatMap(({ state }) => {
    const [speed, direction] = [state?.windSpeed ?? null, state?.windDirection ?? null]
    return speed === null || (direction === null && speed > 0) ? [] : [{ speed, direction: direction ?? 0 }]
  })
  // Calm has no direction; theirs writes 0.
  return known.length === 0 || winds.length < known.length ? null : (computeMeanWindDirection(winds) ?? 0)
}

const FOLDS: Readonly<Record<string, (values: readonly number[]) => number>> = {
  max: (values) => Math.max(...values),
  min: (values) => Math.min(...values),
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  mean: (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
}

const SUMMED: ReadonlySet<Quantity> = new Set<Quantity>(['amount', 'snowfall'])

/** By today's name: what the source states of the day, else what its hours amount to, else what follows from the day itself. */
export function findDaily(name: string): Definition<DayRow> | undefined {
  const found = [OF_DAYS, OTHERWISE].map((definitions) => (Object.hasOwn(definitions, name) ? definitions[name] : undefined))
  const [first, ...others] = [found[0], foldedHours(name), found[1]].filter((each) => each !== undefined)
  return first && { ...first, value: (row) => [first, ...others].reduce<number | null>((value, each) => value ?? each.value(row), null) }
}

const valueOf = (name: string, row: DayRow): number | null => findDaily(name)?.value(row) ?? null

/** The highest, lowest, mean or sum of an hourly variable over a day of which every hour is known. The severest weather code is the highest. */
function foldedHours(name: string): Definition<DayRow> | undefined {
  const [, hourly = name, fold = 'max'] = /^(.+)_(max|min|mean|sum)$/.exec(name) ?? []
  const found = findHourly(hourly)
  // Amounts have a sum, the rest has not, and directions have no mean.
  if (found === undefined || found.quantity === 'degree' || (fold === 'sum') !== SUMMED.has(found.quantity)) return undefined
  const value = ({ hours, isRunning }: DayRow): number | null => {
    const values = hours.flatMap((row) => found.value(row) ?? [])
    const isEnough = values.length === hours.length || (isRunning && values.length > 0 && (fold === 'max' || fold === 'min'))
    return isEnough ? (FOLDS[fold]?.(values) ?? null) : null
  }
  return { ...defineVariable(found.quantity, value), ...(found.isFromSun && { isFromSun: true }) }
}
