import { Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Answer } from '../../api/ask.ts'
import type { ApiQuery } from '../kit/api.tsx'
import { FailureNote } from '../kit/notes.tsx'
import { Panel } from '../kit/page.tsx'
import { percent } from '../kit/words.ts'

export type Usage = Answer<'get', '/api/admin/usage'>
export type Budget = Usage['today']
export type Analytics = Answer<'get', '/api/admin/analytics'>

/** A share as a percentage; a dash when unknown. */
export const rate = (share: number | null): string => (share === null ? '–' : percent(share))

interface Props<T> {
  readonly title: string
  readonly asked: ApiQuery<T>
  readonly children: (data: T) => ReactNode
}

/** A part of a dashboard that loads, fails and refreshes independently of the others. */
export function AskedPanel<T>({ title, asked: { data, failure, reload }, children }: Props<T>) {
  return (
    <Panel title={title}>
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
