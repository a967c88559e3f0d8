import { formatTemperatureRange } from '../city/view/days.ts'
import { describePeriod } from '../city/view/outlook.ts'
import { chooseSky, toSteps } from '../city/view/steps.ts'
import type { Teller } from '../city/view/teller.ts'
import type { Hourly } from '../city/weather.ts'
import { formatHour, toLocalHour } from '../format/times.ts'
import type { DayHour } from './hours.ts'

type Units = Hourly['units']

/** The parts of a day, by the local hour at which each starts; the last one ends with the day. */
const PARTS = [
  ['night', 0],
  ['morning', 6],
  ['afternoon', 12],
  ['evening', 18],
] as const
/** A part is described if at least this share of its hours is known. */
const MIN_KNOWN = 0.5

/** Night, morning, afternoon and evening in words; those of which too little is known are left out. */
export function buildPartsView(hours: readonly DayHour[], units: Units, teller: Teller) {
  const { t, zone } = teller
  return PARTS.flatMap(([name, from], index) => {
    const until = PARTS[index + 1]?.[1] ?? 24
    const all = hours.filter(({ time }) => toLocalHour(time, zone) >= from && toLocalHour(time, zone) < until)
    const points = all.flatMap(({ point }) => (point === null ? [] : [point]))
    const [first] = all
    if (first === undefined || points.length < MIN_KNOWN * all.length) return []
    const steps = toSteps(points, units)
    const { icon, words } = chooseSky(points, steps)
    return [
      {
        name: t(`day.part.${name}`),
        from: formatHour(first.time, zone, teller),
        icon,
        words,
        range: formatTemperatureRange(points, teller),
        text: describePeriod(steps, points.length === all.length, units, teller),
      },
    ]
  })
}
