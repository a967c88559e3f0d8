import { degrees, pressure, speed } from '../../format/measures.ts'
import { percent, share, UNKNOWN } from '../../format/numbers.ts'
import { clock, dayOf, daysBetween, ofDay } from '../../format/times.ts'
import { ranges } from '../charts/ranges.ts'
import { packed } from '../packed.ts'
import type { Daily } from '../weather.server.ts'
import { fallText } from './fall.ts'
import { windText } from './now.ts'
import type { Fact, Teller } from './teller.ts'
import { uvText } from './uv.ts'

export interface DayView {
  readonly date: string
  readonly name: string
  readonly shortDate: string
  readonly icon: string | null
  readonly words: string
  /** Amount and probability, where known. */
  readonly rain: string
  readonly wind: string
  readonly min: string
  readonly max: string
  /** Start and length on the scale of all days, 0–100. */
  readonly range: readonly [start: number, length: number] | null
  /** The provider's sentence, in English, for readers of English. */
  readonly summary: string | null
  /** Packed: the values of `DaysView.facts`, in their order. */
  readonly facts: string
}

export interface DaysView {
  readonly list: readonly DayView[]
  /** The names of each day's additional facts. */
  readonly facts: readonly string[]
}

const DAYS = 8

type Point = Daily['points'][number]

/** The daily forecast. */
export function daysView(daily: Daily, teller: Teller): DaysView {
  const today = dayOf(new Date(teller.now).toISOString(), teller.zone)
  const points = daily.points.slice(0, DAYS)
  const bars = ranges(points.map(({ temperatureMin: min, temperatureMax: max }) => ({ min, max })))
  const list = points.map((point, index) => viewOf(point, bars[index] ?? null, today, daily.units, teller))
  return { list, facts: factsOf(points[0], daily.units, teller).map(([name]) => name) }
}

function viewOf(point: Point, range: DayView['range'], today: string, units: Daily['units'], teller: Teller): DayView {
  const { lang, locale } = teller
  return {
    date: point.date,
    name: dayName(point.date, today, teller),
    shortDate: ofDay(point.date, 'date', teller),
    icon: point.icon,
    words: point.description ?? UNKNOWN,
    rain: rainText(point, units, teller),
    wind: speed(point.windSpeed, units.windSpeed, locale),
    min: degrees(point.temperatureMin, locale),
    max: degrees(point.temperatureMax, locale),
    range,
    summary: lang === 'en' ? point.summary : null,
    facts: packed([factsOf(point, units, teller).map(([, value]) => value)]),
  }
}

function rainText(point: Point, units: Daily['units'], teller: Teller): string {
  const told = [fallText(point, units.precipitation, teller), share(point.precipitationProbability, teller.locale)]
  return told.filter((text) => text !== UNKNOWN).join(' · ') || UNKNOWN
}

function factsOf(point: Point | undefined, units: Daily['units'], teller: Teller): Fact[] {
  if (point === undefined) return []
  const { t, locale, zone } = teller
  const time = (instant: string | null) => (instant === null ? UNKNOWN : clock(instant, zone, teller))
  return [
    [t('city.morning'), degrees(point.temperatureMorning, locale)],
    [t('city.midday'), degrees(point.temperatureDay, locale)],
    [t('city.evening'), degrees(point.temperatureEvening, locale)],
    [t('city.night'), degrees(point.temperatureNight, locale)],
    [t('city.wind'), windText(point, units.windSpeed, teller)],
    [t('city.humidity'), percent(point.humidity, locale)],
    [t('city.pressure'), pressure(point.pressure, units.pressure, locale)],
    [t('city.uv'), uvText(point.uvIndex, teller)],
    [t('city.sunrise'), time(point.sunrise)],
    [t('city.sunset'), time(point.sunset)],
    [t('city.moonrise'), time(point.moonrise)],
    [t('city.moonset'), time(point.moonset)],
  ]
}

function dayName(date: string, today: string, teller: Teller): string {
  const ahead = daysBetween(today, date)
  if (ahead === 0) return teller.t('city.today')
  if (ahead === 1) return teller.t('city.tomorrow')
  return ofDay(date, 'weekday', teller)
}
