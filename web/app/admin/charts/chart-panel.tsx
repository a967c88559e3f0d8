import { Button, ScrollArea, Table } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Panel } from '../kit/panel.tsx'
import styles from './chart-panel.module.css'
import './colours.css'
import { NoData } from '../kit/empty-state.tsx'

/** A chart's data as a table. The first column heads its rows. */
export interface ChartTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

interface Props {
  readonly title: string
  /** What is counted, and over which period. */
  readonly description?: string
  readonly table: ChartTable
  readonly children: ReactNode
}

/** A chart, with the same data as a table on demand. */
export function ChartPanel({ title, description, table, children }: Props) {
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
    <Panel title={title} {...(description === undefined ? {} : { description })} actions={toggle}>
      {table.rows.length === 0 ? <NoData py="xl" ta="center" /> : asTable ? <Figures title={title} {...table} /> : children}
    </Panel>
  )
}

function Figures({ title, columns, rows }: ChartTable & { readonly title: string }) {
  return (
    // A scrollable area must be reachable by keyboard.
    <ScrollArea.Autosize mah={320} viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': `${title}, table` }}>
      <Table stickyHeader verticalSpacing={6} fz="sm">
        <Table.Thead>
          <Table.Tr>
            {columns.map((column, index) => (
              <Table.Th key={column} scope="col" className={index === 0 ? undefined : styles.number}>
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([head, ...figures]) => (
            <Table.Tr key={head}>
              <Table.Th scope="row" fw={400}>
                {head}
              </Table.Th>
              {figures.map((figure, index) => (
                <Table.Td key={columns[index + 1]} className={styles.number}>
                  {figure}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  )
}
