import { Button, Group, Text } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { type Location, useBlocker } from 'react-router'
import { Confirm } from '../kit/dialogs.tsx'
import { formatQuantity } from '../kit/words.ts'
import styles from './save-bar.module.css'

interface Props {
  readonly changes: number
  readonly isBusy: boolean
  /** Why it cannot be saved yet. */
  readonly problem?: string | undefined
  readonly label: string
  /** A second way to save, after the first. */
  readonly children?: ReactNode
  onSave(): unknown
  onDiscard(): void
}

/** Stays visible while there are unsaved changes. */
export function SaveBar({ changes, isBusy, problem, label, children, onSave, onDiscard }: Props) {
  if (changes === 0) return null
  return (
    <section className={styles.bar} aria-label="Unsaved changes">
      <Text size="sm" role="status">
        {formatQuantity(changes, 'unsaved change')}
        {problem !== undefined && (
          <Text span inherit c="var(--mantine-color-error)">
            {' · '}
            {problem}
          </Text>
        )}
      </Text>
      <Group gap="sm">
        <Button variant="default" onClick={onDiscard} disabled={isBusy}>
          Discard
        </Button>
        <Button
          {...(children === undefined ? {} : { variant: 'default' })}
          onClick={() => void onSave()}
          loading={isBusy}
          disabled={problem !== undefined}
        >
          {label}
        </Button>
        {children}
      </Group>
    </section>
  )
}

/** Includes the query, which selects what is edited, such as a text's language. */
const pageOf = ({ pathname, search }: Location): string => pathname + search

interface GuardProps {
  readonly isDirty: boolean
  /** The address below which the pages share what is unsaved. */
  readonly within?: string
}

/** Asks before leaving a page with unsaved changes. */
export function UnsavedGuard({ isDirty, within }: GuardProps) {
  const isShared = ({ pathname }: Location) => within !== undefined && (pathname === within || pathname.startsWith(`${within}/`))
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && pageOf(currentLocation) !== pageOf(nextLocation) && !isShared(nextLocation),
  )
  useEffect(() => {
    if (!isDirty) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isDirty])
  return (
    <Confirm
      isOpen={blocker.state === 'blocked'}
      title="Leave without saving?"
      label="Leave page"
      isDangerous
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      <Text size="sm">Your changes on this page are not saved and will be lost.</Text>
    </Confirm>
  )
}
