import {
  type Cell,
  type Condition,
  type DailyPoint,
  type HourlyPoint,
  computeSunDay,
  deduceCondition,
  estimateTemperature,
  estimateUvIndex,
  getDayBounds,
  parseInstant,
  toCalendarDay,
} from '@isobar/weather'
import { HOUR_MS } from '../../../time.ts'
import type { PlaceWeather } from '../place-weather/index.ts'
import type { Complete } from './complete-instant.ts'

/** Where a source has no temperatures of parts of the day: the hours at which OpenWeather's recorded answers have theirs. */
const HOUR_OF_PART = { morn: 6, day: 12, eve: 18, night: 23 } as const
export const PARTS = ['morn', 'day', 'eve', 'night'] as const
export type Part = (typeof PARTS)[number]
const OWN = {
  morn: ['temperatureMorning', 'feelsLikeMorning'],
  day: ['temperatureDay', 'feelsLikeDay'],
  eve: ['temperatureEvening', 'feelsLikeEvening'],
  night: ['temperatureNight', 'feelsLikeNight'],
} as const satisfies Record<Part, readonly (keyof DailyPoint)[]>
/** Where the exact hour is over, the nearest one that is known says as much of a part of the day. */
const NEAR_HOURS = 3

/** A day without what no day of OpenWeather's lacks being unknown. */
export interface CompleteDay extends DailyPoint {
  readonly temperatureMin: number
  readonly temperatureMax: number
  readonly condition: Condition
  /** °C and what they feel like. */
  readonly parts: Readonly<Record<Part, { readonly temperature: number; readonly feelsLike: number }>>
  /** Local noon, epoch milliseconds. */
  readonly noonMs: number
}

/** The hours of a day that are known, by what is read of them. */
type Hours = readonly Complete<HourlyPoint>[]

/**
 * A day with what its hours and the place's sun say where the source says nothing; null if nobody knows its temperatures or its weather. Of the
 * running day that may be its rest.
 */
export function completeDay(
  day: DailyPoint,
  allHours: ReadonlyMap<number, Complete<HourlyPoint>>,
  place: Pick<Cell, 'lat' | 'lon'>,
  timezone: string,
): CompleteDay | null {
  const { startMs, endMs } = getDayBounds(day.date, timezone)
  const at = (hour: number): number =>
    Temporal.PlainDate.from(day.date).toZonedDateTime({ timeZone: timezone, plainTime: { hour } }).epochMilliseconds
  const hours = [...allHours].flatMap(([ms, hour]) => (ms >= startMs && ms < endMs ? [hour] : []))
  const noonMs = at(HOUR_OF_PART.day)
  const noon = nearestHour(allHours, noonMs, 12)
  const temperatures = hours.map(({ temperature }) => temperature)
  const min = day.temperatureMin ?? lowest(temperatures)
  const max = day.temperatureMax ?? highest(temperatures)
  const condition = day.condition ?? worstOf(hours) ?? deduceCondition(day, max)
  if (min === null || max === null || condition === null) return null
  const sun = completeSunTimes(day, place, startMs, endMs)
  const sunriseHour = sun.sunrise === null ? HOUR_OF_PART.morn : (parseInstant(sun.sunrise) - startMs) / HOUR_MS
  const parts = Object.fromEntries(
    PARTS.map((part) => {
      const hour = nearestHour(allHours, at(HOUR_OF_PART[part]), NEAR_HOURS)
      const temperature =
        day[OWN[part][0]] ??
        hour?.temperature ??
        estimateTemperature(HOUR_OF_PART[part], { min, max }, Math.min(sunriseHour, HOUR_OF_PART.day))
      return [part, { temperature, feelsLike: day[OWN[part][1]] ?? hour?.feelsLike ?? temperature }]
    }),
  ) as CompleteDay['parts']
  return {
    ...day,
    ...sun,
    temperatureMin: min,
    temperatureMax: max,
    condition,
    providerCode: day.condition === null ? null : day.providerCode,
    parts,
    noonMs,
    pressure: day.pressure ?? noon?.pressure ?? null,
    humidity: day.humidity ?? noon?.humidity ?? null,
    dewPoint: day.dewPoint ?? noon?.dewPoint ?? null,
    cloudCover: day.cloudCover ?? noon?.cloudCover ?? null,
    uvIndex: day.uvIndex ?? highest(hours.map(({ uvIndex }) => uvIndex)) ?? estimateUvIndex(place, noonMs, day.cloudCover ?? 0),
    windSpeed: day.windSpeed ?? highest(hours.map(({ windSpeed }) => windSpeed)),
    windDirection: day.windDirection ?? noon?.windDirection ?? null,
    windGust: day.windGust ?? highest(hours.map(({ windGust }) => windGust)),
    precipitationProbability: day.precipitationProbability ?? highest(hours.map(({ precipitationProbability: chance }) => chance)),
  }
}

/** The same of the running day of a place. */
export function completeSunToday(
  stated: Pick<DailyPoint, 'sunrise' | 'sunset'>,
  at: Pick<Cell, 'lat' | 'lon'>,
  { now, clock: { timezone } }: Pick<PlaceWeather, 'now' | 'clock'>,
): Pick<DailyPoint, 'sunrise' | 'sunset'> {
  const { startMs, endMs } = getDayBounds(toCalendarDay(now, timezone), timezone)
  return completeSunTimes(stated, at, startMs, endMs)
}

/** Sunrise and sunset of a day; null in polar day and polar night. */
export function completeSunTimes(
  { sunrise, sunset }: Pick<DailyPoint, 'sunrise' | 'sunset'>,
  place: Pick<Cell, 'lat' | 'lon'>,
  startMs: number,
  endMs: number,
): Pick<DailyPoint, 'sunrise' | 'sunset'> {
  if (sunrise !== null && sunset !== null) return { sunrise, sunset }
  const found = computeSunDay(place, { startMs, endMs })
  return { sunrise: sunrise ?? found.rise, sunset: sunset ?? found.set }
}

function nearestHour(hours: ReadonlyMap<number, Complete<HourlyPoint>>, ms: number, within: number): Complete<HourlyPoint> | undefined {
  for (let away = 0; away <= within; away += 1) {
    const found = hours.get(ms + away * HOUR_MS) ?? hours.get(ms - away * HOUR_MS)
    if (found !== undefined) return found
  }
  return undefined
}

const known = (values: readonly (number | null)[]): readonly number[] => values.filter((value) => value !== null)
const highest = (values: readonly (number | null)[]): number | null => (known(values).length === 0 ? null : Math.max(...known(values)))
const lowest = (values: readonly (number | null)[]): number | null => (known(values).length === 0 ? null : Math.min(...known(values)))

/** The weather of the hour that brings the most; without precipitation, that of the middle of the day. */
function worstOf(hours: Hours): Condition | null {
  const wet = hours.toSorted((one, other) => (other.precipitation ?? 0) - (one.precipitation ?? 0))[0]
  if ((wet?.precipitation ?? 0) > 0) return wet?.condition ?? null
  return hours[Math.floor(hours.length / 2)]?.condition ?? null
}
