import { degrees, distance, pressure, speed } from '../../format/measures.ts'
import { percent, UNKNOWN } from '../../format/numbers.ts'
import { clock } from '../../format/times.ts'
import { compassPoint } from '../../format/wind.ts'
import type { Current } from '../weather.server.ts'
import { fallText, lastHourName } from './fall.ts'
import type { Fact, Teller } from './teller.ts'
import { uvText } from './uv.ts'

export interface NowView {
  readonly icon: string | null
  readonly temperature: string
  /** The unit's letter: `C`, `F`. */
  readonly unit: string
  readonly words: string
  readonly feelsLike: string
  readonly observed: string
  readonly facts: readonly Fact[]
}

/** The current weather. */
export function nowView(current: Current, teller: Teller): NowView {
  const { t, locale, zone } = teller
  const { units } = current
  const facts: Fact[] = [
    [t('city.wind'), windText({ ...current, windGust: null }, units.windSpeed, teller)],
    [t('city.gustsName'), speed(current.windGust, units.windSpeed, locale)],
    [t('city.humidity'), percent(current.humidity, locale)],
    [t('city.dewPoint'), degrees(current.dewPoint, locale)],
    [t('city.pressure'), pressure(current.pressure, units.pressure, locale)],
    [t('city.visibility'), distance(current.visibility, units.visibility, locale)],
    [t('city.cloud'), percent(current.cloudCover, locale)],
    [t('city.uv'), uvText(current.uvIndex, teller)],
    [lastHourName(current, teller), fallText(current, units.precipitation, teller)],
  ]
  return {
    icon: current.icon,
    temperature: degrees(current.temperature, locale),
    unit: units.temperature.replace('°', ''),
    words: current.description ?? UNKNOWN,
    feelsLike: t('city.feelsLike', { value: degrees(current.feelsLike, locale) }),
    observed: t(current.kind === 'observation' ? 'city.observedAt' : 'city.computedAt', { time: clock(current.observedAt, zone, teller) }),
    facts,
  }
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
