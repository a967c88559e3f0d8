import type { Point } from './distance.ts'
import { computeFeltTemperature } from './felt-temperature.ts'
import { computeDewPoint, computeHumidity } from './humidity.ts'
import { parseInstant } from './instant.ts'
import { getDayBounds, toCalendarDay } from './local-time.ts'
import type { CurrentWeather, DailyPoint, HourlyPoint, Measurements, ScopeData } from './model.ts'
import { computeMoonPhase } from './moon.ts'
import { computeMoonDay, computeSunDay } from './rising.ts'
import { roundHalfAway } from './round.ts'
import { isSunUp } from './sun.ts'
import { DAY_MS, HOUR_MS } from './time.ts'

type Scopes = { readonly [S in 'current' | 'hourly' | 'daily' | 'extended']?: ScopeData[S] }
type Computed = { readonly [S in keyof Scopes]?: readonly string[] }
/** Called with the name of each field that was computed. */
type Note = (field: string) => void

/** The hours whose temperatures stand for parts of a day. */
const PARTS = [
  ['temperatureMorning', 'feelsLikeMorning', 6],
  ['temperatureDay', 'feelsLikeDay', 12],
  ['temperatureEvening', 'feelsLikeEvening', 18],
  ['temperatureNight', 'feelsLikeNight', 23],
] as const
/** How far another hour may be, where that one is not known. */
const MAX_HOURS_APART = 3

/**
 * What a source has not sent and can be computed from what it has sent, from the place and from the time: humidity and dew point from each other
 * (`humidity.ts`), the felt temperature (`felt-temperature.ts`), an amount as the sum of its parts, day and night, sun and moon (`rising.ts`,
 * `moon.ts`), and the temperatures of parts of a day, with what they feel like, from its hours. Nothing that was sent is changed, but for times of a
 * sun that does not rise or set. With the names of the computed fields of each scope.
 */
export function completeScopes<S extends Scopes>(
  scopes: S,
  place: Point,
  timezone: string,
): { readonly scopes: S; readonly computed: Computed } {
  const computed: Record<string, readonly string[]> = {}
  function complete<T>(scope: keyof Scopes, make: (note: Note) => T): { readonly [name: string]: T } {
    const names = new Set<string>()
    const made = make((field) => names.add(field))
    computed[scope] = [...names].toSorted()
    return { [scope]: made }
  }
  const { current, hourly, daily, extended } = scopes
  const completeAll = (hours: readonly HourlyPoint[], note: Note) => hours.map((hour) => completeHour(hour, place, note))
  const ofHours: Pick<Scopes, 'hourly' | 'extended'> = {
    ...(hourly && complete('hourly', (note) => ({ ...hourly, points: completeAll(hourly.points, note) }))),
    ...(extended && complete('extended', (note) => ({ ...extended, hours: completeAll(extended.hours, note) }))),
  }
  const byDay = Map.groupBy([...(ofHours.extended?.hours ?? []), ...(ofHours.hourly?.points ?? [])], ({ time }) =>
    toCalendarDay(parseInstant(time), timezone),
  )
  return {
    scopes: {
      ...scopes,
      ...ofHours,
      ...(current && complete('current', (note) => completeCurrent(current, place, timezone, note))),
      ...(daily &&
        complete('daily', (note) => ({
          ...daily,
          points: daily.points.map((day) => completeDay(day, byDay.get(day.date) ?? [], place, timezone, note)),
        }))),
    },
    computed,
  }
}

function completeCurrent(current: CurrentWeather, place: Point, timezone: string, note: Note): CurrentWeather {
  const timeMs = parseInstant(current.observedAt)
  const point = completePoint(current, place, timeMs, note)
  return { ...point, ...completeSun(point, place, toCalendarDay(timeMs, timezone), timezone, note) }
}

function completeHour(hour: HourlyPoint, place: Point, note: Note): HourlyPoint {
  return completePoint(hour, place, parseInstant(hour.time), note)
}

function completePoint<P extends CurrentWeather | HourlyPoint>(point: P, place: Point, timeMs: number, note: Note): P {
  const fill = filler(note)
  const { temperature } = point
  const humidity = fill('humidity', point.humidity, () => computeHumidity(temperature, point.dewPoint))
  return {
    ...point,
    humidity,
    dewPoint: fill('dewPoint', point.dewPoint, () => computeDewPoint(temperature, humidity)),
    feelsLike: fill('feelsLike', point.feelsLike, () => computeFeltTemperature(temperature, humidity, point.windSpeed)),
    precipitation: fill('precipitation', point.precipitation, () => sumOfParts(point)),
    isDay: fill('isDay', point.isDay, () => isSunUp(place, timeMs)),
  }
}

function completeDay(day: DailyPoint, hours: readonly HourlyPoint[], place: Point, timezone: string, note: Note): DailyPoint {
  const fill = filler(note)
  const bounds = getDayBounds(day.date, timezone)
  const moon = day.moonrise === null || day.moonset === null ? computeMoonDay(place, bounds) : null
  // A source that sends one of the two says by the other that there is none.
  const isMoonSent = day.moonrise !== null || day.moonset !== null
  const parts = PARTS.flatMap(([temperature, feelsLike, hour]) => {
    const nearest = (field: 'temperature' | 'feelsLike') => () => valueAt(hours, field, bounds.startMs + hour * HOUR_MS)
    return [
      [temperature, fill(temperature, day[temperature], nearest('temperature'))],
      // Of the source's own temperature, its own hours say what it feels like only where it sent none.
      [feelsLike, day[temperature] === null ? fill(feelsLike, day[feelsLike], nearest('feelsLike')) : day[feelsLike]],
    ]
  })
  return {
    ...day,
    ...(Object.fromEntries(parts) as Pick<DailyPoint, (typeof PARTS)[number][0 | 1]>),
    precipitation: fill('precipitation', day.precipitation, () => sumOfParts(day)),
    ...completeSun(day, place, day.date, timezone, note),
    moonrise: isMoonSent ? day.moonrise : fill('moonrise', null, () => moon?.rise ?? null),
    moonset: isMoonSent ? day.moonset : fill('moonset', null, () => moon?.set ?? null),
    moonPhase: fill('moonPhase', day.moonPhase, () => computeMoonPhase(bounds.startMs + DAY_MS / 2)),
  }
}

type SunTimes = Pick<DailyPoint, 'sunrise' | 'sunset' | 'sun'>

/** The sun's state on a day, with its times: none where it does not rise or set, those of the source where it does and they were sent. */
function completeSun({ sunrise, sunset }: Omit<SunTimes, 'sun'>, place: Point, date: string, timezone: string, note: Note): SunTimes {
  const { rise, set, sun } = computeSunDay(place, getDayBounds(date, timezone))
  if (sun !== 'rises') return { sunrise: null, sunset: null, sun }
  const fill = filler(note)
  // Next to polar day, one of the two may fall on no day: what the source has sent, it knows better.
  const isSent = sunrise !== null && sunset !== null
  return {
    sunrise: isSent ? sunrise : fill('sunrise', sunrise, () => rise),
    sunset: isSent ? sunset : fill('sunset', sunset, () => set),
    sun,
  }
}

function filler(note: Note) {
  return <T>(field: string, sent: T | null, compute: () => T | null): T | null => {
    if (sent !== null) return sent
    const value = compute()
    if (value !== null) note(field)
    return value
  }
}

function sumOfParts({ rain, snow }: Pick<Measurements, 'rain' | 'snow'>): number | null {
  return rain === null || snow === null ? null : roundHalfAway(rain + snow, 4)
}

/** A temperature of the nearest hour of a day, at most some hours away; null without one. */
function valueAt(hours: readonly HourlyPoint[], field: 'temperature' | 'feelsLike', timeMs: number): number | null {
  const apart = ({ time }: HourlyPoint) => Math.abs(parseInstant(time) - timeMs)
  const known = hours.filter((hour) => hour[field] !== null && apart(hour) <= MAX_HOURS_APART * HOUR_MS)
  return known.toSorted((a, b) => apart(a) - apart(b))[0]?.[field] ?? null
}
