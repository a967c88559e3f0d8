import { Button, Group, Select, Text } from '@mantine/core'
import { Icon } from '../icon.tsx'
import { count } from '../words.ts'
import type { ListMoves, ListState } from './list-state.ts'
import styles from './list.module.css'

export interface ListFooterProps {
  readonly state: ListState
  readonly moves: ListMoves
  readonly shown: number
  readonly total: number
  readonly nextCursor: string | null
}

/** Position in the list, and buttons for the next and previous page. */
export function ListFooter({ state, moves, shown, total, nextCursor }: ListFooterProps) {
  const isFirst = state.cursor === null
  // A link into the middle of a list does not tell the number of rows before it.
  const offset = isFirst ? 0 : state.before.length === 0 ? null : state.before.length * state.limit
  const range = offset === null ? `${count(shown)} of ${count(total)}` : `${count(offset + 1)}–${count(offset + shown)} of ${count(total)}`
  return (
    <Group justify="space-between" className={styles.footer}>
      <Group gap="sm">
        <Text size="sm" c="dimmed">
          {shown === 0 ? `${count(total)} in total` : range}
        </Text>
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
