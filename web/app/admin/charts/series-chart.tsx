import '@mantine/charts/styles.css'
import { AreaChart, BarChart } from '@mantine/charts'
import { Button, ScrollArea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { NoData } from '../kit/display.tsx'
import { Panel } from '../kit/page.tsx'
import { DataTable } from '../kit/table.tsx'
import './colours.css'
import { formatCount } from '../kit/words.ts'
import { OFFICE_ZONE } from '../kit/zone.ts'

const DAY = new Intl.DateTimeFormat('en-GB', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const CLOCK = { hour: '2-digit', minute: '2-digit', timeZone: OFFICE_ZONE } as const
const DAY_HOUR = new Intl.DateTimeFormat('en-GB', { month: 'short', day: 'numeric', ...CLOCK })
const HOUR = new Intl.DateTimeFormat('en-GB', CLOCK)
const DAY_THERE = new Intl.DateTimeFormat('en-GB', { month: 'short', day: 'numeric', timeZone: OFFICE_ZONE })

/** A UTC day, given as `2026-11-21` or an instant: `21 Nov`. */
export const formatDayLabel = (day: string): string => DAY.format(new Date(day))

/** An hour among several days, in the zone of the office: `21 Nov, 14:00`. */
export const formatDayHourLabel = (instant: string): string => DAY_HOUR.format(new Date(instant))

/** An hour in the zone of the office, `14:00`; the first of a day shows the day: `21 Nov`. */
export function formatHourLabel(instant: string): string {
  const at = new Date(instant)
  const hour = HOUR.format(at)
  return hour.startsWith('00:') ? DAY_THERE.format(at) : hour
}

interface Series {
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
  readonly description?: string | undefined
  readonly points: readonly Point[]
  /** Heading of the table's first column, for `x`. */
  readonly xLabel: string
  readonly series: readonly Series[]
  readonly kind?: 'bars' | 'stacked' | 'lines'
  readonly format?: (value: number) => string
  /** Of each point over all series: a last column of the table. */
  readonly totals?: readonly number[]
}

const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const AXIS_PX = 44
const HEIGHT_PX = 240

/** A time series, as bars or lines. */
export function SeriesChart({ title, description, points, xLabel, series, kind = 'stacked', format = formatCount, totals }: Props) {
  const shared = {
    h: HEIGHT_PX,
    data: points.map((point) => ({ ...point })),
    dataKey: 'x',
    series: series.map(({ name, label, colour }) => ({ name, label, color: `var(${colour})` })),
    valueFormatter: format,
    withLegend: series.length > 1,
    legendProps: { verticalAlign: 'bottom' as const, itemSorter: null },
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
    <ChartPanel title={title} description={description} table={tableOf(points, xLabel, series, format, totals)}>
      {chart}
    </ChartPanel>
  )
}

/** Abbreviates thousands on axes, which have little room, unless the caller adds units. */
function tick(format: (value: number) => string): (value: number) => string {
  return (value) => (format(value) === formatCount(value) ? SHORT.format(value) : format(value))
}

function tableOf(
  points: readonly Point[],
  xLabel: string,
  series: readonly Series[],
  format: (value: number) => string,
  totals: readonly number[] | undefined,
) {
  return {
    columns: [xLabel, ...series.map(({ label }) => label), ...(totals === undefined ? [] : ['Total'])],
    rows: points.map((point, index) => [
      point.x,
      ...[...series.map(({ name }) => point[name]), ...(totals === undefined ? [] : [totals[index]])].map((value) =>
        typeof value === 'number' ? format(value) : '–',
      ),
    ]),
  }
}

/** A chart's data as a table. The first column heads its rows. */
interface ChartTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

interface ChartPanelProps {
  readonly title: string
  /** What is counted, and over which period. */
  readonly description: string | undefined
  readonly table: ChartTable
  readonly children: ReactNode
}

/** A chart, with the same data as a table on demand. */
function ChartPanel({ title, description, table, children }: ChartPanelProps) {
  const [asTable, setAsTable] = useState(false)
  const toggle = (
    <Button
      variant={asTable ? 'light' : 'subtle'}
      size="compact-sm"
      color="gray"
      aria-pressed={asTable}
      aria-label={`${title}: table`}
      onClick={() => setAsTable(!asTable)}
    >
      Table
    </Button>
  )
  return (
    <Panel title={title} description={description} actions={toggle}>
      {table.rows.length === 0 ? <NoData py="xl" ta="center" /> : asTable ? <Figures title={title} {...table} /> : children}
    </Panel>
  )
}

function Figures({ title, columns, rows }: ChartTable & { readonly title: string }) {
  return (
    // A scrollable area must be reachable by keyboard.
    <ScrollArea.Autosize mah={320} viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': `${title}, table` }}>
      <DataTable
        label={title}
        columns={columns}
        rows={rows.map((cells) => ({ key: cells[0] ?? '', cells }))}
        numbersFrom={1}
        stickyHeader
        verticalSpacing={6}
      />
    </ScrollArea.Autosize>
  )
}
