import { Table } from '@mantine/core'
import { Panel } from '../kit/panel.tsx'
import { count } from '../kit/words.ts'
import type { Analytics } from './answers.ts'
import { NoData } from '../kit/empty-state.tsx'

const TYPES: Readonly<Record<string, { readonly label: string; readonly mean?: (mean: number) => string }>> = {
  pageview: { label: 'Page views' },
  engagement: { label: 'Time on page', mean: (mean) => `${Math.round(mean)} s` },
  scroll: { label: 'Scroll depth', mean: (mean) => `${Math.round(mean)} %` },
  ad_view: { label: 'Ad views' },
  vitals: { label: 'Web vitals' },
}

/** What visitors did, by kind. */
export function EventsCard({ totals }: { readonly totals: NonNullable<Analytics['totals']> }) {
  return (
    <Panel title="Events">
      {totals.length === 0 ? (
        <NoData />
      ) : (
        <Table fz="sm" verticalSpacing={8} aria-label="Events">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Event</Table.Th>
              <Table.Th scope="col" ta="end">
                Count
              </Table.Th>
              <Table.Th scope="col" ta="end">
                Visitors
              </Table.Th>
              <Table.Th scope="col" ta="end">
                Average
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
