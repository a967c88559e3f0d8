import { amount, compassPoint, degrees, distance, number, percent, pressure, speed, UNKNOWN } from '../../format/numbers.ts'
import { clock } from '../../format/times.ts'
import type { Current } from '../weather.server.ts'
import { type Fact, tell, type Teller } from './teller.ts'

export type NowView = ReturnType<typeof nowView>

/** The current weather. */
export function nowView(current: Current, teller: Teller) {
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
    /** The unit's letter: `C`, `F`. */
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

interface Fall {
  readonly precipitation: number | null
  readonly rain: number | null
  readonly snow: number | null
}

/** The amount of a point; with snow in it, as the water that it is, since readers expect a depth. */
export function fallText({ precipitation, snow }: Fall, unit: string, teller: Teller): string {
  const text = amount(precipitation, unit, teller.locale)
  return precipitation !== null && (snow ?? 0) > 0 ? tell(teller, teller.m.asWater, { amount: text }) : text
}

/** The name of the last hour's amount: rain or snow if it is known which, else both. */
function lastHourName({ rain, snow }: Fall, { m }: Teller): string {
  const [hasRain, hasSnow] = [(rain ?? 0) > 0, (snow ?? 0) > 0]
  if (hasRain === hasSnow) return m.rainLastHour
  return hasRain ? m.onlyRainLastHour : m.onlySnowLastHour
}

/** The WHO's classes (Global Solar UV Index, 2002), which are defined for whole numbers. */
export function uvWord(index: number, { m }: Teller): string {
  const whole = Math.round(index)
  if (whole < 3) return m.uvLow
  if (whole < 6) return m.uvModerate
  if (whole < 8) return m.uvHigh
  return whole < 11 ? m.uvVeryHigh : m.uvExtreme
}

/** `6, high`. */
export function uvText(index: number | null, teller: Teller): string {
  return index === null ? UNKNOWN : `${number(index, 0, teller.locale)}, ${uvWord(index, teller)}`
}
