import { MM_PER_INCH, TRACE_MM_PER_HOUR, estimateSnowDepth } from '@isobar/weather'
import {
  formatAmount,
  computeCompassPoint,
  formatDegrees,
  formatDistance,
  formatNumber,
  formatPercent,
  formatSnowDepth,
  formatSpeed,
  UNKNOWN,
} from '../../format/numbers.ts'
import { formatClock } from '../../format/times.ts'
import type { Current } from '../weather.ts'
import { toCelsius } from './steps.ts'
import type { Fact, Teller } from './teller.ts'

export type NowView = ReturnType<typeof buildNowView>

/** The current weather. Facts that are not known are left out; wind, UV and pressure have cards of their own. */
export function buildNowView(current: Current, teller: Teller) {
  const { t, locale } = teller
  const { units } = current
  const facts: Fact[] = [
    [t('city.humidity'), formatPercent(current.humidity, locale)],
    [t('city.dewPoint'), formatDegrees(current.dewPoint, locale)],
    [t('city.visibility'), formatDistance(current.visibility, units.visibility, locale)],
    [t('city.cloud'), formatPercent(current.cloudCover, locale)],
    [nameLastHour(current, teller), formatFall(current, units, teller)],
  ]
  return {
    icon: current.icon,
    temperature: formatDegrees(current.temperature, locale),
    /** The unit's letter: `C`, `F`. */
    unit: units.temperature.replace('°', ''),
    words: current.description ?? UNKNOWN,
    feelsLike: current.feelsLike === null ? null : t('city.feelsLike', { value: formatDegrees(current.feelsLike, locale) }),
    observed: observedText(current, teller),
    facts: facts.filter(([, value]) => value !== UNKNOWN),
  }
}

/** The groups that stations measure, as the facts name them. */
const MEASURED = [
  ['temperature', 'city.temperatureName'],
  ['weather', 'city.weatherName'],
  ['wind', 'city.wind'],
  ['gust', 'city.gustsName'],
  ['humidity', 'city.humidity'],
  ['pressure', 'city.pressure'],
  ['visibility', 'city.visibility'],
] as const

/** What was measured, when and where, and what the rest is; nothing else may be called measured. */
function observedText(current: Current, teller: Teller): string {
  const { t, locale, zone } = teller
  const { station, kinds, heightCorrection } = current
  const time = formatClock(current.observedAt, zone, teller)
  if (station === null) return t(current.kind === 'observation' ? 'city.observedAt' : 'city.computedAt', { time })
  const values = MEASURED.flatMap(([group, name]) => (kinds[group] === 'observation' ? [t(name)] : []))
  const sentences = [
    t('city.measuredAt', {
      time: formatClock(station.observedAt, zone, teller),
      station: station.name,
      distance: formatDistanceAway(station.distanceKm, current.units.visibility, locale),
      values: new Intl.ListFormat(locale).format(values),
    }),
    t('city.restComputed', { time }),
    ...(heightCorrection === null
      ? []
      : [
          t('city.heightCorrected', {
            from: heightText(heightCorrection.fromMetres, current.units.visibility, locale),
            to: heightText(heightCorrection.toMetres, current.units.visibility, locale),
          }),
        ]),
  ]
  return sentences.join(' ')
}

const KM_PER_MILE = 1.609344
const METRES_PER_FOOT = 0.3048

/** A distance in miles for readers of miles, else in kilometres. `unit`: that of the visibility. */
export function formatDistanceAway(km: number, unit: string, locale: string): string {
  return unit === 'mi' ? formatDistance(km / KM_PER_MILE, 'mi', locale) : formatDistance(km, 'km', locale)
}

function heightText(metres: number, unit: string, locale: string): string {
  const [value, name] = unit === 'mi' ? [metres / METRES_PER_FOOT, 'foot'] : [metres, 'meter']
  return new Intl.NumberFormat(locale, { style: 'unit', unit: name, maximumFractionDigits: 0 }).format(value)
}

interface Wind {
  readonly windSpeed: number | null
  readonly windGust: number | null
  readonly windDirection: number | null
}

/** `24 km/h from SE, gusts 41 km/h`. */
export function formatWind(wind: Wind, unit: string, teller: Teller): string {
  const { t, locale } = teller
  if (wind.windSpeed === null) return UNKNOWN
  const point = formatCompassPoint(wind.windDirection, teller)
  const speedText = formatSpeed(wind.windSpeed, unit, locale)
  const blowing = point === null ? speedText : t('city.windFrom', { speed: speedText, point })
  return wind.windGust === null
    ? blowing
    : `${blowing}${t('mail.comma')}${t('city.gusts', { speed: formatSpeed(wind.windGust, unit, locale) })}`
}

/** `24 km/h SE`, for tables. */
export function formatShortWind({ windSpeed, windDirection }: Omit<Wind, 'windGust'>, unit: string, teller: Teller): string {
  const from = formatCompassPoint(windDirection, teller)
  const wind = formatSpeed(windSpeed, unit, teller.locale)
  return from === null || windSpeed === null ? wind : `${wind} ${from}`
}

/** Where a wind blows to, in whole degrees, of where it comes from. */
export const computeWindHeading = (direction: number): number => (Math.round(direction) + 180) % 360

/** From north, clockwise. */
export const COMPASS_POINTS = ['n', 'nne', 'ne', 'ene', 'e', 'ese', 'se', 'sse', 's', 'ssw', 'sw', 'wsw', 'w', 'wnw', 'nw', 'nnw'] as const

/** One of the sixteen compass points, abbreviated in the reader's language. */
export function formatCompassPoint(direction: number | null, { t }: Teller): string | null {
  const point = computeCompassPoint(direction)
  return point === null ? null : t(`city.point.${COMPASS_POINTS[point] ?? 'n'}`)
}

interface Fall {
  readonly precipitation: number | null
  readonly rain: number | null
  readonly snow: number | null
}

/** What the depth of snow is estimated from: a temperature, or a day's range. */
type Warmth = Partial<Record<'temperature' | 'temperatureMin' | 'temperatureMax', number | null>>

/** The amount of a point; with snow in it, its depth, and the amount as the water that it is. */
export function formatFall(
  { precipitation, snow, ...warmth }: Fall & Warmth,
  units: Pick<Current['units'], 'temperature' | 'precipitation'>,
  { t, locale }: Teller,
): string {
  const text = formatAmount(precipitation, units.precipitation, locale)
  if (precipitation === null || snow === null || snow <= 0) return text
  const [low, high] = [warmth.temperatureMin ?? null, warmth.temperatureMax ?? null]
  const temperature = warmth.temperature ?? (low === null || high === null ? null : (low + high) / 2)
  const [water, snowMm] = units.precipitation === 'in' ? [precipitation * MM_PER_INCH, snow * MM_PER_INCH] : [precipitation, snow]
  const depth = formatSnowDepth(estimateSnowDepth(snowMm, toCelsius(temperature, units)), units.precipitation, locale)
  if (depth === null) return t('measure.asWater', { amount: text })
  return t(water - snowMm >= TRACE_MM_PER_HOUR ? 'outlook.mixedAmount' : 'outlook.snowAmount', { depth, amount: text })
}

/** The name of the last hour's amount: rain or snow if it is known which, else both. */
export function nameLastHour({ rain, snow }: Fall, { t }: Teller): string {
  const [hasRain, hasSnow] = [(rain ?? 0) > 0, (snow ?? 0) > 0]
  if (hasRain === hasSnow) return t('city.rainLastHour')
  return t(hasRain ? 'city.onlyRainLastHour' : 'city.onlySnowLastHour')
}

/** The WHO's classes (Global Solar UV Index, 2002), which are defined for whole numbers. */
export function describeUvClass(index: number, { t }: Teller): string {
  const whole = Math.round(index)
  if (whole < 3) return t('city.uvLow')
  if (whole < 6) return t('city.uvModerate')
  if (whole < 8) return t('city.uvHigh')
  return whole < 11 ? t('city.uvVeryHigh') : t('city.uvExtreme')
}

/** `6, high`. */
export function formatUvIndex(index: number | null, teller: Teller): string {
  return index === null ? UNKNOWN : `${formatNumber(index, 0, teller.locale)}${teller.t('mail.comma')}${describeUvClass(index, teller)}`
}
