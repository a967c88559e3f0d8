import { Table } from '@mantine/core'
import { Panel } from '../kit/panel.tsx'
import { count } from '../kit/words.ts'
import type { Analytics } from './answers.ts'
import { NothingThen } from '../kit/nothing.tsx'

const TYPES: Readonly<Record<string, { readonly label: string; readonly mean?: (mean: number) => string }>> = {
  pageview: { label: 'Page views' },
  engagement: { label: 'Time on a page', mean: (mean) => `${Math.round(mean)} s` },
  scroll: { label: 'Scrolled', mean: (mean) => `${Math.round(mean)} %` },
  ad_view: { label: 'Ads seen' },
  vitals: { label: 'Vital signs measured' },
}

/** What visitors did, by kind. */
export function EventsCard({ totals }: { readonly totals: NonNullable<Analytics['totals']> }) {
  return (
    <Panel title="What happened">
      {totals.length === 0 ? (
        <NothingThen />
      ) : (
        <Table fz="sm" verticalSpacing={8} aria-label="What happened">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Event</Table.Th>
              <Table.Th scope="col" ta="end">
                Times
              </Table.Th>
              <Table.Th scope="col" ta="end">
                Visitors
              </Table.Th>
              <Table.Th scope="col" ta="end">
                On average
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {totals.map(({ type, events, visitors, valueSum }) => {
              const { label, mean } = TYPES[type] ?? { label: type }
              return (
                <Table.Tr key={type}>
                  <Table.Th scope="row" fw={400}>
                    {label}
                  </Table.Th>
                  <Table.Td ta="end">{count(events)}</Table.Td>
                  <Table.Td ta="end">{count(visitors)}</Table.Td>
                  <Table.Td ta="end">{mean === undefined || valueSum === null || events === 0 ? '–' : mean(valueSum / events)}</Table.Td>
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      )}
    </Panel>
  )
}
