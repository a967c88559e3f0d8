import { Select, Skeleton, Table, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import styles from './list.module.css'
import { ChooseBox, type Selection } from './selection.tsx'
import type { Column } from './types.ts'

interface ListTableProps<Item> {
  readonly label: string
  readonly columns: readonly Column<Item>[]
  /** Undefined while loading. */
  readonly items: readonly Item[] | undefined
  readonly sort: string
  readonly isLoading: boolean
  keyOf(item: Item): string
  /** Opens an item's details; undefined: there are none. */
  readonly onOpen: ((item: Item) => void) | undefined
  onSort(sort: string): void
  /** Opens the page of an item, which the first cell links to; undefined: there is none. */
  readonly onFollow: ((item: Item) => void) | undefined
  /** Undefined: rows cannot be chosen. */
  readonly selection: Selection | undefined
  nameOf(item: Item): string
}

const SKELETON_ROWS = 8

/** A list as a table. The first column names the row and opens its details. */
export function ListTable<Item>(props: ListTableProps<Item>) {
  const { label, columns, items, sort, isLoading, keyOf, onOpen, onFollow, onSort, selection, nameOf } = props
  return (
    <Table.ScrollContainer
      minWidth={columns.length * 110}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': label } }}
    >
      <Table
        highlightOnHover={(onOpen ?? onFollow) !== undefined}
        verticalSpacing="sm"
        horizontalSpacing="md"
        aria-busy={isLoading}
        className={styles.table}
      >
        <Table.Caption className="unseen">{label}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            {selection !== undefined && (
              <Table.Td w={36}>
                <ChooseBox
                  label="Choose all rows of this page"
                  isChosen={selection.isAll}
                  isSome={selection.isSome}
                  onToggle={selection.toggleAll}
                />
              </Table.Td>
            )}
            {columns.map((column) => (
              <Head key={column.head} column={column} sort={sort} onSort={onSort} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody className={isLoading && items !== undefined ? styles.old : undefined}>
          {items === undefined
            ? Array.from({ length: SKELETON_ROWS }, (_, row) => (
                <Table.Tr key={row}>
                  {selection !== undefined && <Table.Td />}
                  {columns.map(({ head }) => (
                    <Table.Td key={head}>
                      <Skeleton height={14} width={`${55 + ((row * 17 + head.length * 7) % 40)}%`} />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))
            : items.map((item) => (
                <Row key={keyOf(item)} item={item} columns={columns} onOpen={onOpen} onFollow={onFollow}>
                  {selection !== undefined && (
                    <Table.Td>
                      <ChooseBox
                        label={`Choose ${nameOf(item)}`}
                        isChosen={selection.has(keyOf(item))}
                        onToggle={() => selection.toggle(keyOf(item))}
                      />
                    </Table.Td>
                  )}
                </Row>
              ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function Head<Item>({ column, sort, onSort }: { readonly column: Column<Item>; readonly sort: string; onSort(sort: string): void }) {
  const { head, sort: name, align, isDescendingFirst = false } = column
  const direction = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined
  const other = direction === undefined ? (isDescendingFirst ? `-${name}` : name) : direction === 'ascending' ? `-${name}` : name
  if (name === undefined || other === undefined) return <Table.Th ta={align}>{head}</Table.Th>
  return (
    <Table.Th ta={align} aria-sort={direction ?? 'none'}>
      <UnstyledButton className={styles.sort} onClick={() => onSort(other)} data-sorted={direction !== undefined}>
        {head}
        <Icon name={direction === undefined ? 'updown' : direction === 'ascending' ? 'up' : 'down'} size={14} />
      </UnstyledButton>
    </Table.Th>
  )
}

interface RowProps<Item> {
  readonly item: Item
  readonly columns: readonly Column<Item>[]
  readonly onOpen: ((item: Item) => void) | undefined
  readonly onFollow: ((item: Item) => void) | undefined
  /** Before the columns. */
  readonly children?: ReactNode
}

function Row<Item>({ item, columns, onOpen, onFollow, children }: RowProps<Item>) {
  const onRow = onOpen ?? onFollow
  return (
    <Table.Tr
      className={onRow === undefined ? undefined : styles.row}
      onClick={onRow === undefined ? undefined : (event) => opensRow(event) && onRow(item)}
    >
      {children}
      {columns.map(({ head, cell, align, isNarrow = false }, index) => (
        <Table.Td key={head} ta={align} className={isNarrow ? styles.oneLine : undefined}>
          {index === 0 && onOpen !== undefined ? (
            <UnstyledButton className={styles.open} onClick={() => onOpen(item)} aria-haspopup="dialog">
              {cell(item)}
            </UnstyledButton>
          ) : (
            cell(item)
          )}
        </Table.Td>
      ))}
    </Table.Tr>
  )
}

/** Whether a click on a row opens it: not on elements with their own click, nor after selecting text. */
function opensRow(event: React.MouseEvent): boolean {
  return (event.target as Element).closest('a, button, input, label') === null && String(getSelection() ?? '') === ''
}

/** A list on a phone: one card per row, headed by its first column. */
export function ListCards<Item>(props: ListTableProps<Item>) {
  const { label, columns, items, sort, isLoading, keyOf, onOpen, onFollow, onSort, selection, nameOf } = props
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
                {selection !== undefined && (
                  <div className={styles.box}>
                    <ChooseBox
                      label={`Choose ${nameOf(item)}`}
                      isChosen={selection.has(keyOf(item))}
                      onToggle={() => selection.toggle(keyOf(item))}
                    />
                  </div>
                )}
                {onOpen === undefined ? (
                  <div className={`${styles.name} ${onFollow === undefined ? '' : styles.follow}`}>{first.cell(item)}</div>
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
