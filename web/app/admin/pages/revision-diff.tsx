import { Skeleton } from '@mantine/core'
import { api } from '../../api/browser.ts'
import { DiffView } from '../editing/diff-view.tsx'
import { useAnswer } from '../kit/answer.ts'
import { FailureNote } from '../kit/failure.tsx'
import type { CmsPage } from './text.ts'

interface Props {
  readonly page: CmsPage
  readonly from: string
  readonly to: string
}

/** The differences between two texts of a page. */
export function RevisionDiff({ page: { slug, lang, version }, from, to }: Props) {
  const { data, failure, reload } = useAnswer(`${slug} ${lang} ${version} ${from} ${to}`, () =>
    api.get('/api/admin/cms-pages/{slug}/diff', { path: { slug }, query: { lang, from, to } }),
  )
  if (failure !== undefined) return <FailureNote failure={failure} onRetry={reload} />
  return data === undefined ? <Skeleton h={120} /> : <DiffView diff={data.diff} label={`Differences from ${from} to ${to}`} />
}
