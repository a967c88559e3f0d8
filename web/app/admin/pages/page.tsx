import { Skeleton } from '@mantine/core'
import { useParams, useSearchParams } from 'react-router'
import { api } from '../../api/browser.ts'
import { LANGUAGES } from '../editing/languages.ts'
import { useAnswer } from '../kit/answer.ts'
import { FailureNote } from '../kit/failure.tsx'
import { Page } from '../kit/page.tsx'
import { titled } from '../kit/title.ts'
import { spoken } from '../kit/words.ts'
import { PageEditor } from './page-editor.tsx'
import { newPage } from './text.ts'

export const meta = titled('Page')

/** /admin/pages/{slug}?lang=: a text of the site in one language. The first save creates it. */
export default function CmsPagePage() {
  const { slug = '' } = useParams()
  const [query] = useSearchParams()
  const lang = LANGUAGES.find((each) => each === query.get('lang')) ?? 'en'
  const { data, failure, reload, set } = useAnswer(`page ${slug} ${lang}`, () =>
    api.get('/api/admin/cms-pages/{slug}', { path: { slug }, query: { lang } }),
  )
  const isThere = data !== undefined && data.slug === slug && data.lang === lang
  const page = isThere ? data : failure?.code === 'not_found' ? newPage(slug, lang) : undefined
  if (page !== undefined) return <PageEditor key={`${slug} ${lang}`} page={page} reload={reload} set={set} />
  return (
    <Page title={spoken(slug)}>
      {failure === undefined ? <Skeleton h={520} radius="lg" /> : <FailureNote failure={failure} onRetry={reload} />}
    </Page>
  )
}
