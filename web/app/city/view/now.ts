import { amount, compassPoint, degrees, distance, number, percent, speed, UNKNOWN } from '../../format/numbers.ts'
import { clock } from '../../format/times.ts'
import type { Current } from '../weather.ts'
import type { Fact, Teller } from './teller.ts'

export type NowView = ReturnType<typeof nowView>

/** The current weather. Facts that are not known are left out; wind, UV and pressure have cards of their own. */
export function nowView(current: Current, teller: Teller) {
  const { t, locale } = teller
  const { units } = current
  const facts: Fact[] = [
    [t('city.humidity'), percent(current.humidity, locale)],
    [t('city.dewPoint'), degrees(current.dewPoint, locale)],
    [t('city.visibility'), distance(current.visibility, units.visibility, locale)],
    [t('city.cloud'), percent(current.cloudCover, locale)],
    [lastHourName(current, teller), fallText(current, units.precipitation, teller)],
  ]
  return {
    icon: current.icon,
    temperature: degrees(current.temperature, locale),
    /** The unit's letter: `C`, `F`. */
    unit: units.temperature.replace('°', ''),
    words: current.description ?? UNKNOWN,
    feelsLike: current.feelsLike === null ? null : t('city.feelsLike', { value: degrees(current.feelsLike, locale) }),
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
  const time = clock(current.observedAt, zone, teller)
  if (station === null) return t(current.kind === 'observation' ? 'city.observedAt' : 'city.computedAt', { time })
  const values = MEASURED.flatMap(([group, name]) => (kinds[group] === 'observation' ? [t(name)] : []))
  const sentences = [
    t('city.measuredAt', {
      time: clock(station.observedAt, zone, teller),
      station: station.name,
      distance: awayText(station.distanceKm, current.units.visibility, locale),
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
export function awayText(km: number, unit: string, locale: string): string {
  return unit === 'mi' ? distance(km / KM_PER_MILE, 'mi', locale) : distance(km, 'km', locale)
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
export function windText(wind: Wind, unit: string, teller: Teller): string {
  const { t, locale } = teller
  if (wind.windSpeed === null) return UNKNOWN
  const point = pointName(wind.windDirection, teller)
  const speedText = speed(wind.windSpeed, unit, locale)
  const blowing = point === null ? speedText : t('city.windFrom', { speed: speedText, point })
  return wind.windGust === null ? blowing : `${blowing}${t('mail.comma')}${t('city.gusts', { speed: speed(wind.windGust, unit, locale) })}`
}

/** `24 km/h SE`, for tables. */
export function windShort({ windSpeed, windDirection }: Omit<Wind, 'windGust'>, unit: string, teller: Teller): string {
  const from = pointName(windDirection, teller)
  const wind = speed(windSpeed, unit, teller.locale)
  return from === null || windSpeed === null ? wind : `${wind} ${from}`
}

/** From north, clockwise. */
const POINTS = ['n', 'nne', 'ne', 'ene', 'e', 'ese', 'se', 'sse', 's', 'ssw', 'sw', 'wsw', 'w', 'wnw', 'nw', 'nnw'] as const
const MAIN_POINTS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const

/** One of the sixteen compass points, abbreviated in the reader's language. */
export function pointName(direction: number | null, { t }: Teller): string | null {
  const point = compassPoint(direction)
  return point === null ? null : t(`city.point.${POINTS[point] ?? 'n'}`)
}

/** One of the eight main compass points, in words: `the south-west`. */
export function pointWords(direction: number | null, { t }: Teller): string | null {
  return direction === null ? null : t(`city.direction.${MAIN_POINTS[Math.round(direction / 45) % 8] ?? 'n'}`)
}

interface Fall {
  readonly precipitation: number | null
  readonly rain: number | null
  readonly snow: number | null
}

/** The amount of a point; with snow in it, as the water that it is, since readers expect a depth. */
export function fallText({ precipitation, snow }: Fall, unit: string, teller: Teller): string {
  const text = amount(precipitation, unit, teller.locale)
  return precipitation !== null && (snow ?? 0) > 0 ? teller.t('measure.asWater', { amount: text }) : text
}

/** The name of the last hour's amount: rain or snow if it is known which, else both. */
function lastHourName({ rain, snow }: Fall, { t }: Teller): string {
  const [hasRain, hasSnow] = [(rain ?? 0) > 0, (snow ?? 0) > 0]
  if (hasRain === hasSnow) return t('city.rainLastHour')
  return t(hasRain ? 'city.onlyRainLastHour' : 'city.onlySnowLastHour')
}

/** The WHO's classes (Global Solar UV Index, 2002), which are defined for whole numbers. */
export function uvWord(index: number, { t }: Teller): string {
  const whole = Math.round(index)
  if (whole < 3) return t('city.uvLow')
  if (whole < 6) return t('city.uvModerate')
  if (whole < 8) return t('city.uvHigh')
  return whole < 11 ? t('city.uvVeryHigh') : t('city.uvExtreme')
}

/** `6, high`. */
export function uvText(index: number | null, teller: Teller): string {
  return index === null ? UNKNOWN : `${number(index, 0, teller.locale)}, ${uvWord(index, teller)}`
}
