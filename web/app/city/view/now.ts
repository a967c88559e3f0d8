import { degrees, distance, pressure, speed } from '../../format/measures.ts'
import { percent, UNKNOWN } from '../../format/numbers.ts'
import { clock } from '../../format/times.ts'
import { compassPoint } from '../../format/wind.ts'
import type { Current } from '../weather.server.ts'
import { fallText, lastHourName } from './fall.ts'
import { type Fact, type Teller, tell } from './teller.ts'
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
  const { m, locale, zone } = teller
  const { units } = current
  const facts: Fact[] = [
    [m.wind, windText({ ...current, windGust: null }, units.windSpeed, teller)],
    [m.gustsName, speed(current.windGust, units.windSpeed, locale)],
    [m.humidity, percent(current.humidity, locale)],
    [m.dewPoint, degrees(current.dewPoint, locale)],
    [m.pressure, pressure(current.pressure, units.pressure, locale)],
    [m.visibility, distance(current.visibility, units.visibility, locale)],
    [m.cloud, percent(current.cloudCover, locale)],
    [m.uv, uvText(current.uvIndex, teller)],
    [lastHourName(current, teller), fallText(current, units.precipitation, teller)],
  ]
  return {
    icon: current.icon,
    temperature: degrees(current.temperature, locale),
    unit: units.temperature.replace('°', ''),
    words: current.description ?? UNKNOWN,
    feelsLike: tell(teller, m.feelsLike, { value: degrees(current.feelsLike, locale) }),
    observed: tell(teller, current.kind === 'observation' ? m.observedAt : m.computedAt, { time: clock(current.observedAt, zone, teller) }),
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
  const { m, locale } = teller
  if (wind.windSpeed === null) return UNKNOWN
  const point = pointName(wind.windDirection, teller)
  const blowing = tell(teller, point === null ? m.windNoPoint : m.windFrom, {
    speed: speed(wind.windSpeed, unit, locale),
    point: point ?? '',
  })
  return wind.windGust === null ? blowing : `${blowing}, ${tell(teller, m.gusts, { speed: speed(wind.windGust, unit, locale) })}`
}

/** One of the sixteen compass points, abbreviated in the reader's language. */
export function pointName(direction: number | null, { m }: Teller): string | null {
  const point = compassPoint(direction)
  return point === null ? null : (m.points.split(' ')[point] ?? null)
}

/** One of the eight main compass points, in words: `the south-west`. */
export function pointWords(direction: number | null, { m }: Teller): string | null {
  return direction === null ? null : (m.pointWords.split('|')[Math.round(direction / 45) % 8] ?? null)
}
