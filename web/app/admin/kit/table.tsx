import { Table, type TableProps } from '@mantine/core'
import type { Key, ReactNode } from 'react'
import styles from './table.module.css'

interface DataTableProps extends TableProps {
  readonly label: string
  readonly columns: readonly string[]
  /** The first cell heads its row. */
  readonly rows: readonly { readonly key: Key; readonly cells: readonly ReactNode[] }[]
  /** Index of the first column of numbers, which are aligned at their end. */
  readonly numbersFrom?: number
  /** Narrower, the table scrolls. */
  readonly minWidth?: number
}

/** A table of figures, small enough to be shown at once; for lists of the API see `ListPage`. */
export function DataTable({ label, columns, rows, numbersFrom = Infinity, minWidth, ...props }: DataTableProps) {
  const align = (index: number) => (index >= numbersFrom ? ({ ta: 'end', className: styles.number } as const) : {})
  const table = (
    <Table fz="sm" verticalSpacing={7} aria-label={label} {...props}>
      <Table.Thead>
        <Table.Tr>
          {columns.map((column, index) => (
            <Table.Th key={column} scope="col" {...align(index)}>
              {column}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ key, cells: [head, ...cells] }) => (
          <Table.Tr key={key}>
            <Table.Th scope="row" fw={400}>
              {head}
            </Table.Th>
            {cells.map((cell, index) => (
              <Table.Td key={columns[index + 1]} {...align(index + 1)}>
                {cell}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
  if (minWidth === undefined) return table
  // A scrollable area must be reachable by keyboard.
  const viewportProps = { tabIndex: 0, role: 'region', 'aria-label': `${label}, table` }
  return (
    <Table.ScrollContainer minWidth={minWidth} scrollAreaProps={{ viewportProps }}>
      {table}
    </Table.ScrollContainer>
  )
}
