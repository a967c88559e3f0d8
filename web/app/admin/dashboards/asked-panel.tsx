import type { ReactNode } from 'react'
import type { Answer } from '../../api/ask.ts'
import type { ApiQuery } from '../kit/api.tsx'
import { Answered } from '../kit/notes.tsx'
import { Panel } from '../kit/page.tsx'
import { formatFraction } from '../kit/words.ts'

export type Usage = Answer<'get', '/api/admin/usage'>
export type Budget = Usage['today']
export type Analytics = Answer<'get', '/api/admin/analytics'>

/** A share as a percentage; a dash when unknown. */
export const formatFractionOrDash = (share: number | null): string => (share === null ? '–' : formatFraction(share))

interface Props<T> {
  readonly title: string
  readonly asked: ApiQuery<T>
  readonly children: (data: T) => ReactNode
}

/** A part of a dashboard that loads, fails and refreshes independently of the others. */
export function AskedPanel<T>({ title, asked, children }: Props<T>) {
  return (
    <Panel title={title}>
      <Answered of={asked} height={80}>
        {children}
      </Answered>
    </Panel>
  )
}
