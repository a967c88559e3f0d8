import { formatDegrees, formatNumber, formatPercent, formatPressure, formatShare, formatSpeed, UNKNOWN } from '../../format/numbers.ts'
import { formatDateTime, formatCalendarDay } from '../../format/times.ts'
import { formatFall, formatShortWind } from '../view/now.ts'
import type { Fact, Teller } from '../view/teller.ts'
import type { Air, Daily, Hourly } from '../weather.ts'

/** The weather that a meteogram shows; null: unavailable, or not asked for. */
export interface MeteogramWeather {
  readonly hourly: Hourly | null
  readonly daily: Daily | null
  readonly air: Air | null
}

export type HourPoint = Hourly['points'][number]
export type DayPoint = Daily['points'][number]

type AirIndex = NonNullable<Air['points'][number][Air['localIndex']]>

/** The index of the place's own system at an hour. */
export function createAirIndexLookup(air: Air | null): (point: Pick<HourPoint, 'time'>) => AirIndex | null {
  const known = new Map(air?.points.map((point) => [Date.parse(point.time), point[air.localIndex]]))
  return ({ time }) => known.get(Date.parse(time)) ?? null
}

/** The hours in texts: a row for each, in the order of `names`. A column that not every source has is left out if it would be empty. */
export function buildHourTable({ hourly, air }: Pick<MeteogramWeather, 'hourly' | 'air'>, teller: Teller) {
  const { t, locale } = teller
  const { points = [], units = { temperature: '', precipitation: '', windSpeed: '', pressure: '' } } = hourly ?? {}
  const airOf = createAirIndexLookup(air)
  const columns: readonly (readonly [name: string, of: (point: HourPoint) => string, isOptional?: true])[] = [
    [t('cityPage.weather'), ({ description }) => description ?? UNKNOWN],
    [t('cityPage.temperature'), ({ temperature }) => formatDegrees(temperature, locale)],
    [t('meteogram.likely'), (point) => formatLikelyRange(point, teller), true],
    [t('cityPage.feelsLike'), ({ feelsLike }) => formatDegrees(feelsLike, locale)],
    [t('cityPage.rain'), (point) => formatFall(point, units, teller)],
    [t('cityPage.chance'), (point) => formatShare(point.precipitationProbability, locale)],
    [t('city.cloud'), ({ cloudCover }) => formatPercent(cloudCover, locale), true],
    [t('cityPage.wind'), (point) => formatShortWind(point, units.windSpeed, teller)],
    [t('cityPage.gusts'), ({ windGust }) => formatSpeed(windGust, units.windSpeed, locale), true],
    [t('cityPage.pressure'), (point) => formatPressure(point.pressure, units.pressure, locale), true],
    [t('air.name'), (point) => airText(airOf(point), air, teller), true],
  ]
  const filled = columns
    .map(([name, of, isOptional = false]) => ({ name, isOptional, values: points.map(of) }))
    .filter(({ isOptional, values }) => !isOptional || values.some((value) => value !== UNKNOWN))
  return {
    names: filled.map(({ name }) => name),
    rows: points.map((_, index) => filled.map(({ values }) => values[index] ?? UNKNOWN)),
  }
}

function formatLikelyRange({ temperatureLow: min, temperatureHigh: max }: HourPoint, { t, locale }: Teller): string {
  return min === undefined || max === undefined
    ? UNKNOWN
    : t('day.range', { min: formatDegrees(min, locale), max: formatDegrees(max, locale) })
}

function airText(index: AirIndex | null, air: Air | null, { t, locale }: Teller): string {
  if (index === null || air === null) return UNKNOWN
  return t(`air.value.${air.localIndex}`, { value: formatNumber(index.value, 0, locale), category: t(`air.category.${index.category}`) })
}

/** An hour as lines: when, then each value with its name. */
export function listHourLines({ time }: HourPoint, names: readonly string[], row: readonly string[], teller: Teller): string[] {
  const values = names.map((name, index) => [name, row[index] ?? UNKNOWN] as const)
  return [formatDateTime(time, teller.zone, teller), ...lines(values, teller)]
}

/** A whole day likewise. */
export function listDayLines(point: DayPoint, units: Daily['units'], teller: Teller): string[] {
  const { t, locale } = teller
  const values: readonly Fact[] = [
    [t('cityPage.weather'), point.description ?? UNKNOWN],
    [t('cityPage.highest'), formatDegrees(point.temperatureMax, locale)],
    [t('cityPage.lowest'), formatDegrees(point.temperatureMin, locale)],
    [t('cityPage.rain'), formatFall(point, units, teller)],
    [t('cityPage.chance'), formatShare(point.precipitationProbability, locale)],
    [t('city.cloud'), formatPercent(point.cloudCover, locale)],
    [t('cityPage.wind'), formatShortWind(point, units.windSpeed, teller)],
    [t('cityPage.gusts'), formatSpeed(point.windGust, units.windSpeed, locale)],
    [t('cityPage.pressure'), formatPressure(point.pressure, units.pressure, locale)],
  ]
  return [formatCalendarDay(point.date, 'day', teller), ...lines(values, teller)]
}

function lines(values: readonly Fact[], { t }: Teller): string[] {
  return values.map(([name, value]) => `${name}${t('mail.colon')} ${value === UNKNOWN ? t('cityPage.unknown') : value}`)
}
