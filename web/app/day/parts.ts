import { type ForecastStep, isWetStep } from '@isobar/weather'
import { describePeriod } from '../city/view/outlook.ts'
import { toSteps } from '../city/view/steps.ts'
import type { Teller } from '../city/view/teller.ts'
import type { Hourly } from '../city/weather.ts'
import { formatDegrees } from '../format/numbers.ts'
import { formatHour, toLocalHour } from '../format/times.ts'
import type { DayHour, Hour } from './hours.ts'

type Units = Hourly['units']
/** How an hour, or a day as a whole, looks. */
type Look = Pick<Hour, 'description' | 'icon'> & { readonly isDay?: boolean | null }

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
        range: rangeText(points, teller),
        text: describePeriod(steps, points.length === all.length, units, teller),
      },
    ]
  })
}

/** The lowest to the highest temperature; empty if none is known. */
function rangeText(points: readonly Hour[], { t, locale }: Teller): string {
  const known = points.flatMap(({ temperature }) => (temperature === null ? [] : [temperature]))
  if (known.length === 0) return ''
  const [min, max] = [formatDegrees(Math.min(...known), locale), formatDegrees(Math.max(...known), locale)]
  return min === max ? min : t('day.range', { min, max })
}

/** Of hours without an amount, the most frequent sky counts. */
const UNKNOWN_WEIGHT = 0.001

/** The sky under which most falls, else the most frequent one. `steps`: those of the points. */
export function chooseSky(
  points: readonly Look[],
  steps: readonly ForecastStep[],
): { readonly icon: string | null; readonly words: string | null } {
  const isWet = steps.map(isWetStep)
  const hasFall = isWet.includes(true)
  const described = points.flatMap((point, index) =>
    point.description === null || isWet[index] !== hasFall
      ? []
      : [{ ...point, weight: hasFall ? (steps[index]?.precipitation ?? 0) + UNKNOWN_WEIGHT : 1 }],
  )
  const weights = new Map<string | null, number>()
  for (const { description, weight } of described) weights.set(description, (weights.get(description) ?? 0) + weight)
  const [first] = described.toSorted((a, b) => (weights.get(b.description) ?? 0) - (weights.get(a.description) ?? 0))
  // By day if any of its hours is: the icon of a whole day is no night's.
  const shown = described.find(({ description, isDay }) => description === first?.description && isDay === true) ?? first
  return { icon: shown?.icon ?? null, words: shown?.description ?? null }
}
