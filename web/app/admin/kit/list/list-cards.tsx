import { Select, Skeleton, UnstyledButton } from '@mantine/core'
import styles from './list.module.css'
import type { ListTableProps } from './list-table.tsx'

/** A list on a phone: one card per row, headed by its first column. */
export function ListCards<Item>({ label, columns, items, sort, isLoading, keyOf, onOpen, onSort }: ListTableProps<Item>) {
  const orders = columns.flatMap(({ head, sort: name }) =>
    name === undefined
      ? []
      : [
          { value: name, label: `${head}, ascending` },
          { value: `-${name}`, label: `${head}, descending` },
        ],
  )
  const [first, ...others] = columns.filter(({ isMinor = false }) => !isMinor)
  if (first === undefined) return null
  return (
    <>
      {orders.length === 0 ? null : (
        <Select
          label="Sort by"
          data={orders}
          value={sort}
          onChange={(value) => value !== null && onSort(value)}
          allowDeselect={false}
          mb="md"
        />
      )}
      <ul className={styles.cards} aria-label={label} aria-busy={isLoading}>
        {items === undefined
          ? [0, 1, 2, 3].map((row) => (
              <li key={row} className={styles.card}>
                <Skeleton height={16} width="60%" mb="sm" />
                <Skeleton height={12} width="85%" />
              </li>
            ))
          : items.map((item) => (
              <li key={keyOf(item)} className={styles.card}>
                {onOpen === undefined ? (
                  <div className={styles.name}>{first.cell(item)}</div>
                ) : (
                  <UnstyledButton className={`${styles.name} ${styles.whole}`} onClick={() => onOpen(item)} aria-haspopup="dialog">
                    {first.cell(item)}
                  </UnstyledButton>
                )}
                <dl>
                  {others.map(({ head, cell }) => (
                    <div key={head}>
                      <dt>{head}</dt>
                      <dd>{cell(item)}</dd>
                    </div>
                  ))}
                </dl>
              </li>
            ))}
      </ul>
    </>
  )
}
