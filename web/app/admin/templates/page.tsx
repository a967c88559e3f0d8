import { Alert, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useParams } from 'react-router'
import { api } from '../../api/browser.ts'
import { SaveBar, UnsavedGuard } from '../editing/save-bar.tsx'
import { useAction, useAnswer } from '../kit/api.tsx'
import { ConfirmButton } from '../kit/dialogs.tsx'
import { Time, Status } from '../kit/display.tsx'
import { Icon } from '../kit/icon.tsx'
import { useMe } from '../kit/me.ts'
import { buildAdminMeta } from '../kit/meta.ts'
import { ConflictNotice, FailureNote } from '../kit/notes.tsx'
import { Page } from '../kit/page.tsx'
import { formatIdentifier } from '../kit/words.ts'
import { PreviewPanel } from './preview-panel.tsx'
import { SourcePanel } from './source-panel.tsx'
import { listChangedParts, type Part, type Reader, type Sources, type TemplateAnswer } from './template.ts'
import { TestMail } from './test-mail.tsx'

export const meta = buildAdminMeta('Email template')

/** /admin/email-templates/{id}: one template, with a preview next to it. */
export default function TemplatePage() {
  const { id = '' } = useParams()
  const { data, failure, reload, set } = useAnswer(`template ${id}`, () => api.get('/api/admin/email-templates/{id}', { path: { id } }))
  if (data !== undefined && data.template.id === id) return <TemplateEditor key={id} answer={data} reload={reload} set={set} />
  return (
    <Page title={formatIdentifier(id)}>
      {failure === undefined ? <Skeleton h={520} radius="lg" /> : <FailureNote failure={failure} onRetry={reload} />}
    </Page>
  )
}

interface Props {
  readonly answer: TemplateAnswer
  reload(): Promise<void>
  set(answer: TemplateAnswer): Promise<void>
}

/** Long enough to finish a word, short enough to feel immediate. */
const PAUSE_MS = 400
const SIDES = { alignItems: 'start', '--editor-height': 'max(26rem, calc(100vh - 22rem))' }

/** Sources and preview side by side. */
function TemplateEditor({ answer: { template }, reload, set }: Props) {
  const { id, sources, shipped, samples, edited, version, updatedAt, updatedBy, description, ownerOnly, fault } = template
  const mayEdit = useMe().may(ownerOnly ? 'owner' : 'editor')
  const [drafts, setDrafts] = useState<Sources>(sources)
  const [base, setBase] = useState<Sources>(sources)
  // Without unsaved changes, the sources follow what others save.
  if (base !== sources) {
    setBase(sources)
    if (listChangedParts(drafts, base).length === 0) setDrafts(sources)
  }
  const [reader, setReader] = useState<Reader>({ sample: samples[0] ?? '', lang: 'en', units: 'metric' })
  const [hasConflict, setConflict] = useState(false)
  const changed = listChangedParts(drafts, sources)
  const isDirty = changed.length > 0

  // Unchanged sources are left out, since only editors may send sources that differ from the saved ones.
  const asked = { ...Object.fromEntries(changed.map((part) => [part, drafts[part]])), ...reader }
  const [settled] = useDebouncedValue(JSON.stringify(asked), PAUSE_MS)
  const preview = useAnswer(settled, () =>
    api.post('/api/admin/email-templates/{id}/preview', { path: { id }, body: JSON.parse(settled) as typeof asked }),
  )

  const reloadForEdit = async () => {
    await reload()
    setConflict(isDirty)
  }
  const take = async (answer: TemplateAnswer) => {
    await set(answer)
    // Keeps input typed while saving.
    setDrafts((now) => (now === drafts ? answer.template.sources : now))
    setConflict(false)
  }
  const save = useAction(() => api.patch('/api/admin/email-templates', { body: { id, version, ...drafts } }), {
    done: 'Template saved. It applies from the next email on.',
    onDone: take,
    reload: reloadForEdit,
    isQuiet: true,
  })
  const reset = useAction(() => api.post('/api/admin/email-templates/{id}/reset', { path: { id }, body: { version } }), {
    done: 'Template reset to the default',
    onDone: take,
    reload: reloadForEdit,
  })
  const change = (part: Part, source: string) => {
    save.forget()
    setDrafts({ ...drafts, [part]: source })
  }

  return (
    <Page
      title={formatIdentifier(id)}
      description={
        <>
          {description} {edited ? <Status tone="notice">Edited</Status> : <Status tone="quiet">Default</Status>}
          {updatedAt !== null && (
            <>
              {' '}
              <Time at={updatedAt} />
              {updatedBy !== null && ` by ${updatedBy}`}
            </>
          )}
        </>
      }
      actions={
        mayEdit && (
          <>
            {edited && (
              <ConfirmButton text="Reset to default" title="Reset to the default template?" label="Reset template" action={reset}>
                <Text size="sm">Your changes are deleted. The audit log keeps the first 1,000 characters of each part.</Text>
              </ConfirmButton>
            )}
            <TestMail template={id} lang={reader.lang} isDirty={isDirty} />
          </>
        )
      }
    >
      <UnsavedGuard isDirty={isDirty} />
      {fault !== null && (
        <Alert color="red" icon={<Icon name="warning" />} title="The default template is in use">
          The edited template cannot be used: {fault}
        </Alert>
      )}
      {ownerOnly && !mayEdit && <Alert color="orange">Only owners can edit account emails.</Alert>}
      {hasConflict && isDirty && <ConflictNotice />}
      {save.failure !== undefined && save.failure.code !== 'conflict' && save.failure.details.length === 0 && (
        <FailureNote failure={save.failure} />
      )}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" style={SIDES}>
        <SourcePanel drafts={drafts} shipped={shipped} failures={[preview.failure, save.failure]} isReadOnly={!mayEdit} onChange={change} />
        <PreviewPanel preview={preview} samples={samples} reader={reader} onReader={setReader} />
      </SimpleGrid>
      <SaveBar
        changes={changed.length}
        label="Save template"
        isBusy={save.isBusy}
        problem={preview.failure?.code === 'invalid_request' ? 'fix the marked errors first' : undefined}
        onSave={save.run}
        onDiscard={() => {
          save.forget()
          setDrafts(sources)
          setConflict(false)
        }}
      />
    </Page>
  )
}
