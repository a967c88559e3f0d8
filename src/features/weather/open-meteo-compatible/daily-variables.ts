import { parseInstant } from '../../../domain/instant.ts'
import type { DailyPoint } from '../../../domain/model.ts'
import { type Definition, definition, type Definitions } from './definition.ts'
import { findHourly, type HourRow } from './hourly-variables.ts'
import type { Quantity } from './unit.ts'
import { weatherCodeOf } from './weather-code.ts'

/** A day of the clock asked for. */
export interface DayRow {
  /** The source's own day, if it is the same one. */
  readonly day: DailyPoint | undefined
  /** Its rows of the hourly block. */
  readonly hours: readonly HourRow[]
  /** The place's day of the same date, whatever the clock asked for: the one whose sun and moon theirs states, too. */
  readonly ofDate: DailyPoint | undefined
}

const day = (quantity: Quantity, read: (of: DailyPoint) => number | null) =>
  definition<DayRow>(quantity, (row) => (row.day === undefined ? null : read(row.day)))
const event = (name: 'sunrise' | 'sunset' | 'moonrise' | 'moonset') =>
  definition<DayRow>('time', ({ ofDate }) => {
    const instant = ofDate?.[name] ?? null
    return instant === null ? null : parseInstant(instant) / 1_000
  })

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
  wind_direction_10m_dominant: day('degree', (of) => of.windDirection),
  weather_code: day('code', weatherCodeOf),
  moon_phase: day('fraction', (of) => of.moonPhase),
  sunrise: event('sunrise'),
  sunset: event('sunset'),
  moonrise: event('moonrise'),
  moonset: event('moonset'),
  daylight_duration: day('seconds', ({ sunrise, sunset }) =>
    sunrise === null || sunset === null ? null : (parseInstant(sunset) - parseInstant(sunrise)) / 1_000,
  ),
  precipitation_hours: definition('hours', ({ hours }) => {
    const amounts = hours.map(({ preceding }) => preceding?.precipitation ?? null)
    return amounts.includes(null) ? null : amounts.filter((amount) => amount !== null && amount > 0).length
  }),
}

const FOLDS: Readonly<Record<string, (values: readonly number[]) => number>> = {
  max: (values) => Math.max(...values),
  min: (values) => Math.min(...values),
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  mean: (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
}

const SUMMED: ReadonlySet<Quantity> = new Set<Quantity>(['amount', 'snowfall'])

/** By today's name: what the source states of the day, or else what its hours amount to. */
export function findDaily(name: string): Definition<DayRow> | undefined {
  const stated = Object.hasOwn(OF_DAYS, name) ? OF_DAYS[name] : undefined
  const folded = foldedHours(name)
  if (stated === undefined || folded === undefined) return stated ?? folded
  return definition(stated.quantity, (row) => stated.value(row) ?? folded.value(row))
}

/** The highest, lowest, mean or sum of an hourly variable over a day of which every hour is known. The severest weather code is the highest. */
function foldedHours(name: string): Definition<DayRow> | undefined {
  const [, hourly = name, fold = 'max'] = /^(.+)_(max|min|mean|sum)$/.exec(name) ?? []
  const found = findHourly(hourly)
  // Amounts have a sum, the rest has not, and directions have no mean.
  if (found === undefined || found.quantity === 'degree' || (fold === 'sum') !== SUMMED.has(found.quantity)) return undefined
  return definition(found.quantity, ({ hours }) => {
    const values = hours.flatMap((row) => found.value(row) ?? [])
    return values.length < hours.length ? null : (FOLDS[fold]?.(values) ?? null)
  })
}
