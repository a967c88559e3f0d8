import { Anchor, Card, Skeleton, Stack } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import type { Answer } from '../kit/answer.ts'
import { FailureNote } from '../kit/failure.tsx'
import styles from './panel.module.css'

interface Props<T> {
  readonly title: string
  /** The page that tells more. */
  readonly to?: string
  readonly more?: string
  readonly asked: Answer<T>
  readonly children: (answer: T) => ReactNode
}

/** One card of a dashboard: waits, fails and refreshes by itself, whatever becomes of its neighbours. */
export function Panel<T>({ title, to, more = 'Details', asked: { data, failure, reload }, children }: Props<T>) {
  const id = useId()
  return (
    <Card component="section" withBorder radius="md" padding="lg" h="100%" aria-labelledby={id}>
      <div className={styles.head}>
        <h2 className={styles.title} id={id}>
          {title}
        </h2>
        {to !== undefined && (
          <Anchor component={Link} to={to} className={styles.more} aria-label={`${title}: ${more.toLowerCase()}`}>
            {more}
          </Anchor>
        )}
      </div>
      {failure !== undefined && <FailureNote failure={failure} onRetry={reload} />}
      {data === undefined ? failure === undefined && <Waiting /> : children(data)}
    </Card>
  )
}

function Waiting() {
  return (
    <Stack gap="xs" aria-hidden="true">
      <Skeleton h={32} w="55%" />
      <Skeleton h={14} />
      <Skeleton h={14} w="80%" />
    </Stack>
  )
}
