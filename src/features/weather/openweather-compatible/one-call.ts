import { type Alert, type CurrentWeather, type HourlyPoint, type MinutelyPoint, localiseAlert, roundHalfAway } from '@isobar/weather'
import type { Language } from '../../../messages/languages.ts'
import { HOUR_MS } from '../../../time.ts'
import type { PlaceWeather } from '../place-weather/index.ts'
import { type CompleteDay, completeSunToday } from './complete-day.ts'
import type { Complete } from './complete-instant.ts'
import { completeWeather, type Coordinates } from './complete-weather.ts'
import { buildWeatherEntries } from './conditions.ts'
import { buildAmountFields, splitRainAndSnow, buildMeasurementFields, omitUnknown, toUnixTime, toUnixTimeOrNull } from './fields.ts'
import type { OneCall } from './schemas.ts'
import { roundToHundredths, type Units, type Writer, getOpenWeatherWriter } from './units.ts'

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
/** `/data/3.0/onecall`: a block that is unknown is absent, as one without anything to say. */
export function buildOneCall({ lat, lon, units, lang, blocks }: OneCallOptions, place: PlaceWeather): OneCall {
  const { clock, scopes, alerts, now } = place
  const write = getOpenWeatherWriter(units)
  const { current, hours, days } = completeWeather({ lat, lon }, place)
  const block = <P>(scope: 'minutely' | 'hourly' | 'daily', points: readonly P[]): readonly P[] | undefined =>
    blocks.has(scope) && scopes[scope]?.data.available === true && points.length > 0 ? points : undefined
  const minutes = block('minutely', minutesOf(scopes.minutely?.data.points ?? []))
  const coming = [...hours].flatMap(([ms, hour]) => (ms + HOUR_MS > now ? [hour] : []))
  const hourly = block('hourly', coming.slice(0, HOURS))
  const daily = block('daily', days.slice(0, DAYS))
  return {
    lat: roundHalfAway(lat, 4),
    lon: roundHalfAway(lon, 4),
    timezone: clock.timezone,
    timezone_offset: clock.utcOffsetSeconds,
    ...(blocks.has('current') && current !== null ? { current: currentOf(current, { lat, lon }, place, write, lang) } : {}),
    ...(minutes === undefined ? {} : { minutely: [...minutes] }),
    ...(hourly === undefined ? {} : { hourly: hourly.map((hour) => hourOf(hour, write, lang)) }),
    ...(daily === undefined ? {} : { daily: daily.map((day) => dayOf(day, write, lang)) }),
    ...(blocks.has('alerts') && alerts !== null && alerts.length > 0 ? { alerts: alerts.map((alert) => alertOf(alert, lang)) } : {}),
  }
}

function currentOf(current: Complete<CurrentWeather>, at: Coordinates, place: PlaceWeather, write: Writer, lang: Language): Of<'current'> {
  const { sunrise, sunset } = completeSunToday(current, at, place)
  return {
    dt: toUnixTime(current.observedAt),
    ...omitUnknown({ sunrise: toUnixTimeOrNull(sunrise), sunset: toUnixTimeOrNull(sunset) }),
    temp: write.known(current.temperature),
    feels_like: write.known(current.feelsLike),
    ...buildMeasurementFields(current, write),
    weather: [...buildWeatherEntries(current, current.isDay, lang)],
    ...buildAmountFields(splitRainAndSnow(current), '1h'),
  }
}

function minutesOf(points: readonly MinutelyPoint[]): Of<'minutely'> {
  return points
    .slice(0, MINUTES)
    .flatMap(({ time, precipitation }) =>
      precipitation === null ? [] : [{ dt: toUnixTime(time), precipitation: roundHalfAway(precipitation, 4) }],
    )
}

function hourOf(hour: Complete<HourlyPoint>, write: Writer, lang: Language): Of<'hourly'>[number] {
  return {
    dt: toUnixTime(hour.time),
    temp: write.known(hour.temperature),
    feels_like: write.known(hour.feelsLike),
    ...buildMeasurementFields(hour, write),
    weather: [...buildWeatherEntries(hour, hour.isDay, lang)],
    ...omitUnknown({ pop: roundToHundredths(hour.precipitationProbability) }),
    ...buildAmountFields(splitRainAndSnow(hour), '1h'),
  }
}

function dayOf(day: CompleteDay, write: Writer, lang: Language): Of<'daily'>[number] {
  // A moon without a phase is unknown; one that does not rise or set that day has a phase.
  const moonAt = (instant: string | null) => toUnixTimeOrNull(instant) ?? (day.moonPhase === null ? null : 0)
  const { temp, feels_like } = buildPartTemperatures(day, write)
  return {
    dt: day.noonMs / 1_000,
    ...omitUnknown({ sunrise: toUnixTimeOrNull(day.sunrise), sunset: toUnixTimeOrNull(day.sunset) }),
    ...omitUnknown({
      moonrise: moonAt(day.moonrise),
      moonset: moonAt(day.moonset),
      moon_phase: roundToHundredths(day.moonPhase),
      summary: day.summary,
    }),
    temp,
    feels_like,
    ...buildMeasurementFields(day, write),
    weather: [...buildWeatherEntries(day, true, lang)],
    ...omitUnknown({ pop: roundToHundredths(day.precipitationProbability) }),
    ...omitUnknown(splitRainAndSnow(day)),
  }
}

/** The temperatures of a day's parts, in OpenWeather's order. */
export function buildPartTemperatures({ parts, temperatureMin, temperatureMax }: CompleteDay, write: Writer) {
  const { day, night, eve, morn } = parts
  return {
    temp: {
      day: write.known(day.temperature),
      min: write.known(temperatureMin),
      max: write.known(temperatureMax),
      night: write.known(night.temperature),
      eve: write.known(eve.temperature),
      morn: write.known(morn.temperature),
    },
    feels_like: {
      day: write.known(day.feelsLike),
      night: write.known(night.feelsLike),
      eve: write.known(eve.feelsLike),
      morn: write.known(morn.feelsLike),
    },
  }
}

/** In the reader's language where the issuer has it. */
function alertOf(alert: Alert, lang: Language): Of<'alerts'>[number] {
  const { event, description } = localiseAlert(alert, lang)
  return {
    sender_name: alert.senderName ?? '',
    event,
    start: toUnixTime(alert.start),
    ...omitUnknown({ end: toUnixTimeOrNull(alert.end ?? alert.expires ?? null) }),
    description,
    tags: [...alert.tags],
  }
}
