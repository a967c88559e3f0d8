import { Anchor, Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ApiQuery } from '../kit/answer.ts'
import { FailureNote } from '../kit/failure.tsx'
import { Panel } from '../kit/panel.tsx'

interface Props<T> {
  readonly title: string
  /** The page with details. */
  readonly to?: string | undefined
  readonly more?: string
  readonly asked: ApiQuery<T>
  readonly children: (data: T) => ReactNode
}

/** A part of a dashboard that loads, fails and refreshes independently of the others. */
export function AskedPanel<T>({ title, to, more = 'Details', asked: { data, failure, reload }, children }: Props<T>) {
  const link = to !== undefined && (
    <Anchor component={Link} to={to} size="sm" aria-label={`${title}: ${more.toLowerCase()}`}>
      {more}
    </Anchor>
  )
  return (
    <Panel title={title} actions={link}>
      {failure !== undefined && <FailureNote failure={failure} onRetry={reload} />}
      {data === undefined ? failure === undefined && <Waiting /> : children(data)}
    </Panel>
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
