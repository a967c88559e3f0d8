import { Button, Card, Table, Text } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import styles from './chart-card.module.css'
import palette from './colours.module.css'

/** What a chart shows, to be read instead of seen. The first column heads its rows. */
export interface ChartTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
}

interface Props {
  readonly title: string
  /** What is counted, of which time. */
  readonly told?: string
  readonly table: ChartTable
  /** A choice of what is shown, beside the title. */
  readonly choice?: ReactNode
  readonly children: ReactNode
}

/** A chart with its name, and the same figures as a table for whoever wants them. */
export function ChartCard({ title, told, table, choice, children }: Props) {
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  return (
    <Card withBorder radius="md" padding="lg" className={palette.palette} h="100%">
      <figure className={styles.figure} aria-labelledby={id}>
        <figcaption className={styles.caption}>
          <div>
            <h2 className={styles.title} id={id}>
              {title}
            </h2>
            {told !== undefined && <p className={styles.told}>{told}</p>}
          </div>
          <Button
            variant="subtle"
            size="compact-xs"
            color="gray"
            aria-pressed={asTable}
            aria-label={`${title}: as table`}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? 'As chart' : 'As table'}
          </Button>
        </figcaption>
        {choice}
        <div className={styles.body}>
          {table.rows.length === 0 ? (
            <Text c="dimmed" size="sm" py="xl" ta="center">
              Nothing in this time
            </Text>
          ) : asTable ? (
            <Figures title={title} {...table} />
          ) : (
            children
          )}
        </div>
      </figure>
    </Card>
  )
}

function Figures({ title, columns, rows }: ChartTable & { readonly title: string }) {
  return (
    // A region that scrolls must be reachable by keyboard.
    <div className={styles.table} role="region" aria-label={`${title}, table`} tabIndex={0}>
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
    </div>
  )
}
