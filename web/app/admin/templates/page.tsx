import { Skeleton } from '@mantine/core'
import { useParams } from 'react-router'
import { api } from '../../api/browser.ts'
import { useAnswer } from '../kit/answer.ts'
import { FailureNote } from '../kit/failure.tsx'
import { Page } from '../kit/page.tsx'
import { titled } from '../kit/title.ts'
import { spoken } from '../kit/words.ts'
import { TemplateEditor } from './template-editor.tsx'

export const meta = titled('Email template')

/** /admin/email-templates/{id}: one template, with a preview next to it. */
export default function TemplatePage() {
  const { id = '' } = useParams()
  const { data, failure, reload, set } = useAnswer(`template ${id}`, () => api.get('/api/admin/email-templates/{id}', { path: { id } }))
  if (data !== undefined && data.template.id === id) return <TemplateEditor key={id} answer={data} reload={reload} set={set} />
  return (
    <Page title={spoken(id)}>
      {failure === undefined ? <Skeleton h={520} radius="lg" /> : <FailureNote failure={failure} onRetry={reload} />}
    </Page>
  )
}
