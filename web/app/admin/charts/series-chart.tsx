import '@mantine/charts/styles.css'
import { AreaChart, BarChart } from '@mantine/charts'
import { count } from '../kit/words.ts'
import { ChartPanel } from './chart-panel.tsx'

export interface Series {
  /** Name of the points' field. */
  readonly name: string
  readonly label: string
  /** A colour of the palette, `--series-1` and so on. */
  readonly colour: `--series-${string}`
}

/** `x` labels the point; the other fields are its values. */
export interface Point {
  readonly x: string
  readonly [figure: string]: number | string | null
}

interface Props {
  readonly title: string
  readonly description?: string
  readonly points: readonly Point[]
  /** Heading of the table's first column, for `x`. */
  readonly xLabel: string
  readonly series: readonly Series[]
  readonly kind?: 'bars' | 'stacked' | 'lines'
  readonly format?: (value: number) => string
}

const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const AXIS_PX = 44
const HEIGHT_PX = 240

/** A time series, as bars or lines. */
export function SeriesChart({ title, description, points, xLabel, series, kind = 'stacked', format = count }: Props) {
  const shared = {
    h: HEIGHT_PX,
    data: points.map((point) => ({ ...point })),
    dataKey: 'x',
    series: series.map(({ name, label, colour }) => ({ name, label, color: `var(${colour})` })),
    valueFormatter: format,
    withLegend: series.length > 1,
    legendProps: { verticalAlign: 'bottom' as const, height: 36, itemSorter: null },
    tickLine: 'none' as const,
    gridAxis: 'x' as const,
    strokeDasharray: '3 4',
    xAxisProps: { minTickGap: 24, interval: 'preserveStartEnd' as const },
    yAxisProps: { width: AXIS_PX, allowDecimals: false, tickFormatter: tick(format) },
    tooltipAnimationDuration: 0,
  }
  // The chart passes these attributes on to its SVG, although its types do not know them.
  const named = { role: 'application', 'aria-label': `${title}, chart` }
  const chart =
    kind === 'lines' ? (
      <AreaChart {...shared} curveType="monotone" withDots={false} fillOpacity={0.12} areaChartProps={named} />
    ) : (
      <BarChart {...shared} type={kind === 'bars' ? 'default' : kind} maxBarWidth={28} barChartProps={named} />
    )
  return (
    <ChartPanel title={title} {...(description === undefined ? {} : { description })} table={tableOf(points, xLabel, series, format)}>
      {chart}
    </ChartPanel>
  )
}

/** Abbreviates thousands on axes, which have little room, unless the caller adds units. */
function tick(format: (value: number) => string): (value: number) => string {
  return (value) => (format(value) === count(value) ? SHORT.format(value) : format(value))
}

function tableOf(points: readonly Point[], xLabel: string, series: readonly Series[], format: (value: number) => string) {
  return {
    columns: [xLabel, ...series.map(({ label }) => label)],
    rows: points.map((point) => [
      point.x,
      ...series.map(({ name }) => {
        const value = point[name]
        return typeof value === 'number' ? format(value) : '–'
      }),
    ]),
  }
}
