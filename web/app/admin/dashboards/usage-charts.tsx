import { dayLabel, hourLabel } from '../charts/axis.ts'
import { type Point, SeriesChart } from '../charts/series-chart.tsx'
import type { Usage } from './answers.ts'

const CALLS = [
  { name: 'succeeded', label: 'Succeeded', colour: '--series-1' },
  { name: 'failed', label: 'Failed', colour: '--series-bad' },
] as const
const LAYERS = [
  { name: 'memory', label: 'Memory', colour: '--series-2' },
  { name: 'database', label: 'Database', colour: '--series-1' },
  { name: 'upstream', label: 'Provider', colour: '--series-3' },
] as const

/** Calls to providers, by day. */
export function CallsChart({ days }: Pick<Usage, 'days'>) {
  const points = days.map(({ day, calls, failed }): Point => ({ x: dayLabel(day), succeeded: calls - failed, failed }))
  return <SeriesChart title="Provider calls" description="Per day (UTC)" xLabel="Day" points={points} series={CALLS} />
}

/** Calls of the last day, by hour. */
export function CallsByHourChart({ hours }: Pick<Usage, 'hours'>) {
  const points = hours.map(({ hour, calls, failed }): Point => ({ x: hourLabel(hour), succeeded: calls - failed, failed }))
  return (
    <SeriesChart
      title="Calls in the last 24 hours"
      description="Per hour, in your time zone"
      xLabel="Hour"
      points={points}
      series={CALLS}
    />
  )
}

/** Answers by cache layer, by day. */
export function LayersChart({ days }: Pick<Usage, 'days'>) {
  const points = days.map(({ day, memory, database, upstream }): Point => ({ x: dayLabel(day), memory, database, upstream }))
  return <SeriesChart title="Answers by source" description="Weather answers per day (UTC)" xLabel="Day" points={points} series={LAYERS} />
}
