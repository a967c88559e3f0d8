import { amount, degrees, percent, pressure, share, speed, UNKNOWN } from '../../format/numbers.ts'
import { clock, daysBetween, ofDay } from '../../format/times.ts'
import { ranges } from '../charts/curve.ts'
import { scaleGradient } from '../charts/temperature-scale.ts'
import type { Daily } from '../weather.ts'
import { MIN_CHANCE } from './hours.ts'
import { fallText, uvText, windText } from './now.ts'
import { type Fact, type Teller, todayOf } from './teller.ts'

export type DayView = ReturnType<typeof viewOf>
export type DaysView = ReturnType<typeof daysView>

const DAYS = 8

type Point = Daily['points'][number]
/** A day of a forecast, also of an archived one. */
export type DayWeather = Omit<Point, 'time'>
/** On the scale of all days, 0–100. */
type Bar = readonly [start: number, length: number]

/** The daily forecast. `path`: of the place's page, to which the days' own pages belong. */
export function daysView(daily: Daily, teller: Teller, path = '') {
  const today = todayOf(teller)
  const points = daily.points.slice(0, DAYS)
  const bars = ranges(points.map(({ temperatureMin: min, temperatureMax: max }) => ({ min, max })))
  const list = points.map((point, index) => viewOf(point, bars[index] ?? null, today, daily.units, teller, path))
  const known = points.flatMap(({ temperatureMin: min, temperatureMax: max }) => [min, max].filter((value) => value !== null))
  const [low, high] = [Math.min(...known), Math.max(...known)]
  // If all are the same value, its bar is in the middle.
  const positionOf = (temperature: number) => (high === low ? 50 + temperature - low : (100 * (temperature - low)) / (high - low))
  return {
    list,
    /** The names of each day's additional facts. */
    facts: factsOf(points[0], daily.units, teller).map(([name]) => name),
    /** The colours of the bars; null without temperatures. */
    colours: known.length === 0 ? null : scaleGradient(low, high, daily.units.temperature, positionOf),
  }
}

function viewOf(point: Point, range: Bar | null, today: string, units: Daily['units'], teller: Teller, path: string) {
  const { t, lang, locale } = teller
  return {
    date: point.date,
    name: dayName(point.date, today, teller),
    shortDate: ofDay(point.date, 'date', teller),
    icon: point.icon,
    words: point.description ?? UNKNOWN,
    rain: rainText(point, units, teller),
    fall: fallShort(point, units, teller),
    wind: speed(point.windSpeed, units.windSpeed, locale),
    min: degrees(point.temperatureMin, locale),
    max: degrees(point.temperatureMax, locale),
    range,
    // The provider's sentence is in English.
    summary: lang === 'en' ? point.summary : null,
    /** The values of all days' `facts`, in their order. */
    facts: factsOf(point, units, teller).map(([, value]) => value),
    href: `${path}/${point.date}`,
    open: t('day.open', { date: ofDay(point.date, 'day', teller) }),
  }
}

function rainText(point: Point, units: Daily['units'], teller: Teller): string {
  const parts = [fallText(point, units.precipitation, teller), share(point.precipitationProbability, teller.locale)]
  return parts.filter((text) => text !== UNKNOWN).join(' · ') || UNKNOWN
}

/** The amount and the chance, as far as there is something to say; empty on a dry day. For rows without room for words. */
function fallShort({ precipitation, precipitationProbability: chance }: Point, units: Daily['units'], { locale }: Teller): string[] {
  return [
    ...((precipitation ?? 0) > 0 ? [amount(precipitation, units.precipitation, locale)] : []),
    ...((chance ?? 0) >= MIN_CHANCE ? [share(chance, locale)] : []),
  ]
}

function factsOf(point: Point | undefined, units: Daily['units'], teller: Teller): Fact[] {
  if (point === undefined) return []
  const { t, zone } = teller
  const time = (instant: string | null) => (instant === null ? UNKNOWN : clock(instant, zone, teller))
  return [
    ...temperatureFacts(point, teller),
    ...weatherFacts(point, units, teller),
    [t('city.sunrise'), time(point.sunrise)],
    [t('city.sunset'), time(point.sunset)],
    [t('city.moonrise'), time(point.moonrise)],
    [t('city.moonset'), time(point.moonset)],
  ]
}

/** A day's temperatures by the time of day. */
export function temperatureFacts(point: DayWeather, { t, locale }: Teller): Fact[] {
  return [
    [t('city.morning'), degrees(point.temperatureMorning, locale)],
    [t('city.midday'), degrees(point.temperatureDay, locale)],
    [t('city.evening'), degrees(point.temperatureEvening, locale)],
    [t('city.night'), degrees(point.temperatureNight, locale)],
  ]
}

/** What is forecast of a day as a whole. */
export function weatherFacts(point: DayWeather, units: Daily['units'], teller: Teller): Fact[] {
  const { t, locale } = teller
  return [
    [t('city.wind'), windText(point, units.windSpeed, teller)],
    [t('city.humidity'), percent(point.humidity, locale)],
    [t('city.pressure'), pressure(point.pressure, units.pressure, locale)],
    [t('city.uv'), uvText(point.uvIndex, teller)],
  ]
}

export function dayName(date: string, today: string, teller: Teller): string {
  const ahead = daysBetween(today, date)
  if (ahead === 0) return teller.t('city.today')
  if (ahead === 1) return teller.t('city.tomorrow')
  return ofDay(date, 'weekday', teller)
}
