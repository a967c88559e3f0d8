import { Table, Text } from '@mantine/core'
import { Panel } from '../kit/panel.tsx'
import { count } from '../kit/words.ts'
import { NoData } from '../kit/empty-state.tsx'

interface Row {
  readonly name: string
  readonly earnings: number
  readonly impressions: number
  readonly clicks: number
}

interface Props {
  readonly title: string
  readonly head: string
  readonly rows: readonly Row[]
  money(value: number): string
}

const MOST = 15

/** Earnings by part, highest first. */
export function EarningsTable({ title, head, rows, money }: Props) {
  return (
    <Panel title={title}>
      {rows.length === 0 ? (
        <NoData />
      ) : (
        <Table.ScrollContainer
          minWidth={380}
          scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': `${title}, table` } }}
        >
          <Table fz="sm" verticalSpacing={7} aria-label={title}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{head}</Table.Th>
                {['Earnings', 'Impressions', 'Clicks'].map((column) => (
                  <Table.Th key={column} scope="col" ta="end">
                    {column}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.slice(0, MOST).map(({ name, earnings, impressions, clicks }) => (
                <Table.Tr key={name}>
                  <Table.Th scope="row" fw={400}>
                    {name}
                  </Table.Th>
                  <Table.Td ta="end">{money(earnings)}</Table.Td>
                  <Table.Td ta="end">{count(impressions)}</Table.Td>
                  <Table.Td ta="end">{count(clicks)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {rows.length > MOST && (
        <Text size="xs" c="dimmed" mt="sm">
          {rows.length - MOST} more not shown
        </Text>
      )}
    </Panel>
  )
}
