import { spokenIn } from '../../../domain/alert-text.ts'
import type { Alert } from '../../../domain/alert.ts'
import type { CurrentWeather, DailyPoint, HourlyPoint, MinutelyPoint } from '../../../domain/model.ts'
import { roundHalfAway } from '../../../domain/round.ts'
import type { Language } from '../../../messages/languages.ts'
import type { PlaceWeather } from '../place-weather/index.ts'
import { weatherOf } from './conditions.ts'
import { amountsIn, amountsOf, byStart, measurements, present, unix, unixOrNull } from './fields.ts'
import type { OneCall } from './schemas.ts'
import { hundredths, type Units, type Writer, writerOf } from './units.ts'

export const BLOCKS = ['current', 'minutely', 'hourly', 'daily', 'alerts'] as const
export type Block = (typeof BLOCKS)[number]

export interface OneCallOptions {
  readonly lat: number
  readonly lon: number
  readonly units: Units
  readonly lang: Language
  readonly blocks: ReadonlySet<Block>
}

type Of<K extends keyof OneCall> = NonNullable<OneCall[K]>

const HOURS = 48
const DAYS = 8
const MINUTES = 61
/** Where a source has no temperatures of parts of the day: the hours at which OpenWeather's recorded answers have theirs. */
const HOUR_OF_PART = { morn: 6, day: 12, eve: 18, night: 23 } as const
type Part = keyof typeof HOUR_OF_PART

/** `/data/3.0/onecall`: a block that is unknown is absent, as one without anything to say. */
export function oneCall({ lat, lon, units, lang, blocks }: OneCallOptions, place: PlaceWeather): OneCall {
  const { clock, scopes, alerts } = place
  const write = writerOf(units)
  const hours = byStart(scopes.hourly?.whole.points ?? [])
  const block = <S extends 'minutely' | 'hourly' | 'daily', P>(scope: S, points: readonly P[]): readonly P[] | undefined =>
    blocks.has(scope) && scopes[scope]?.data.available === true ? points : undefined
  const minutes = block('minutely', minutesOf(scopes.minutely?.data.points ?? []))
  const hourly = block('hourly', scopes.hourly?.data.points.slice(0, HOURS) ?? [])
  const daily = block('daily', scopes.daily?.data.points.slice(0, DAYS) ?? [])
  return {
    lat: roundHalfAway(lat, 4),
    lon: roundHalfAway(lon, 4),
    timezone: clock.timezone,
    timezone_offset: clock.utcOffsetSeconds,
    ...(blocks.has('current') && scopes.current !== undefined ? { current: currentOf(scopes.current.data, write, lang) } : {}),
    ...(minutes === undefined ? {} : { minutely: [...minutes] }),
    ...(hourly === undefined ? {} : { hourly: hourly.map((hour) => hourOf(hour, write, lang)) }),
    ...(daily === undefined ? {} : { daily: daily.map((day) => dayOf(day, hours, clock.timezone, write, lang)) }),
    ...(blocks.has('alerts') && alerts !== null && alerts.length > 0 ? { alerts: alerts.map((alert) => alertOf(alert, lang)) } : {}),
  }
}

function currentOf(current: CurrentWeather, write: Writer, lang: Language): Of<'current'> {
  return {
    dt: unix(current.observedAt),
    ...present({ sunrise: unixOrNull(current.sunrise), sunset: unixOrNull(current.sunset) }),
    temp: write.temperature(current.temperature),
    feels_like: write.temperature(current.feelsLike),
    ...measurements(current, write),
    weather: [...weatherOf(current, current.isDay, lang)],
    ...amountsIn(amountsOf(current), '1h'),
  }
}

function minutesOf(points: readonly MinutelyPoint[]): Of<'minutely'> {
  return points
    .slice(0, MINUTES)
    .flatMap(({ time, precipitation }) =>
      precipitation === null ? [] : [{ dt: unix(time), precipitation: roundHalfAway(precipitation, 4) }],
    )
}

function hourOf(hour: HourlyPoint, write: Writer, lang: Language): Of<'hourly'>[number] {
  return {
    dt: unix(hour.time),
    temp: write.temperature(hour.temperature),
    feels_like: write.temperature(hour.feelsLike),
    ...measurements(hour, write),
    weather: [...weatherOf(hour, hour.isDay, lang)],
    pop: hundredths(hour.precipitationProbability),
    ...amountsIn(amountsOf(hour), '1h'),
  }
}

function dayOf(day: DailyPoint, hours: ReturnType<typeof byStart>, timezone: string, write: Writer, lang: Language): Of<'daily'>[number] {
  const hourAt = (part: Part) => hours.get(localTime(day, HOUR_OF_PART[part], timezone))
  const temperature = (part: Part, own: number | null) => write.temperature(own ?? hourAt(part)?.temperature ?? null)
  const felt = (part: Part, own: number | null) => write.temperature(own ?? hourAt(part)?.feelsLike ?? null)
  // A moon without a phase is unknown; one that does not rise or set that day has a phase.
  const moonAt = (instant: string | null) => unixOrNull(instant) ?? (day.moonPhase === null ? null : 0)
  return {
    dt: localTime(day, 12, timezone) / 1_000,
    ...present({ sunrise: unixOrNull(day.sunrise), sunset: unixOrNull(day.sunset) }),
    ...present({
      moonrise: moonAt(day.moonrise),
      moonset: moonAt(day.moonset),
      moon_phase: hundredths(day.moonPhase),
      summary: day.summary,
    }),
    temp: {
      day: temperature('day', day.temperatureDay),
      min: write.temperature(day.temperatureMin),
      max: write.temperature(day.temperatureMax),
      night: temperature('night', day.temperatureNight),
      eve: temperature('eve', day.temperatureEvening),
      morn: temperature('morn', day.temperatureMorning),
    },
    feels_like: {
      day: felt('day', day.feelsLikeDay),
      night: felt('night', day.feelsLikeNight),
      eve: felt('eve', day.feelsLikeEvening),
      morn: felt('morn', day.feelsLikeMorning),
    },
    ...measurements(day, write),
    weather: [...weatherOf(day, true, lang)],
    pop: hundredths(day.precipitationProbability),
    ...present(amountsOf(day)),
  }
}

/** Epoch milliseconds of an hour of the place's day. */
function localTime({ date }: DailyPoint, hour: number, timezone: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: timezone, plainTime: { hour } }).epochMilliseconds
}

/** In the reader's language where the issuer has it. */
function alertOf(alert: Alert, lang: Language): Of<'alerts'>[number] {
  const { event, description } = spokenIn(alert, lang)
  return {
    sender_name: alert.senderName ?? '',
    event,
    start: unix(alert.start),
    ...present({ end: unixOrNull(alert.end ?? alert.expires ?? null) }),
    description,
    tags: [...alert.tags],
  }
}
