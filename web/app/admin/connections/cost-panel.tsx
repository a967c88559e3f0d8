import { formatDayLabel, SeriesChart } from '../charts/series-chart.tsx'
import { formatCount } from '../kit/words.ts'
import { computeCosts } from './costs.ts'
import type { SourceUsage } from './sources.ts'

const COLOURS = ['--series-1', '--series-2', '--series-3', '--series-4', '--series-5'] as const

/** A provider may weigh a call as a part of one. */
const formatCost = (cost: number): string => formatCount(Math.round(cost * 10) / 10)

interface Props {
  readonly sources: readonly SourceUsage[]
  /** Over all providers, by day, oldest first. */
  readonly days: readonly { readonly cost: number }[]
}

/** What all providers cost by day: whose calls they were, and how many together. */
export function CostPanel({ sources, days }: Props) {
  const costs = computeCosts(sources)
  const total = days.reduce((sum, { cost }) => sum + cost, 0)
  return (
    <SeriesChart
      title="Cost by day"
      description={`Calls per day (UTC), each counted as its provider weighs it: ${formatCost(total)} in ${days.length} days, ${formatCost(days.at(-1)?.cost ?? 0)} of them today. No prices are known.`}
      xLabel="Day"
      points={(costs.series.length === 0 ? [] : costs.days).map(({ day, costs: ofDay }) => ({ x: formatDayLabel(day), ...ofDay }))}
      series={costs.series.map((series, index) => ({ ...series, colour: COLOURS[index] ?? '--series-5' }))}
      format={formatCost}
      totals={days.map(({ cost }) => cost)}
    />
  )
}
