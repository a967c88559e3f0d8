import { Anchor, Button, Modal, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/browser.ts'
import { Trend } from '../charts/trend.tsx'
import { useAnswer } from '../kit/api.tsx'
import { Soft } from '../kit/display.tsx'
import { FailureNote } from '../kit/notes.tsx'
import { Panel } from '../kit/page.tsx'
import { DataTable } from '../kit/table.tsx'
import {
  formatCount,
  formatQuantity,
  formatDate,
  formatMediumTime,
  formatDuration,
  describeTimeSpan,
  formatFraction,
} from '../kit/words.ts'
import { type Accuracy, getSourceAccuracy, findDailyLimit, type SourceUsage } from './sources.ts'

const NO_WRAP = { whiteSpace: 'nowrap' } as const

interface Props {
  readonly sources: readonly SourceUsage[]
}

/** What the providers did in the last days, one row each; those that nobody called are named only. */
export function FiguresPanel({ sources }: Props) {
  const accuracy = useAnswer('accuracy', () => api.get('/api/weather/accuracy'))
  const [shown, setShown] = useState<SourceUsage | null>(null)
  const called = sources.filter(({ calls }) => calls > 0)
  const idle = sources.filter(({ calls }) => calls === 0)
  const days = sources[0]?.days.length ?? 0
  return (
    <Panel
      title={`Providers in the last ${days} days`}
      description="Charged are calls to the account of its weather, as the provider weighs them. No prices are known: compare with the limit of the day. The temperature error is the mean of forecasts a day ahead. Durations are to within a tenth."
      actions={
        <Anchor href="/accuracy" size="sm">
          Accuracy
        </Anchor>
      }
    >
      <FailureNote failure={accuracy.failure} onRetry={accuracy.reload} />
      {called.length > 0 && (
        <DataTable
          label={`Providers in the last ${days} days`}
          columns={['Provider', 'Calls by day', 'Calls', 'Failed', 'Median', '95 % within', 'Charged today', 'Temperature error', 'By day']}
          numbersFrom={2}
          minWidth={900}
          verticalSpacing="xs"
          rows={called.map((source) => ({ key: source.id, cells: cellsOf(source, accuracy.data, () => setShown(source)) }))}
        />
      )}
      {idle.length > 0 && <Soft mt="sm">Not called: {idle.map(({ name }) => name).join(', ')}</Soft>}
      <Modal opened={shown !== null} onClose={() => setShown(null)} title={`${shown?.name ?? ''} by day (UTC)`} size="lg">
        {shown !== null && (
          <>
            <Days source={shown} />
            <Outages id={shown.id} />
          </>
        )}
      </Modal>
    </Panel>
  )
}

function cellsOf(source: SourceUsage, accuracy: Accuracy | undefined, onOpen: () => void): readonly ReactNode[] {
  const { name, calls, failed, latency, days } = source
  const limit = findDailyLimit(source)
  const today = days.at(-1)?.charged ?? 0
  return [
    name,
    <Trend key="days" label="Calls by day" values={days.map((day) => day.calls)} />,
    formatCount(calls),
    <span key="failed" style={NO_WRAP}>
      {failed === 0 ? 'none' : `${formatCount(failed)} (${formatFraction(failed / calls)})`}
    </span>,
    latency === null ? '–' : formatDuration(latency.medianMs),
    latency === null ? '–' : formatDuration(latency.p95Ms),
    <span key="charged" style={NO_WRAP}>
      {limit === null ? formatCount(today) : `${formatCount(today)} of ${formatCount(limit)}`}
    </span>,
    accuracy === undefined ? '…' : <TemperatureError key="error" accuracy={accuracy} source={source} />,
    <Button key="open" size="compact-xs" variant="default" aria-label={`Show by day: ${name}`} onClick={onOpen}>
      Show
    </Button>,
  ]
}

/** How far a source's forecasts were off, and what they were compared with. */
function TemperatureError({ accuracy, source }: { readonly accuracy: Accuracy; readonly source: SourceUsage }) {
  const { temperature, days, truth, rain } = getSourceAccuracy(accuracy, source.id)
  if (temperature === null)
    return (
      <Text span inherit c="dimmed">
        {days === 0 ? 'Not enough data yet' : `Not enough data yet: ${formatQuantity(days, 'day')}`}
      </Text>
    )
  return (
    <>
      {temperature.toFixed(1)} °C
      <Soft size="xs">
        {truth}, {formatQuantity(days, 'day')}
      </Soft>
      {rain !== null && (
        <Soft size="xs">
          rain: {formatFraction(rain.found)} found, {formatFraction(rain.falseAlarms)} false alarms
        </Soft>
      )}
    </>
  )
}

/** When a source was in trouble, in the last 90 days. */
function Outages({ id }: Pick<SourceUsage, 'id'>) {
  const { data } = useAnswer(`outages ${id}`, () => api.get('/api/admin/troubles', { query: { key: `source ${id}`, limit: 20 } }))
  if (data === undefined) return null
  if (data.items.length === 0) return <Soft mt="md">No outage in 90 days</Soft>
  return (
    <DataTable
      label="Outages in 90 days"
      mt="md"
      columns={['Outage', 'Lasted', 'Why']}
      rows={data.items.map(({ id: key, beganAt, endedAt, title }) => ({
        key,
        cells: [formatMediumTime(beganAt), describeTimeSpan(beganAt, endedAt), title],
      }))}
    />
  )
}

/** A provider's days, the newest first. */
function Days({ source }: { readonly source: SourceUsage }) {
  const limit = findDailyLimit(source)
  return (
    <DataTable
      label={`${source.name} by day`}
      columns={['Day', 'Calls', 'Failed', 'Median', '95 % within', 'Charged', ...(limit === null ? [] : ['Of the limit'])]}
      numbersFrom={1}
      minWidth={480}
      rows={source.days
        .filter(({ calls }) => calls > 0)
        .toReversed()
        .map(({ day, calls, failed, latency, charged }) => ({
          key: day,
          cells: [
            formatDate(day),
            formatCount(calls),
            formatCount(failed),
            latency === null ? '–' : formatDuration(latency.medianMs),
            latency === null ? '–' : formatDuration(latency.p95Ms),
            formatCount(charged),
            ...(limit === null ? [] : [formatFraction(charged / limit)]),
          ],
        }))}
    />
  )
}
