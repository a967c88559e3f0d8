import { HOUR_MS } from '../time.ts'
import { parseInstant } from './instant.ts'
import { calendarDayAt } from './local-time.ts'
import type { CurrentWeather, DailyPoint, HourlyPoint, MinutelyPoint } from './model.ts'

/** What contradicts what. The rules with their tolerances are in docs/operations.md ("What is refused"). */
export type Contradiction = 'duplicate' | 'low_above_high' | 'gust' | 'dew_point' | 'feels_like' | 'sun' | 'day_sum' | 'day_range'

/** Called with each contradiction. */
export type OnContradiction = (kind: Contradiction) => void

type Values = Partial<Omit<CurrentWeather, 'kind'> & HourlyPoint & DailyPoint>
type Point = CurrentWeather | HourlyPoint | DailyPoint | MinutelyPoint

// Recorded answers of twelve providers stay within these tolerances: values of a point have different times and models (a gust is the highest
// of an hour, the wind that of an instant), and sources aggregate days from finer data than they send.
/** Recorded: down to 0.38 of the wind, and to 2.4 m/s below it at 0.78. */
const [MIN_GUST_RATIO, GUST_BELOW_MPS] = [0.5, 2]
/** Recorded: up to 2.3 °C, in snow. */
const DEW_POINT_ABOVE_C = 3
/** Recorded: from −11.5 to +8.4 °C. Wind chill and apparent temperature fall with the wind, by less than 1 °C for each m/s. */
const [FEELS_ABOVE_C, FEELS_BELOW_C, UNKNOWN_WIND_MPS] = [30, 20, 20]
/** Recorded: a day of 4.3 mm with hours of 10.8 mm. */
const [MAX_SUM_RATIO, AMOUNT_MM] = [3, 5]
/** Recorded: up to 1.1 °C. */
const RANGE_C = 3
/** Next to polar day, the sun sets after midnight and rises soon after, on the same date. */
const SHORT_NIGHT_MS = 4 * HOUR_MS
/** Hours with an amount from which a day's are complete; days of a clock change have 23. */
const WHOLE_DAY = 23

/** A rule within a point, and the fields that become unknown: of two values, the one that a reader can do without, else both. */
interface Rule {
  readonly kind: Contradiction
  readonly fields: readonly (keyof Values)[]
  readonly isBroken: (values: Values) => boolean
}

const RULES: readonly Rule[] = [
  {
    kind: 'low_above_high',
    fields: ['temperatureMin', 'temperatureMax'],
    isBroken: ({ temperatureMin: low, temperatureMax: high }) => isAbove(low, high, 0),
  },
  {
    kind: 'low_above_high',
    fields: ['feelsLikeMin', 'feelsLikeMax'],
    isBroken: ({ feelsLikeMin: low, feelsLikeMax: high }) => isAbove(low, high, 0),
  },
  {
    kind: 'gust',
    fields: ['windGust'],
    isBroken: ({ windGust: gust, windSpeed: wind }) => isKnown(gust) && isAbove(wind, gust, GUST_BELOW_MPS) && gust < MIN_GUST_RATIO * wind,
  },
  {
    kind: 'dew_point',
    fields: ['dewPoint'],
    isBroken: ({ dewPoint, temperature, temperatureMax }) => isAbove(dewPoint, temperature ?? temperatureMax, DEW_POINT_ABOVE_C),
  },
  {
    kind: 'feels_like',
    fields: ['feelsLike'],
    isBroken: ({ feelsLike, temperature, windSpeed }) =>
      isAbove(feelsLike, temperature, FEELS_ABOVE_C) || isAbove(temperature, feelsLike, FEELS_BELOW_C + (windSpeed ?? UNKNOWN_WIND_MPS)),
  },
  {
    kind: 'sun',
    // Without both, high latitudes would read as polar day or night.
    fields: ['sunset'],
    isBroken: ({ sunrise, sunset }) => !!sunrise && !!sunset && parseInstant(sunrise) - parseInstant(sunset) >= SHORT_NIGHT_MS,
  },
]

/** A point without the values that contradict others of it; the same object if there are none. */
export function consistentPoint<P extends Point>(point: P, count: OnContradiction): P {
  const unknown: { -readonly [Field in keyof Values]: null } = {}
  for (const { kind, fields, isBroken } of RULES) {
    if (!isBroken(point as Values)) continue
    count(kind)
    for (const field of fields) unknown[field] = null
  }
  return Object.keys(unknown).length === 0 ? point : { ...point, ...unknown }
}

/** Points of a series without later ones for the same moment; the same list if there are none. `keyOf`: the time, or the date of a day. */
export function distinctPoints<P>(points: readonly P[], keyOf: (point: P) => string, count: OnContradiction): readonly P[] {
  const known = new Set<string>()
  const distinct = points.filter((point) => {
    const key = keyOf(point)
    if (known.has(key)) count('duplicate')
    return !known.has(key) && known.add(key)
  })
  return distinct.length === points.length ? points : distinct
}

/**
 * Days without a sum, a high or a low that the hours of the same answer refute; the same list if there are none. The hours prevail: people
 * act on them, and a day's values are derived from them.
 */
export function daysLikeHours(
  days: readonly DailyPoint[],
  hours: readonly HourlyPoint[],
  timezone: string,
  count: OnContradiction,
): readonly DailyPoint[] {
  const byDay = Map.groupBy(hours, ({ time }) => calendarDayAt(parseInstant(time), timezone))
  const checked = days.map((day) => {
    const within = byDay.get(day.date)
    return within === undefined ? day : dayLikeHours(day, within, count)
  })
  return checked.every((day, index) => day === days[index]) ? days : checked
}

function dayLikeHours(day: DailyPoint, hours: readonly HourlyPoint[], count: OnContradiction): DailyPoint {
  const amounts = hours.map(({ precipitation }) => precipitation).filter(isKnown)
  const sum = amounts.reduce((total, amount) => total + amount, 0)
  const isRefuted =
    isKnown(day.precipitation) &&
    (sum > MAX_SUM_RATIO * day.precipitation + AMOUNT_MM ||
      (amounts.length >= WHOLE_DAY && day.precipitation > MAX_SUM_RATIO * sum + AMOUNT_MM))
  const temperatures = hours.map(({ temperature }) => temperature).filter(isKnown)
  const isHighRefuted = isAbove(Math.max(...temperatures), day.temperatureMax, RANGE_C)
  const isLowRefuted = isAbove(day.temperatureMin, Math.min(...temperatures), RANGE_C)
  if (isRefuted) count('day_sum')
  if (isHighRefuted) count('day_range')
  if (isLowRefuted) count('day_range')
  if (!isRefuted && !isHighRefuted && !isLowRefuted) return day
  return {
    ...day,
    ...(isRefuted ? { precipitation: null, rain: null, snow: null } : {}),
    ...(isHighRefuted ? { temperatureMax: null } : {}),
    ...(isLowRefuted ? { temperatureMin: null } : {}),
  }
}

function isKnown(value: number | null | undefined): value is number {
  return typeof value === 'number'
}

/** Whether the first is above the second by more than a tolerance; false if one of them is unknown. */
function isAbove(a: number | null | undefined, b: number | null | undefined, by: number): a is number {
  return isKnown(a) && isKnown(b) && a > b + by
}
