import {
  type Cell,
  type Condition,
  type HourlyPoint,
  type Measurements,
  computeDewPoint,
  computeHumidity,
  deduceCondition,
  estimateUvIndex,
  isSunUp,
} from '@isobar/weather'
import { HOUR_MS } from '../../../time.ts'

/** What holds at a moment: current weather or an hour. */
export interface WeatherState extends Measurements {
  readonly temperature: number | null
  readonly feelsLike: number | null
  readonly isDay: boolean | null
}

/** Without what no answer of OpenWeather's lacks being unknown. */
export type Complete<M extends WeatherState> = M & {
  readonly temperature: number
  readonly feelsLike: number
  readonly condition: Condition
  readonly isDay: boolean
}

/** What is computed from, besides the moment itself. */
export interface PointContext {
  readonly place: Pick<Cell, 'lat' | 'lon'>
  /** Of the moment, epoch milliseconds. */
  readonly timeMs: number
  /** The value of a field by the hours around it; null if none of them has it. */
  readonly around: (field: keyof WeatherState) => number | null
}

/** Beyond this, the hours around a moment say nothing of it. */
const NEAR_MS = 3 * HOUR_MS

/**
 * What takes the place of an unknown value, in this order. A field that stays unknown is left out of an answer: a client reads null as 0.
 */
const RULES: readonly {
  readonly field:
    | 'temperature'
    | 'dewPoint'
    | 'humidity'
    | 'pressure'
    | 'cloudCover'
    | 'windSpeed'
    | 'windDirection'
    | 'uvIndex'
    | 'feelsLike'
  readonly value: (state: WeatherState, context: PointContext) => number | null
}[] = [
  { field: 'temperature', value: (_, { around }) => around('temperature') },
  { field: 'dewPoint', value: ({ temperature, humidity }) => computeDewPoint(temperature, humidity) },
  { field: 'humidity', value: ({ temperature, dewPoint }) => computeHumidity(temperature, dewPoint) },
  { field: 'humidity', value: (_, { around }) => around('humidity') },
  { field: 'dewPoint', value: ({ temperature, humidity }) => computeDewPoint(temperature, humidity) },
  { field: 'pressure', value: (_, { around }) => around('pressure') },
  { field: 'cloudCover', value: ({ condition }) => (condition === null ? null : (CLOUDS[condition] ?? null)) },
  { field: 'cloudCover', value: (_, { around }) => around('cloudCover') },
  { field: 'windSpeed', value: (_, { around }) => around('windSpeed') },
  // Calm has no direction; OpenWeather writes 0, as stations do.
  { field: 'windDirection', value: ({ windSpeed }) => (windSpeed === 0 ? 0 : null) },
  { field: 'windDirection', value: (_, { around }) => around('windDirection') },
  {
    field: 'uvIndex',
    value: ({ cloudCover }, { place, timeMs }) => (cloudCover === null ? null : estimateUvIndex(place, timeMs, cloudCover)),
  },
  { field: 'feelsLike', value: ({ temperature }) => temperature },
]

/** The middle of OpenWeather's classes of cloud cover in percent; other conditions say nothing of it. */
const CLOUDS: Partial<Record<Condition, number>> = { clear: 0, mostly_clear: 18, partly_cloudy: 38, mostly_cloudy: 68, overcast: 93 }

/** The moment with what can be computed; null if nobody knows its temperature or its weather. */
export function completeState<M extends WeatherState>(state: M, context: PointContext): Complete<M> | null {
  const known: { -readonly [K in keyof M]: M[K] } = { ...state }
  for (const { field, value } of RULES) {
    if (known[field] === null) Object.assign(known, { [field]: value(known, context) })
  }
  const condition = known.condition ?? deduceCondition(known, known.temperature)
  // The code of a source that has no condition of ours for it is none of OpenWeather's.
  const providerCode = known.condition === null ? null : known.providerCode
  const isDay = known.isDay ?? isSunUp(context.place, context.timeMs)
  return known.temperature === null || condition === null ? null : ({ ...known, condition, providerCode, isDay } as Complete<M>)
}

/** The context of any moment of a place, by its hours. */
export function createContexts(place: PointContext['place'], hours: ReadonlyMap<number, HourlyPoint>): (timeMs: number) => PointContext {
  function nearest(field: keyof WeatherState, timeMs: number, stepMs: number) {
    const first = (stepMs > 0 ? Math.ceil : Math.floor)(timeMs / HOUR_MS) * HOUR_MS
    for (let ms = first; Math.abs(ms - timeMs) <= NEAR_MS; ms += stepMs) {
      const value = hours.get(ms)?.[field]
      if (typeof value === 'number') return { ms, value }
    }
    return null
  }
  return (timeMs) => ({
    place,
    timeMs,
    around(field) {
      const [before, after] = [nearest(field, timeMs, -HOUR_MS), nearest(field, timeMs, HOUR_MS)]
      if (before === null || after === null) return (before ?? after)?.value ?? null
      const part = after.ms === before.ms ? 0 : (timeMs - before.ms) / (after.ms - before.ms)
      // Between 350° and 10° is 0°, not 180°.
      if (field === 'windDirection') return (part < 0.5 ? before : after).value
      return before.value + part * (after.value - before.value)
    },
  })
}
