import { drawBars, type ChartPoint, drawCurve, roundCoordinate, drawSurface } from './curve.ts'
import { HOUR_WIDTH, RAIN, TEMPERATURE } from './shapes.ts'
import { buildScaleGradient } from './temperature-scale.ts'

/** An hour of the chart; null where unknown. */
export interface ChartHour {
  readonly temperature: number | null
  readonly precipitation: number | null
  /** As water, part of the precipitation. */
  readonly snow: number | null
  readonly isDay: boolean | null
}

/** Minimum range in degrees, so that a calm day does not look like mountains. */
const MIN_RANGE = 6

/** Lines and areas of the chart of hours. `fullRain` is the hourly amount that fills the rain band; `unit` that of the temperatures. */
export function buildHoursChart(hours: readonly ChartHour[], fullRain: number, unit: string) {
  const temperatures = hours.flatMap(({ temperature }) => (temperature === null ? [] : [temperature]))
  const low = Math.min(...temperatures)
  const high = Math.max(...temperatures)
  const spare = Math.max(0, MIN_RANGE - (high - low)) / 2
  const range = high - low + 2 * spare
  const heightOf = (temperature: number): number =>
    TEMPERATURE.top + ((high + spare - temperature) / range) * (TEMPERATURE.bottom - TEMPERATURE.top)
  const points = hours.map(({ temperature }, index): ChartPoint | null => {
    return temperature === null ? null : { x: computeHourMiddle(index), y: heightOf(temperature) }
  })
  return {
    width: hours.length * HOUR_WIDTH,
    line: drawCurve(points),
    surface: drawSurface(points, RAIN.bottom),
    ...drawFalls(hours, {
      full: fullRain,
      step: HOUR_WIDTH,
      width: HOUR_WIDTH - 7,
      baseY: RAIN.bottom,
      height: RAIN.bottom - RAIN.top,
    }),
    nights: nightsOf(hours),
    /** The colours of the line, from bottom to top; null without temperatures. */
    colours: temperatures.length === 0 ? null : buildScaleGradient(low, high, unit, heightOf),
    /** Heights of the temperature points, for the labels above them. */
    temperatureY: points.map((point) => (point === null ? null : roundCoordinate(point.y))),
  }
}

/** What falls as bars: all of hours with snow, and in front of it the rain. */
export function drawFalls(
  hours: readonly Pick<ChartHour, 'precipitation' | 'snow'>[],
  shape: Omit<Parameters<typeof drawBars>[0], 'values'>,
) {
  const of = (value: (fall: number, snow: number) => number) =>
    drawBars({
      ...shape,
      values: hours.map(({ precipitation, snow }) => (precipitation === null ? null : value(precipitation, snow ?? 0))),
    })
  return { snows: of((fall, snow) => (snow > 0 ? fall : 0)), bars: of((fall, snow) => fall - snow) }
}

/** The x coordinate of an hour's middle. */
export function computeHourMiddle(index: number): number {
  return (index + 0.5) * HOUR_WIDTH
}

/** Candidates for the hourly amount that fills the rain band; the first one that fits the maximum is used. */
const FULL_AMOUNTS: Readonly<Record<string, readonly number[]>> = { mm: [2, 5, 10, 20, 50, 100], in: [0.1, 0.2, 0.5, 1, 2, 4] }

/** The hourly amount that fills the rain band, in `unit`. */
export function chooseFullAmount(values: readonly (number | null)[], unit: string): number {
  const highest = Math.max(0, ...values.map((value) => value ?? 0))
  const steps = FULL_AMOUNTS[unit] ?? FULL_AMOUNTS.mm ?? []
  return steps.find((step) => step >= highest) ?? highest
}

/** Where each night begins, and its width. */
function nightsOf(hours: readonly ChartHour[]): (readonly [x: number, width: number])[] {
  const nights: [number, number][] = []
  for (const [index, { isDay }] of hours.entries()) {
    if (isDay !== false) continue
    const last = nights.at(-1)
    if (last !== undefined && last[0] + last[1] === index * HOUR_WIDTH) last[1] += HOUR_WIDTH
    else nights.push([index * HOUR_WIDTH, HOUR_WIDTH])
  }
  return nights
}
