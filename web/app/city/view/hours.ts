import { isCovered } from '@isobar/weather'
import { formatAmount, formatDegrees, formatNumber, formatShare, UNKNOWN } from '../../format/numbers.ts'
import { toLocalDate, formatHour, toLocalHour, formatCalendarDay } from '../../format/times.ts'
import { roundCoordinate } from '../charts/curve.ts'
import { chooseFullAmount, buildHoursChart, computeHourMiddle } from '../charts/hours-chart.ts'
import { HOUR_WIDTH } from '../charts/shapes.ts'
import type { Hourly } from '../weather.ts'
import { computeWindHeading } from './now.ts'
import type { Teller } from './teller.ts'

export type HoursView = NonNullable<ReturnType<typeof buildHoursView>>

const HOURS = 24
/** Hours between two labels of the chart. */
const LABEL_HOURS = 2
/** Width of a day's name, in hours. */
const HOURS_OF_NAME = 4
/** Lower chances are left out of charts and short rows; tables and details have them. */
export const MIN_CHANCE = 0.2

/** Null when no hours are left. `most`: the number of hours that the chart has room for. */
export function buildHoursView(hourly: Pick<Hourly, 'points' | 'units'>, teller: Teller, most = HOURS) {
  const { t, locale, zone } = teller
  const { units } = hourly
  const drawn = hourly.points.slice(0, most)
  if (drawn.length === 0) return null
  const amounts = drawn.map(({ precipitation }) => precipitation)
  const full = chooseFullAmount(amounts, units.precipitation)
  const { temperatureY, ...chart } = buildHoursChart(drawn, full, units.temperature)
  const days = drawn.map(({ time }) => toLocalDate(time, zone))
  const starts = days.flatMap((day, index) => (day === days[index - 1] ? [] : [{ day, index }]))
  const temperatures = drawn.flatMap(({ temperature }) => (temperature === null ? [] : [temperature]))
  const hasRange = isCovered('extremes', temperatures.length, drawn.length)
  const known = amounts.filter((each) => each !== null)
  const labels = drawn.flatMap((point, index) => {
    if (toLocalHour(point.time, zone) % LABEL_HOURS !== 0) return []
    const chances = drawn
      .slice(index, index + LABEL_HOURS)
      .flatMap(({ precipitationProbability: chance }) => (chance === null ? [] : [chance]))
    const chance = Math.max(0, ...chances)
    return [
      {
        x: roundCoordinate(computeHourMiddle(index)),
        time: formatHour(point.time, zone, teller),
        icon: point.icon,
        temperature: formatDegrees(point.temperature, locale),
        /** Height of the temperature's point. */
        y: temperatureY[index] ?? null,
        chance: chance >= MIN_CHANCE ? formatShare(chance, locale) : null,
        wind: point.windSpeed === null ? UNKNOWN : formatNumber(point.windSpeed, 0, locale),
        gust: point.windGust === null ? null : formatNumber(point.windGust, 0, locale),
        /** The direction in degrees that the wind blows to. */
        windTo: point.windDirection === null ? null : computeWindHeading(point.windDirection),
      },
    ]
  })
  return {
    ...chart,
    /** The chart in a sentence, for screen readers. */
    label: t('city.hoursChart', {
      min: hasRange ? formatDegrees(Math.min(...temperatures), locale) : UNKNOWN,
      max: hasRange ? formatDegrees(Math.max(...temperatures), locale) : UNKNOWN,
      amount: formatAmount(
        isCovered('sum', known.length, drawn.length) ? known.reduce((sum, each) => sum + each, 0) : null,
        units.precipitation,
        locale,
      ),
      n: drawn.length,
    }),
    days: starts.map(({ day, index }, n) => {
      const hasRoom = (starts[n + 1]?.index ?? drawn.length) - index >= HOURS_OF_NAME
      // A name that the next day's would overlap is left out.
      return [index * HOUR_WIDTH, hasRoom ? formatCalendarDay(day, 'shortDay', teller) : ''] as const
    }),
    labels,
    /** The names of what falls, as far as it does. */
    falls: [chart.bars === '' ? null : t('condition.rain'), chart.snows === '' ? null : t('condition.snow')] as const,
    fullRain: t('city.perHour', { amount: `${formatNumber(full, full < 1 ? 1 : 0, locale)}\u00a0${units.precipitation}` }),
    windUnit: units.windSpeed,
  }
}
