import { amount, degrees, speed } from '../../format/measures.ts'
import { number, share, UNKNOWN } from '../../format/numbers.ts'
import { dayOf, hour, hourOf, ofDay } from '../../format/times.ts'
import { fullAmount, hoursChart, middleOf } from '../charts/hours-chart.ts'
import { HOUR_WIDTH } from '../charts/shapes.ts'
import { round } from '../charts/curve.ts'
import { packed } from '../packed.ts'
import type { Hourly } from '../weather.server.ts'
import { fallText } from './fall.ts'
import { pointName } from './now.ts'
import type { Teller } from './teller.ts'
import { isCovered } from '../../../../src/domain/coverage.ts'

/**
 * The labels at every third hour of the chart, packed: x, time, icon, temperature, its height, chance, wind, and the direction in degrees
 * that the wind blows to. Empty: unknown.
 */
export type Marks = string

export interface HoursView {
  /** The chart in a sentence, for screen readers. */
  readonly label: string
  readonly width: number
  readonly line: string
  readonly surface: string
  readonly bars: string
  readonly nights: readonly (readonly [x: number, width: number])[]
  /** Names that the next day's would overlap are left out. */
  readonly days: readonly (readonly [x: number, name: string])[]
  readonly marks: Marks
  /** The label of the highest bar. */
  readonly fullRain: string
  readonly windUnit: string
  /** By the place's day; rows packed: time, words, temperature, feels like, rain, chance, wind, gusts. */
  readonly table: readonly { readonly day: string; readonly rows: string }[]
}

const HOURS = 48
/** Width of a day's name, in hours. */
const HOURS_OF_NAME = 4
/** Lower chances are left out of the chart; the table has them. */
const LEAST_CHANCE = 0.2

/** Null when no hours are left. */
export function hoursView(hourly: Hourly, teller: Teller): HoursView | null {
  const { t, locale, zone } = teller
  const { units } = hourly
  const points = hourly.points.slice(0, HOURS)
  if (points.length === 0) return null
  const amounts = points.map(({ precipitation }) => precipitation)
  const full = fullAmount(amounts, units.precipitation)
  const { temperatureY, ...chart } = hoursChart(points, full)
  const days = points.map(({ time }) => dayOf(time, zone))
  const starts = days.flatMap((day, index) => (index === 0 || day !== days[index - 1] ? [{ day, index }] : []))
  const temperatures = points.flatMap(({ temperature }) => (temperature === null ? [] : [temperature]))
  const hasRange = isCovered('extremes', temperatures.length, points.length)
  const known = amounts.filter((each) => each !== null)
  const marks = points.flatMap((point, index): string[][] => {
    if (hourOf(point.time, zone) % 3 !== 0) return []
    const chances = points.slice(index, index + 3).flatMap(({ precipitationProbability: chance }) => (chance === null ? [] : [chance]))
    const chance = Math.max(0, ...chances)
    return [
      [
        String(round(middleOf(index))),
        hour(point.time, zone, teller),
        point.icon ?? '',
        degrees(point.temperature, locale),
        String(temperatureY[index] ?? ''),
        chance >= LEAST_CHANCE ? share(chance, locale) : '',
        point.windSpeed === null ? UNKNOWN : number(point.windSpeed, 0, locale),
        point.windDirection === null ? '' : String((Math.round(point.windDirection) + 180) % 360),
      ],
    ]
  })
  return {
    ...chart,
    label: t('city.hoursChart', {
      min: hasRange ? degrees(Math.min(...temperatures), locale) : UNKNOWN,
      max: hasRange ? degrees(Math.max(...temperatures), locale) : UNKNOWN,
      amount: amount(
        isCovered('sum', known.length, points.length) ? known.reduce((sum, each) => sum + each, 0) : null,
        units.precipitation,
        locale,
      ),
      n: points.length,
    }),
    days: starts.map(({ day, index }, n) => {
      const hasRoom = (starts[n + 1]?.index ?? points.length) - index >= HOURS_OF_NAME
      return [index * HOUR_WIDTH, hasRoom ? ofDay(day, 'shortDay', teller) : '']
    }),
    marks: packed(marks),
    fullRain: t('city.perHour', { amount: `${number(full, full < 1 ? 1 : 0, locale)}\u00a0${units.precipitation}` }),
    windUnit: units.windSpeed,
    table: starts.map(({ day, index }, n) => ({
      day: ofDay(day, 'day', teller),
      rows: packed(points.slice(index, starts[n + 1]?.index).map((point) => rowOf(point, units, teller))),
    })),
  }
}

function rowOf(point: Hourly['points'][number], units: Hourly['units'], teller: Teller): string[] {
  const { locale, zone } = teller
  const from = pointName(point.windDirection, teller)
  const wind = speed(point.windSpeed, units.windSpeed, locale)
  return [
    hour(point.time, zone, teller),
    point.description ?? UNKNOWN,
    degrees(point.temperature, locale),
    degrees(point.feelsLike, locale),
    fallText(point, units.precipitation, teller),
    share(point.precipitationProbability, locale),
    from === null || point.windSpeed === null ? wind : `${wind} ${from}`,
    speed(point.windGust, units.windSpeed, locale),
  ]
}
