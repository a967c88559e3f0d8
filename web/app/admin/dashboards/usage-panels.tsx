import { Group, Progress, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { Ranking } from '../charts/ranking.tsx'
import { formatDayLabel, formatHourLabel, type Point, SeriesChart } from '../charts/series-chart.tsx'
import { listFailingProviders, type Systems } from '../connections/system.ts'
import type { ApiQuery } from '../kit/api.tsx'
import { Facts, Soft, Status, Time, type Tone } from '../kit/display.tsx'
import { Note } from '../kit/notes.tsx'
import { Panel } from '../kit/page.tsx'
import { formatCount, formatFraction, formatIdentifier } from '../kit/words.ts'
import { OFFICE_ZONE } from '../kit/zone.ts'
import { AskedPanel, type Budget, formatFractionOrDash, type Usage } from './asked-panel.tsx'
import styles from './dashboard.module.css'

const STATUS: Readonly<
  Record<Budget['status'], { readonly text: string; readonly meaning: string; readonly tone: Tone; readonly color: string }>
> = {
  ok: { text: 'OK', meaning: 'Calls are within the budget', tone: 'good', color: 'teal' },
  warning: { text: 'Most is used', meaning: 'Most of the budget is used', tone: 'notice', color: 'yellow' },
  soft_block: { text: 'People only', meaning: 'Only calls that someone is waiting for are allowed', tone: 'notice', color: 'orange' },
  hard_block: { text: 'Used up', meaning: 'No more calls until it resets', tone: 'bad', color: 'red' },
}

interface Props {
  readonly asked: ApiQuery<Usage>
  readonly systems: ApiQuery<Systems>
}

/** What is left of the provider's budget, for the day and the minute, and which providers fail: a failed call spends little of it. */
export function BudgetPanel({ asked, systems }: Props) {
  const failing = listFailingProviders(systems.data)
  return (
    <AskedPanel title="Today’s budget" asked={asked}>
      {({ today, perMinute }) => (
        <>
          <Group justify="space-between" align="baseline" wrap="nowrap">
            <span className={styles.big}>
              {formatCount(today.used)} <span className={styles.unit}>of {today.limit === null ? '∞' : formatCount(today.limit)}</span>
            </span>
            {failing.length > 0 ? (
              <Status tone="bad">Failing</Status>
            ) : (
              <Status tone={STATUS[today.status].tone}>{STATUS[today.status].text}</Status>
            )}
          </Group>
          <Progress
            mt="sm"
            size="lg"
            radius="sm"
            color={STATUS[today.status].color}
            value={today.limit === null ? 0 : Math.min(100, (100 * today.used) / today.limit)}
            aria-label="Share of today’s budget used"
          />
          <Soft size="xs" mt={6}>
            {STATUS[today.status].meaning}
          </Soft>
          {failing.map(({ id, name, message }) => (
            <Note key={id} tone="bad" title={`${name} is failing`}>
              {message}
            </Note>
          ))}
          <Facts
            isCompact
            facts={{
              Used: today.limit === null ? '–' : formatFraction(today.used / today.limit),
              Remaining: today.remaining === null ? 'no limit' : formatCount(today.remaining),
              'This minute': `${formatCount(perMinute.used)} of ${perMinute.limit === null ? '∞' : formatCount(perMinute.limit)}`,
              Resets: <Time at={today.resetsAt} />,
            }}
          />
        </>
      )}
    </AskedPanel>
  )
}

/** The share of weather answers served without waiting for a provider, and by which cache layer. */
export function CachePanel({ asked }: { readonly asked: ApiQuery<Usage> }) {
  return (
    <AskedPanel title="Cache" asked={asked}>
      {({ cache, days }) => (
        <>
          <span className={styles.big}>
            {formatFractionOrDash(cache.hitRate)} <span className={styles.unit}>hit rate, {days.length} days</span>
          </span>
          <Facts
            isCompact
            facts={{
              'Memory hits': formatCount(cache.memory),
              'Database hits': formatCount(cache.database),
              'Misses (provider calls)': formatCount(cache.upstream),
              'Hit rate today': formatFractionOrDash(days.at(-1)?.hitRate ?? null),
            }}
          />
        </>
      )}
    </AskedPanel>
  )
}

const VIEWS = ['provider', 'scope', 'trigger', 'cause'] as const
type View = (typeof VIEWS)[number]

/** What the calls were spent on: by provider, scope, trigger or cause. `nameOf`: what a provider calls itself. */
export function SpendingCard({ usage, nameOf }: { readonly usage: Usage; readonly nameOf: (provider: string) => string }) {
  const [view, setView] = useState<View>('provider')
  return (
    <Panel title="Call breakdown">
      <SegmentedControl
        mb="md"
        fullWidth
        size="xs"
        aria-label="Group calls by"
        value={view}
        onChange={(chosen) => setView(VIEWS.find((each) => each === chosen) ?? 'provider')}
        data={VIEWS.map((each) => ({ value: each, label: each.slice(0, 1).toUpperCase() + each.slice(1) }))}
      />
      <Ranking
        items={sumsOf(usage, view).map(({ name, calls, failed }) => ({
          name: view === 'provider' ? nameOf(name) : formatIdentifier(name),
          value: calls,
          ...(failed > 0 ? { note: `${formatCount(failed)} failed` } : {}),
        }))}
      />
    </Panel>
  )
}

function sumsOf({ byProvider, byScope, byTrigger, byCause }: Usage, view: View) {
  if (view === 'provider') return byProvider.map(({ provider: name, calls, failed }) => ({ name, calls, failed }))
  if (view === 'scope') return byScope.map(({ scope: name, calls, failed }) => ({ name, calls, failed }))
  if (view === 'trigger') return byTrigger.map(({ trigger: name, calls, failed }) => ({ name, calls, failed }))
  return byCause.map(({ cause: name, calls, failed }) => ({ name, calls, failed }))
}

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
  const points = days.map(({ day, calls, failed }): Point => ({ x: formatDayLabel(day), succeeded: calls - failed, failed }))
  return <SeriesChart title="Provider calls" description="Per day (UTC)" xLabel="Day" points={points} series={CALLS} />
}

/** Calls of the last day, by hour. */
export function CallsByHourChart({ hours }: Pick<Usage, 'hours'>) {
  const points = hours.map(({ hour, calls, failed }): Point => ({ x: formatHourLabel(hour), succeeded: calls - failed, failed }))
  return (
    <SeriesChart title="Calls in the last 24 hours" description={`Per hour, ${OFFICE_ZONE}`} xLabel="Hour" points={points} series={CALLS} />
  )
}

/** Answers by cache layer, by day. */
export function LayersChart({ days }: Pick<Usage, 'days'>) {
  const points = days.map(({ day, memory, database, upstream }): Point => ({ x: formatDayLabel(day), memory, database, upstream }))
  return <SeriesChart title="Answers by source" description="Weather answers per day (UTC)" xLabel="Day" points={points} series={LAYERS} />
}
