import { INTENSITY_SCALES, MM_PER_INCH } from '@isobar/weather'
import { MINUTE_MS } from '../../../../src/time.ts'
import { formatClock } from '../../format/times.ts'
import { drawBars } from '../charts/curve.ts'
import { MINUTES_CHART } from '../charts/shapes.ts'
import type { Minutely } from '../weather.ts'
import type { Teller } from './teller.ts'

export type MinutesView = ReturnType<typeof buildMinutesView>

const MINUTES = 60
/** Heavy rain starts at this rate; a bar reaches the top at four times that. */
export function getHeavyRate(unit: string): number {
  const { heavy } = INTENSITY_SCALES.rain
  return unit === 'in' ? heavy / MM_PER_INCH : heavy
}

/** The rain of the next hour. */
export function buildMinutesView(minutely: Minutely, teller: Teller) {
  const { t, zone } = teller
  if (!minutely.available || minutely.points.length === 0) return { text: t('city.minutesNone'), chart: null }
  const points = minutely.points.slice(0, MINUTES)
  const text = minutely.summary === null ? t('city.minutesUnknown') : convertClockTimes(minutely.summary.text, teller)
  const [first] = points
  const last = points.at(-1)
  // A dry hour needs no picture, also one of which some minutes have passed.
  const isDry = points.every(({ precipitation }) => precipitation === 0)
  if (first === undefined || last === undefined || isDry) return { text, chart: null }
  const { height, base, step } = MINUTES_CHART
  const heavy = getHeavyRate(minutely.units.precipitation)
  // A square-root scale keeps both drizzle and downpour readable; a line at half the height marks heavy rain.
  const values = Array.from({ length: MINUTES }, (_, minute) => {
    const rate = points[minute]?.precipitation ?? null
    return rate === null ? null : Math.sqrt(rate / (4 * heavy))
  })
  const shape = { full: 1, step, width: step - 2, baseY: base, height: height - 6 }
  const quarter = (index: number) => formatClock(new Date(Date.parse(first.time) + index * 15 * MINUTE_MS).toISOString(), zone, teller)
  return {
    text,
    chart: {
      label: t('city.minutesChart', { start: formatClock(first.time, zone, teller), end: formatClock(last.time, zone, teller) }),
      bars: drawBars({ values, ...shape }),
      /** Minutes without data. */
      gaps: drawBars({ values: values.map((value) => (value === null ? 1 : 0)), ...shape, width: step }),
      times: [0, 1, 2, 3].map(quarter),
      heavy: t('city.heavy'),
    },
  }
}

/** Converts the 24-hour times in the API's sentence for readers with a 12-hour clock. */
export function convertClockTimes(text: string, teller: Teller): string {
  if (!teller.hour12) return text
  return text.replace(/\b((?:[01]\d|2[0-3]):[0-5]\d)(?: Uhr)?\b/g, (_, time: string) =>
    formatClock(`1970-01-01T${time}:00Z`, 'UTC', teller),
  )
}
