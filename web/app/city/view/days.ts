import { HOUR_MS } from '../../../../src/time.ts'
import { formatAmount, formatDegrees, formatPercent, formatPressure, formatShare, formatSpeed, UNKNOWN } from '../../format/numbers.ts'
import { formatClock, toLocalDate, countDaysBetween, formatCalendarDay } from '../../format/times.ts'
import { scaleRanges } from '../charts/curve.ts'
import { buildScaleGradient } from '../charts/temperature-scale.ts'
import type { Daily, Hourly } from '../weather.ts'
import { MIN_CHANCE } from './hours.ts'
import { formatFall, formatUvIndex, formatWind } from './now.ts'
import { formatMoonTime } from './sky.ts'
import { type Fact, type Teller, computePlaceToday } from './teller.ts'

export type DayView = ReturnType<typeof viewOf>
export type DaysView = ReturnType<typeof buildDaysView>

const DAYS = 8

type Point = Daily['points'][number]
/** A day of a forecast, also of an archived one, which has what was sent only. */
export type DayWeather = Omit<Point, 'time' | 'sun'> & Partial<Pick<Point, 'sun'>>
/** On the scale of all days, 0–100. */
type Bar = readonly [start: number, length: number]

/** The daily forecast. `hourly`: what is left of a today whose range is unknown. `path`: of the place's page, to which the days' own pages belong. */
export function buildDaysView(daily: Daily, hourly: Hourly | null, teller: Teller, path = '') {
  const today = computePlaceToday(teller)
  const rest = restOfToday(daily, hourly, today, teller)
  const points = daily.points.slice(0, DAYS).map((point) => (point.date === rest?.date ? rest : point))
  const bars = scaleRanges(points.map(({ temperatureMin: min, temperatureMax: max }) => ({ min, max })))
  const list = points.map((point, index) => {
    const view = viewOf(point, bars[index] ?? null, today, daily.units, teller, path)
    return point === rest ? { ...view, name: teller.t('city.restOfToday') } : view
  })
  const known = points.flatMap(({ temperatureMin: min, temperatureMax: max }) => [min, max].filter((value) => value !== null))
  const [low, high] = [Math.min(...known), Math.max(...known)]
  // If all are the same value, its bar is in the middle.
  const positionOf = (temperature: number) => (high === low ? 50 + temperature - low : (100 * (temperature - low)) / (high - low))
  return {
    list,
    /** The names of each day's additional facts. */
    facts: factsOf(points[0], daily.units, teller).map(([name]) => name),
    /** The colours of the bars; null without temperatures. */
    colours: known.length === 0 ? null : buildScaleGradient(low, high, daily.units.temperature, positionOf),
  }
}

/** Today of a source that knows only the hours that are left, with their range; null where the day's own is known, or the hours are another source's. */
function restOfToday(daily: Daily, hourly: Hourly | null, date: string, teller: Teller): Point | null {
  const today = daily.points.find((point) => point.date === date)
  if (today === undefined || today.temperatureMin !== null || today.temperatureMax !== null || hourly?.source !== daily.source) return null
  const known = listHoursLeftToday(hourly, teller).flatMap(({ temperature }) => temperature ?? [])
  if (known.length === 0) return null
  return { ...today, temperatureMin: Math.min(...known), temperatureMax: Math.max(...known) }
}

/** The hours of today that have not ended. */
export function listHoursLeftToday(hourly: Hourly | null, teller: Teller): Hourly['points'] {
  const today = computePlaceToday(teller)
  return (hourly?.points ?? []).filter(({ time }) => toLocalDate(time, teller.zone) === today && Date.parse(time) + HOUR_MS > teller.now)
}

/** `2° to 5°`: the lowest to the highest temperature; empty if none is known. */
export function formatTemperatureRange(points: readonly Pick<Hourly['points'][number], 'temperature'>[], { t, locale }: Teller): string {
  const known = points.flatMap(({ temperature }) => temperature ?? [])
  if (known.length === 0) return ''
  const [min, max] = [formatDegrees(Math.min(...known), locale), formatDegrees(Math.max(...known), locale)]
  return min === max ? min : t('day.range', { min, max })
}

function viewOf(point: Point, range: Bar | null, today: string, units: Daily['units'], teller: Teller, path: string) {
  const { t, lang, locale } = teller
  return {
    date: point.date,
    name: formatDayName(point.date, today, teller),
    shortDate: formatCalendarDay(point.date, 'date', teller),
    icon: point.icon,
    words: point.description ?? UNKNOWN,
    rain: rainText(point, units, teller),
    fall: fallShort(point, units, teller),
    wind: formatSpeed(point.windSpeed, units.windSpeed, locale),
    min: formatDegrees(point.temperatureMin, locale),
    max: formatDegrees(point.temperatureMax, locale),
    range,
    // The provider's sentence is in English.
    summary: lang === 'en' ? point.summary : null,
    /** The values of all days' `facts`, in their order. */
    facts: factsOf(point, units, teller).map(([, value]) => value),
    href: `${path}/${point.date}`,
    open: t('day.open', { date: formatCalendarDay(point.date, 'day', teller) }),
  }
}

function rainText(point: Point, units: Daily['units'], teller: Teller): string {
  const parts = [formatFall(point, units, teller), formatShare(point.precipitationProbability, teller.locale)]
  return parts.filter((text) => text !== UNKNOWN).join(' · ') || UNKNOWN
}

/** The amount and the chance, as far as there is something to say; empty on a dry day. For rows without room for words. */
function fallShort({ precipitation, precipitationProbability: chance }: Point, units: Daily['units'], { locale }: Teller): string[] {
  return [
    ...((precipitation ?? 0) > 0 ? [formatAmount(precipitation, units.precipitation, locale)] : []),
    ...((chance ?? 0) >= MIN_CHANCE ? [formatShare(chance, locale)] : []),
  ]
}

function factsOf(point: Point | undefined, units: Daily['units'], teller: Teller): Fact[] {
  if (point === undefined) return []
  const { t, zone } = teller
  const time = (instant: string | null) => (instant === null ? UNKNOWN : formatClock(instant, zone, teller))
  const { sunrise, sunset, sun, moonrise, moonset } = point
  return [
    ...listTemperatureFacts(point, teller),
    ...listWeatherFacts(point, units, teller),
    ...(sun === 'up' || sun === 'down'
      ? ([[t('cityPage.sun'), t(sun === 'up' ? 'day.polarDay' : 'day.polarNight')]] satisfies Fact[])
      : ([
          [t('city.sunrise'), time(sunrise)],
          [t('city.sunset'), time(sunset)],
        ] satisfies Fact[])),
    [t('city.moonrise'), formatMoonTime(moonrise, sun, t('city.noMoonrise'), teller)],
    [t('city.moonset'), formatMoonTime(moonset, sun, t('city.noMoonset'), teller)],
  ]
}

/** A day's temperatures by the time of day. */
export function listTemperatureFacts(point: DayWeather, { t, locale }: Teller): Fact[] {
  return [
    [t('city.morning'), formatDegrees(point.temperatureMorning, locale)],
    [t('city.midday'), formatDegrees(point.temperatureDay, locale)],
    [t('city.evening'), formatDegrees(point.temperatureEvening, locale)],
    [t('city.night'), formatDegrees(point.temperatureNight, locale)],
  ]
}

/** What is forecast of a day as a whole. */
export function listWeatherFacts(point: DayWeather, units: Daily['units'], teller: Teller): Fact[] {
  const { t, locale } = teller
  return [
    [t('city.wind'), formatWind(point, units.windSpeed, teller)],
    [t('city.humidity'), formatPercent(point.humidity, locale)],
    [t('city.pressure'), formatPressure(point.pressure, units.pressure, locale)],
    [t('city.uv'), formatUvIndex(point.uvIndex, teller)],
  ]
}

export function formatDayName(date: string, today: string, teller: Teller): string {
  const ahead = countDaysBetween(today, date)
  if (ahead === 0) return teller.t('city.today')
  if (ahead === 1) return teller.t('city.tomorrow')
  return formatCalendarDay(date, 'weekday', teller)
}
