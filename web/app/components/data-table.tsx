import type { ReactNode } from 'react'

interface DataTableOf<Cell> {
  readonly columns: readonly string[]
  /** Each begins with its name. */
  readonly rows: readonly (readonly [name: string, ...cells: Cell[]])[]
  readonly renderCell: (value: Cell) => ReactNode
  readonly className?: string | undefined
}

/** A table with names of its columns and rows. */
export function DataTable<Cell>({ columns, rows, renderCell, className }: DataTableOf<Cell>) {
  return (
    <table className={className}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells], index) => (
          // oxlint-disable-next-line react/no-array-index-key -- when clocks go back, two rows have the same hour
          <tr key={index}>
            <th scope="row">{name}</th>
            {cells.map((value, column) => (
              // oxlint-disable-next-line react/no-array-index-key -- the columns never change
              <td key={column}>{renderCell(value)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
