import { Button, Drawer, Group, Paper, Select } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../../api/browser.ts'
import { useAnswer } from '../api.tsx'
import { EmptyState, Soft } from '../display.tsx'
import { Icon } from '../icon.tsx'
import { FailureNote } from '../notes.tsx'
import { Page } from '../page.tsx'
import { usePhone } from '../use-phone.ts'
import { formatCount, formatQuantity } from '../words.ts'
import { ListFilters } from './list-filters.tsx'
import { ListCards, ListTable } from './list-rows.tsx'
import { buildCsvAddress, type ListMoves, buildListQuery, type ListState, useListState } from './list-state.ts'
import styles from './list.module.css'
import { type BulkAction, SelectionBar, useSelection } from './selection.tsx'
import type { Column, Filter, ListAnswer, ListHandle, ListItem, ListPath, SortName } from './types.ts'

interface ListPageProps<P extends ListPath> {
  readonly path: P
  readonly title: string
  readonly description?: ReactNode
  /** The first one names the row. Define it outside of the component. */
  readonly columns: readonly Column<ListItem<P>, SortName<P>>[]
  /** Define them outside of the component. */
  readonly filters?: readonly Filter[]
  /** What the search covers, such as `Email or name`; omitted: no search. */
  readonly search?: string
  /** The API's default order. */
  readonly defaultSort: SortName<P> | `-${SortName<P>}`
  keyOf(item: ListItem<P>): string
  /** Next to the title. */
  readonly renderActions?: (list: ListHandle<ListItem<P>>) => ReactNode
  /** Between title and list: totals of the whole list, whichever part of it is shown. */
  readonly renderAbove?: (first: ListAnswer<P>) => ReactNode
  /** The details of a row. */
  readonly renderDetails?: (item: ListItem<P>, list: ListHandle<ListItem<P>>) => ReactNode
  readonly detailsTitle?: (item: ListItem<P>) => ReactNode
  /** Shown when the list is empty without filters. */
  readonly nothing?: ReactNode
  readonly everySeconds?: number
  /** What can be done to several rows at once; none: rows cannot be chosen. */
  readonly bulk?: readonly BulkAction<ListItem<P>>[]
  /** The page of a row, which its first cell links to: a click anywhere on the row leads there, too. */
  readonly toOf?: (item: ListItem<P>) => string
  /** Names a row for who chooses it: `ada@example.org`. */
  readonly nameOf?: (item: ListItem<P>) => string
}

const NO_FILTERS: readonly Filter[] = []

/** A page for one list of the API: search, filters, order, pages, CSV, and row details. */
export function ListPage<P extends ListPath>(props: ListPageProps<P>) {
  const { path, title, description, columns, filters = NO_FILTERS, search, defaultSort, keyOf, everySeconds } = props
  const [state, moves] = useListState(filters, defaultSort)
  const query = buildListQuery(state, filters)
  const answer = useAnswer(
    `${path}?${new URLSearchParams(query)}`,
    () => (api.get as (path: P, given: object) => Promise<ListAnswer<P>>)(path, { query }),
    { everySeconds },
  )
  const [changes, setChanges] = useState(0)
  const isPhone = usePhone()
  const { data, failure } = answer
  const items = data?.items as readonly ListItem<P>[] | undefined
  const opened = state.open === null ? undefined : items?.find((item) => keyOf(item) === state.open)
  const list: ListHandle<ListItem<P>> = {
    reload() {
      setChanges((was) => was + 1)
      return answer.reload()
    },
    replace(item) {
      setChanges((was) => was + 1)
      return answer.change((was) => ({
        ...was,
        items: was.items.map((each) => (keyOf(each as ListItem<P>) === keyOf(item) ? item : each)),
      }))
    },
    close: () => moves.open(null),
  }
  const selection = useSelection(items?.map(keyOf) ?? [])
  const { bulk = [], nameOf = keyOf, toOf } = props
  const navigate = useNavigate()
  const isNarrowed = state.q !== '' || Object.keys(state.filters).length > 0
  const Rows = isPhone ? ListCards : ListTable
  return (
    <Page
      title={title}
      description={description}
      actions={
        <>
          <Button
            component="a"
            href={buildCsvAddress(path, state, filters)}
            download
            variant="default"
            leftSection={<Icon name="download" />}
          >
            Download CSV
          </Button>
          {props.renderActions?.(list)}
        </>
      }
    >
      {props.renderAbove === undefined ? null : (
        <Above path={path} changes={changes} everySeconds={everySeconds} render={props.renderAbove} />
      )}
      <Paper p={{ base: 'md', sm: 'lg' }} radius="lg" shadow="xs">
        <ListFilters state={state} moves={moves} filters={filters} search={search} />
        <div role="status" className="unseen">
          {answer.isLoading ? 'Loading' : data === undefined ? '' : formatQuantity(data.total, 'result')}
        </div>
        <FailureNote failure={failure} onRetry={answer.reload} />
        {failure !== undefined && items === undefined ? null : items?.length === 0 ? (
          <EmptyState title={isNarrowed ? 'No results' : 'Nothing here yet'}>
            {isNarrowed ? 'Try fewer filters or different words.' : props.nothing}
          </EmptyState>
        ) : (
          <Rows
            label={title}
            columns={columns as readonly Column<ListItem<P>>[]}
            items={items}
            sort={state.sort}
            isLoading={answer.isLoading}
            keyOf={keyOf}
            onOpen={props.renderDetails === undefined ? undefined : (item) => moves.open(keyOf(item))}
            onSort={moves.sortBy}
            onFollow={toOf === undefined ? undefined : (item) => void navigate(toOf(item))}
            selection={bulk.length === 0 ? undefined : selection}
            nameOf={nameOf}
          />
        )}
        {bulk.length > 0 && (
          <SelectionBar
            items={items?.filter((item) => selection.has(keyOf(item))) ?? []}
            actions={bulk}
            onDone={list.reload}
            onClear={selection.clear}
          />
        )}
        {data === undefined || (data.total === 0 && state.cursor === null) ? null : (
          <ListFooter state={state} moves={moves} shown={data.items.length} total={data.total} nextCursor={data.nextCursor} />
        )}
      </Paper>
      <Drawer
        opened={opened !== undefined}
        onClose={list.close}
        position="right"
        size="lg"
        title={opened === undefined ? null : (props.detailsTitle?.(opened) ?? 'Details')}
      >
        {opened === undefined ? null : props.renderDetails?.(opened, list)}
      </Drawer>
    </Page>
  )
}

interface AboveProps<P extends ListPath> {
  readonly path: P
  /** The number of changes made to the list; each one reloads the totals. */
  readonly changes: number
  readonly everySeconds: number | undefined
  readonly render: (first: ListAnswer<P>) => ReactNode
}

/** Loads the totals separately: searches and later pages come without them, and they must stay while the user types. */
function Above<P extends ListPath>({ path, changes, everySeconds, render }: AboveProps<P>) {
  const { data } = useAnswer(
    `${path} ${changes}`,
    () => (api.get as (path: P, given: object) => Promise<ListAnswer<P>>)(path, { query: { limit: 1 } }),
    { everySeconds },
  )
  return data === undefined ? null : render(data)
}

interface ListFooterProps {
  readonly state: ListState
  readonly moves: ListMoves
  readonly shown: number
  readonly total: number
  readonly nextCursor: string | null
}

/** Position in the list, and buttons for the next and previous page. */
function ListFooter({ state, moves, shown, total, nextCursor }: ListFooterProps) {
  const isFirst = state.cursor === null
  // A link into the middle of a list does not tell the number of rows before it.
  const offset = isFirst ? 0 : state.before.length === 0 ? null : state.before.length * state.limit
  const range =
    offset === null
      ? `${formatCount(shown)} of ${formatCount(total)}`
      : `${formatCount(offset + 1)}–${formatCount(offset + shown)} of ${formatCount(total)}`
  return (
    <Group justify="space-between" className={styles.footer}>
      <Group gap="sm">
        <Soft>{shown === 0 ? `${formatCount(total)} in total` : range}</Soft>
        <Select
          aria-label="Rows per page"
          data={['25', '50', '100', '200'].map((value) => ({ value, label: `${value} per page` }))}
          value={String(state.limit)}
          onChange={(value) => value !== null && moves.size(Number(value))}
          allowDeselect={false}
          size="xs"
          w={120}
        />
      </Group>
      <Group gap="xs">
        <Button variant="default" size="xs" disabled={isFirst} onClick={moves.previous} leftSection={<Icon name="left" size={14} />}>
          Previous
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={nextCursor === null}
          onClick={() => nextCursor !== null && moves.next(nextCursor)}
          rightSection={<Icon name="right" size={14} />}
        >
          Next
        </Button>
      </Group>
    </Group>
  )
}
