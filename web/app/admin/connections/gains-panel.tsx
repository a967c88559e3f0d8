import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { api } from '../../api/browser.ts'
import { useAnswer } from '../kit/api.tsx'
import { Soft } from '../kit/display.tsx'
import { FailureNote } from '../kit/notes.tsx'
import { Panel } from '../kit/page.tsx'
import { DataTable } from '../kit/table.tsx'
import { formatCount, formatDate, formatQuantity } from '../kit/words.ts'
import { describeGain, describeGainInterval, type SourceGain } from './gains.ts'

interface Props {
  /** Names of the providers by id. */
  readonly names: ReadonlyMap<string, string>
}

/** What the blend would lose without each source, so that paid plans can be judged. */
export function GainsPanel({ names }: Props) {
  const { data, failure, reload } = useAnswer('blend gains', () => api.get('/api/admin/blend/gains'))
  return (
    <Panel
      title="What each source adds to the blend"
      description={`Blended temperatures of the last ${data?.period ?? 60} days as they were issued, with the source and without it, on the same hours at all places with a station. Without it, the others share its weight.`}
      actions={
        <Anchor href="/accuracy" size="sm">
          Accuracy
        </Anchor>
      }
    >
      <FailureNote failure={failure} onRetry={reload} />
      {data !== undefined && data.items.length === 0 && (
        <Soft>Nothing is known yet: it takes places with a nearby station at which two sources forecast the same hours.</Soft>
      )}
      {data !== undefined && data.items.length > 0 && (
        <>
          {data.simulated && <Soft>Simulated weather: this says nothing about the providers.</Soft>}
          <DataTable
            label="What each source adds to the blend"
            columns={['Source', 'Without it', 'Error with it', 'Error without', 'Cases', 'Places at most', 'Since']}
            numbersFrom={2}
            minWidth={760}
            verticalSpacing="xs"
            rows={data.items.map((gain) => ({ key: gain.source, cells: cellsOf(gain, names) }))}
          />
        </>
      )}
    </Panel>
  )
}

function cellsOf(gain: SourceGain, names: Props['names']): readonly ReactNode[] {
  const { source, error, errorWithout, cases, places, firstDay, days } = gain
  const interval = describeGainInterval(gain)
  return [
    names.get(source) ?? source,
    <div key="without">
      {describeGain(gain)}
      {interval !== null && <Soft size="xs">{interval}</Soft>}
    </div>,
    formatKelvin(error),
    formatKelvin(errorWithout),
    formatCount(cases),
    formatCount(places),
    <div key="since">
      {firstDay === null ? '–' : formatDate(firstDay)}
      <Soft size="xs">{formatQuantity(days, 'day')}</Soft>
    </div>,
  ]
}

function formatKelvin(value: number | null): string {
  return value === null ? '–' : `${value.toFixed(2)} K`
}
