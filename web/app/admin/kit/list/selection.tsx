import { Button, Checkbox, Group, Progress, Text } from '@mantine/core'
import { useState } from 'react'
import type { ApiFailure } from '../../../api/ask.ts'
import { notifyReader } from '../api.tsx'
import { Confirm } from '../dialogs.tsx'
import { toApiFailure } from '../failure.ts'
import { describeApiFailure, Note } from '../notes.tsx'
import { withProof } from '../proof.tsx'
import { formatCount } from '../words.ts'
import styles from './list.module.css'

/** What is done to several rows at once, one request after the other. */
export interface BulkAction<Item> {
  /** The button: `End subscriptions`. */
  readonly label: string
  /** What it means, before it is confirmed. */
  readonly explained: string
  readonly isDangerous?: boolean
  /** Whether it can be done to a row; others are left as they are. */
  applies(item: Item): boolean
  run(item: Item): Promise<unknown>
}

/** The chosen rows of the page that is shown. */
export interface Selection {
  has(key: string): boolean
  toggle(key: string): void
  toggleAll(): void
  readonly isAll: boolean
  readonly isSome: boolean
}

/** Rows that are no longer shown are no longer chosen. */
export function useSelection(keys: readonly string[]): Selection & { readonly chosen: readonly string[]; clear(): void } {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const chosen = keys.filter((key) => marked.has(key))
  const isAll = keys.length > 0 && chosen.length === keys.length
  return {
    chosen,
    isAll,
    isSome: chosen.length > 0 && !isAll,
    has: (key) => marked.has(key),
    toggle: (key) => setMarked(new Set(marked.has(key) ? chosen.filter((each) => each !== key) : [...chosen, key])),
    toggleAll: () => setMarked(new Set(isAll ? [] : keys)),
    clear: () => setMarked(new Set()),
  }
}

interface SelectionBarProps<Item> {
  readonly items: readonly Item[]
  readonly actions: readonly BulkAction<Item>[]
  /** Some were done, or all. */
  onDone(): unknown
  onClear(): void
}

/** What can be done to the chosen rows, and how far it is. */
export function SelectionBar<Item>({ items, actions, onDone, onClear }: SelectionBarProps<Item>) {
  const [asked, setAsked] = useState<BulkAction<Item> | null>(null)
  const [progress, setProgress] = useState<{ readonly done: number; readonly of: number } | null>(null)
  const [failure, setFailure] = useState<ApiFailure>()
  const applicable = asked === null ? [] : items.filter((item) => asked.applies(item))

  const runAll = async (action: BulkAction<Item>, rows: readonly Item[]) => {
    setFailure(undefined)
    let done = 0
    try {
      for (const row of rows) {
        setProgress({ done, of: rows.length })
        await withProof(() => action.run(row))
        done += 1
      }
      onClear()
    } catch (thrown) {
      // What was done stays done; the rest is still chosen.
      setFailure(toApiFailure(thrown))
    }
    setProgress(null)
    setAsked(null)
    if (done > 0) notifyReader(`${action.label}: ${formatCount(done)} of ${formatCount(rows.length)} done`)
    await onDone()
  }

  if (items.length === 0) return null
  return (
    <section className={styles.chosen} aria-label="Chosen rows">
      <Text size="sm" role="status">
        {formatCount(items.length)} chosen
      </Text>
      <Group gap="xs">
        {actions.map((action) => (
          <Button
            key={action.label}
            size="xs"
            variant={action.isDangerous === true ? 'light' : 'default'}
            {...(action.isDangerous === true ? { color: 'red' } : {})}
            disabled={progress !== null || !items.some((item) => action.applies(item))}
            onClick={() => setAsked(action)}
          >
            {action.label}
          </Button>
        ))}
        <Button size="xs" variant="subtle" onClick={onClear} disabled={progress !== null}>
          Choose none
        </Button>
      </Group>
      {failure !== undefined && (
        <Note tone="bad" isNews>
          {describeApiFailure(failure)}
        </Note>
      )}
      {asked === null ? null : (
        <Confirm
          isOpen
          title={`${asked.label}: ${formatCount(applicable.length)}?`}
          label={asked.label}
          isDangerous={asked.isDangerous ?? false}
          isBusy={progress !== null}
          onClose={() => setAsked(null)}
          onConfirm={() => runAll(asked, applicable)}
        >
          <Text size="sm">
            {asked.explained}
            {applicable.length < items.length && ` ${formatCount(items.length - applicable.length)} of the chosen ones stay as they are.`}
          </Text>
          {progress !== null && <Progress value={(100 * progress.done) / progress.of} aria-label={`${asked.label}: progress`} />}
        </Confirm>
      )}
    </section>
  )
}

/** The box of a row, or of all of them. */
export function ChooseBox({
  label,
  isChosen,
  isSome = false,
  onToggle,
}: {
  readonly label: string
  readonly isChosen: boolean
  readonly isSome?: boolean
  onToggle(): void
}) {
  return <Checkbox size="xs" aria-label={label} checked={isChosen} indeterminate={isSome} onChange={onToggle} />
}
