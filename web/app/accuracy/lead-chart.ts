import { drawCurve, roundCoordinate } from '../city/charts/curve.ts'

/** Dimensions of the drawing, shared by the server's drawing and the page's layout. */
export const LEAD_CHART = { width: 420, height: 240, left: 48, right: 412, top: 14, bottom: 204 } as const

export type LeadChart = ReturnType<typeof buildLeadChart>

interface LeadChartParts {
  readonly label: string
  /** Labels of the lead time bands, in order. */
  readonly leads: readonly string[]
  /** Lines with their style; null values leave gaps. */
  readonly lines: readonly {
    readonly name: string
    readonly look: 'first' | 'second' | 'third'
    readonly values: readonly (number | null)[]
  }[]
  readonly intervals: readonly (readonly [low: number, high: number] | null)[]
  /** Formats an axis label. */
  readonly write: (value: number) => string
  /** Upper end of the scale; by default it fits the lines. */
  readonly most?: number
}

const STEPS = [0.1, 0.2, 0.25, 0.5, 1, 2, 5, 10, 20, 50]
const MAX_LEVELS = 5

/** Lines by lead time band, on a scale from 0. Bands are equally spaced, although longer leads have wider bands. */
export function buildLeadChart({ label, leads, lines, intervals, write, most }: LeadChartParts) {
  const values = [...lines.flatMap((line) => line.values), ...intervals.flatMap((interval) => interval ?? [])].filter(
    (value) => value !== null,
  )
  const highest = most ?? Math.max(0, ...values)
  const step = STEPS.find((each) => highest / each <= MAX_LEVELS) ?? highest
  const top = Math.max(step, Math.ceil(highest / step - 1e-9) * step)
  const { left, right, bottom } = LEAD_CHART
  const xOf = (index: number) => roundCoordinate(left + ((index + 0.5) * (right - left)) / leads.length)
  const yOf = (value: number) => roundCoordinate(bottom - (value / top) * (bottom - LEAD_CHART.top))
  const levels = Array.from({ length: Math.round(top / step) + 1 }, (_, i) => ({ y: yOf(i * step), text: write(i * step) }))
  const known = intervals.flatMap((interval, index) =>
    interval === null ? [] : [{ x: xOf(index), low: yOf(interval[0]), high: yOf(interval[1]) }],
  )
  const around = [...known.map(({ x, high }) => `${x} ${high}`), ...known.toReversed().map(({ x, low }) => `${x} ${low}`)]
  return {
    label,
    lines: lines.map(({ name, look, values: own }) => {
      const points = own.map((value, index) => (value === null ? null : { x: xOf(index), y: yOf(value) }))
      return { name, look, path: drawCurve(points), dots: points.filter((point) => point !== null) }
    }),
    /** Path of the first line's confidence interval. */
    area: around.length === 0 ? '' : `M${around.join('L')}Z`,
    marks: leads.map((text, index) => ({ x: xOf(index), text })),
    levels,
  }
}
